import { createStore, del, get, set, values, type UseStore } from 'idb-keyval'
import { keysOf, readJson, writeJson, writeText } from '../storage'
import type { LocalDraft } from './draft'

/** One database for each kind of thing: the library keeps one store in each. */
const opened = new Map<string, UseStore>()

export function deviceStore(name: string) {
  const store = opened.get(name) ?? rejecting(createStore(`caliper-${name}`, name))
  opened.set(name, store)
  return store
}

/** Browsers that keep nothing reject, or throw at once: the same for whoever asks. */
const rejecting =
  (store: UseStore): UseStore =>
  async (mode, work) =>
    store(mode, work)

/** Over this the windows of a browser tell each other that drafts have changed. */
export const DRAFT_CHANNEL = 'caliper-drafts'

const store = () => deviceStore('drafts')

/**
 * Drafts on this device, of all its users. Rejects if the browser has no storage, as some in private windows. A draft
 * being sent is stored as waiting: if the window closes meanwhile, the next one sends it.
 */
export const draftStorage = {
  all: async () => withNotes(await values<LocalDraft>(store())),
  read: async (clientUid: string) => get<LocalDraft>(clientUid, store()),
  async write(draft: LocalDraft) {
    await set(draft.clientUid, settled(draft), store())
    dropNote(draft.clientUid)
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

/** Brings up to date what a window noted when it was closed. A note of what is no longer there was sent or discarded. */
async function withNotes(stored: LocalDraft[]): Promise<LocalDraft[]> {
  const notes = new Map(readNotes().map((note) => [note.clientUid, note]))
  const all: LocalDraft[] = []
  for (const draft of stored) {
    const note = notes.get(draft.clientUid)
    const isNewer = note !== undefined && note.updatedAt > draft.updatedAt
    if (isNewer) await draftStorage.write(note)
    all.push(isNewer ? settled(note) : draft)
  }
  for (const clientUid of notes.keys()) dropNote(clientUid)
  return all
}

/**
 * A window that is being closed has no time left for a database: what it has not written yet is noted here at once, and
 * written by the next window. Storage that is full or switched off keeps nothing, and the database has all but the last
 * quarter of a second.
 */
const PREFIX = 'draft '

export const noteDraft = (draft: LocalDraft): void => writeJson(PREFIX + draft.clientUid, draft)

const dropNote = (clientUid: string) => writeText(PREFIX + clientUid, null)

/** The notes of windows that are closed by now. */
const readNotes = () => keysOf(PREFIX).flatMap((key) => (readJson(key) as LocalDraft | null) ?? []) // written above
