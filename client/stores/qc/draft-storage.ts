import { createStore, del, get, update, values, type UseStore } from 'idb-keyval'
import { keysOf, readJson, writeJson, writeText } from '../storage'
import { changeNoOf, isLater, type LocalDraft } from './draft'

/** One database for each kind of data: the library has one store in each. */
const opened = new Map<string, UseStore>()

export function deviceStore(name: string) {
  const store = opened.get(name) ?? rejecting(createStore(`caliper-${name}`, name))
  opened.set(name, store)
  return store
}

/** Browsers without storage reject, or throw at once: callers get a rejection in both cases. */
const rejecting =
  (store: UseStore): UseStore =>
  async (mode, work) =>
    store(mode, work)

/** The channel on which the windows of a browser report changed drafts. */
export const DRAFT_CHANNEL = 'caliper-drafts'

const store = () => deviceStore('drafts')

/**
 * Drafts on this device, of all its users. Rejects if the browser has no storage, as some in private windows. A draft
 * being sent is stored as waiting: if the window closes meanwhile, the next one sends it.
 */
export const draftStorage = {
  all: async () => withNotes(await values<LocalDraft>(store())),
  read: async (clientUid: string) => get<LocalDraft>(clientUid, store()),
  /** Resolves to the number that the draft is stored under: above that of what it replaces, even another window's. */
  async write(draft: LocalDraft): Promise<number> {
    let changeNo = changeNoOf(draft)
    function numbered(replaced: LocalDraft | undefined) {
      if (replaced) changeNo = Math.max(changeNo, changeNoOf(replaced) + 1)
      return { ...settled(draft), changeNo }
    }
    await update(draft.clientUid, numbered, store())
    dropNote(draft.clientUid)
    return changeNo
  },
  async remove(clientUid: string) {
    dropNote(clientUid)
    await del(clientUid, store())
  },
}

const settled = (draft: LocalDraft): LocalDraft => ({
  ...draft,
  state: draft.state === 'sending' ? 'waiting' : draft.state,
})

/** Applies the notes of closed windows. A note about a missing draft is dropped: the draft was sent or discarded. */
async function withNotes(stored: LocalDraft[]): Promise<LocalDraft[]> {
  const notes = new Map(readNotes().map((note) => [note.clientUid, note]))
  const all: LocalDraft[] = []
  for (const draft of stored) {
    const note = notes.get(draft.clientUid)
    const isNewer = note !== undefined && isLater(note, draft)
    all.push(isNewer ? settled(note) : draft)
    if (!isNewer) continue
    notes.delete(draft.clientUid)
    await draftStorage.write(note).catch(() => {}) // the device is full: the note stays
  }
  for (const clientUid of notes.keys()) dropNote(clientUid)
  return all
}

/**
 * A closing window has no time for a database: it notes unwritten changes in local storage, and the next window writes
 * them. If that is full or disabled, the database lacks only the last quarter of a second.
 */
const PREFIX = 'draft '

export const noteDraft = (draft: LocalDraft): void => writeJson(PREFIX + draft.clientUid, draft)

const dropNote = (clientUid: string) => writeText(PREFIX + clientUid, null)

/** The notes of windows that are closed by now. */
const readNotes = () => keysOf(PREFIX).flatMap((key) => (readJson(key) as LocalDraft | null) ?? []) // written above
