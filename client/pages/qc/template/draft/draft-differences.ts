import { differences, type ItemDifference } from '#shared/qc/template/diff'
import type { Version } from '#shared/qc/template/schema'
import { inputOf } from './draft-item'
import type { Items } from './edits'

/** What a draft changes of a version; where there is none, all of it is new. */
export const draftDifferences = (version: Version | null | undefined, items: Items): ItemDifference[] =>
  differences(
    version?.items ?? [],
    items.map((item, index) => ({
      ...inputOf(item),
      itemId: item.rowId,
      itemKey: item.itemKey ?? `new-${item.rowId}`, // what was never saved is another than all that were
      seq: index + 1,
    })),
  )
