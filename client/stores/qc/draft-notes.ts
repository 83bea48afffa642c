import type { LocalDraft } from './draft'

/**
 * A window that is being closed has no time left for a database: what it has not written yet is noted here at once, and
 * written by the next window. Storage that is full or switched off keeps nothing, and the database has all but the last
 * quarter of a second.
 */
const PREFIX = 'draft '

export function noteDraft(draft: LocalDraft): void {
  try {
    localStorage.setItem(PREFIX + draft.clientUid, JSON.stringify(draft))
  } catch {
    // see above
  }
}

export function dropNote(clientUid: string): void {
  try {
    localStorage.removeItem(PREFIX + clientUid)
  } catch {
    // see above
  }
}

/** What windows that are closed by now have noted. */
export function readNotes(): LocalDraft[] {
  try {
    const names = Object.keys(localStorage).filter((name) => name.startsWith(PREFIX))
    return names.map((name): LocalDraft => JSON.parse(localStorage.getItem(name) ?? ''))
  } catch {
    return []
  }
}
