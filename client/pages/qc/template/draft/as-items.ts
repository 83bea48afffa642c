import type { TemplateItem } from '#shared/qc/template/schema'
import type { DraftItem } from './draft-item'
import { readable } from './faults'

/** The lines as a version would have them, as far as they can be read; each with the same key, saved or not. */
export const itemsOf = (items: readonly DraftItem[]): TemplateItem[] =>
  items.map((item, index) => ({
    ...readable(item),
    itemId: item.rowId,
    itemKey: `row-${item.rowId}`,
    seq: index + 1,
  }))
