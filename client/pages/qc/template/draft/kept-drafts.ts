import { keptEdits } from '../../../../stores/qc/kept-edits'
import { newItem, type DraftItem } from './draft-item'
import type { Items } from './edits'

/** A draft as the server has it. */
export type Saved = { lockVersion: number; versionNo: number; items: Items }

/** What was written of a draft and not saved, and upon which state of it. */
type KeptDraft = { saved: Saved; items: Items }

export const keptDrafts = keptEdits<KeptDraft>('template-drafts')

/** The same with lines that this window can tell apart; what an older release did not know of is as in a new line. */
export function broughtBack({ saved, items }: KeptDraft): KeptDraft {
  const rows = new Map<number, number>()
  const renewed = (item: DraftItem): DraftItem => {
    const blank = newItem()
    const rowId = rows.get(item.rowId) ?? blank.rowId
    rows.set(item.rowId, rowId)
    return { ...blank, ...item, rowId }
  }
  return { saved: { ...saved, items: saved.items.map(renewed) }, items: items.map(renewed) }
}
