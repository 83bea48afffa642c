import { differences, type ItemDifference } from '#shared/qc/template/diff'
import type { Version } from '#shared/qc/template/schema'
import { inputOf } from './draft-item'
import type { Items } from './edits'

/** The differences between a draft and a version. Without a version, everything is new. */
export const draftDifferences = (version: Version | null | undefined, items: Items): ItemDifference[] =>
  differences(
    version?.items ?? [],
    items.map((item, index) => ({
      ...inputOf(item),
      itemId: item.rowId,
      itemKey: item.itemKey ?? `new-${item.rowId}`, // an unsaved line matches no saved one
      seq: index + 1,
    })),
  )
