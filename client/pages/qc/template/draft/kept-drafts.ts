import { storedEdits } from '../../../../stores/qc/stored-edits'
import { newItem, type DraftItem } from './draft-item'
import type { Items } from './edits'

/** A draft as stored on the server. */
export type SavedDraft = { lockVersion: number; versionNo: number; items: Items }

/** Unsaved changes of a draft, and the saved draft that they are based on. */
type KeptDraft = {
  saved: SavedDraft
  items: Items
  /** The lines of an unanswered save. */
  sent?: Items | undefined
}

export const keptDrafts = storedEdits<KeptDraft>('template-drafts')

/**
 * A stored draft with new row ids of this window. Fields unknown to an older release have the defaults of a new line. A
 * line that is the same in two lists is one object in both.
 */
export function restoredDraft({ saved, items, sent }: KeptDraft): KeptDraft {
  const rowIds = new Map<number, number>()
  const restored = new Map<string, DraftItem>()
  const renewed = (item: DraftItem): DraftItem => {
    const blank = newItem()
    const rowId = rowIds.get(item.rowId) ?? blank.rowId
    rowIds.set(item.rowId, rowId)
    const same = JSON.stringify(item)
    const line = restored.get(same) ?? { ...blank, ...item, rowId }
    restored.set(same, line)
    return line
  }
  return { saved: { ...saved, items: saved.items.map(renewed) }, items: items.map(renewed), sent: sent?.map(renewed) }
}
