import { createStore, del, get, promisifyRequest, update, values, type UseStore } from 'idb-keyval'
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
  /**
   * Resolves to what is stored: under a number above that of what it replaces, even another window's, and with what that
   * has noted of the record on the server.
   */
  async write(draft: LocalDraft): Promise<LocalDraft> {
    let stored = settled(draft)
    function numbered(replaced: LocalDraft | undefined) {
      const changeNo = Math.max(changeNoOf(draft), replaced ? changeNoOf(replaced) + 1 : 0)
      stored = { ...stored, ...(replaced && progressOf(replaced)), changeNo }
      return stored
    }
    await update(draft.clientUid, numbered, store())
    dropNote(draft.clientUid)
    return stored
  },
  /**
   * Stores what `change` makes of the stored draft, or removes the draft for null. Resolves to what is stored then;
   * undefined if nothing is, since another window may have removed it before.
   */
  change: async (clientUid: string, change: (stored: LocalDraft) => LocalDraft | null) =>
    store()('readwrite', async (all): Promise<LocalDraft | undefined> => {
      const stored = await promisifyRequest<LocalDraft | undefined>(all.get(clientUid))
      if (!stored) return undefined
      const changed = change(stored)
      const next = changed && settled(changed)
      if (!next) {
        await promisifyRequest(all.delete(clientUid))
        dropNote(clientUid)
        return undefined
      }
      if (next !== stored) await promisifyRequest(all.put(next, clientUid))
      return next
    }),
  async remove(clientUid: string) {
    dropNote(clientUid)
    await del(clientUid, store())
  },
}

/** What sending notes of the record on the server. */
export const progressOf = ({ serverId, serverLock, asked, hasWaited }: LocalDraft): Partial<LocalDraft> => ({
  serverId,
  serverLock,
  asked,
  hasWaited,
})

const settled = (draft: LocalDraft): LocalDraft => (draft.state === 'sending' ? { ...draft, state: 'waiting' } : draft)

/** Applies the notes of other windows. A note about a missing draft is dropped: the draft was sent or discarded. */
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
 * A closing window has no time for a database, and a full device no place in it: what is unwritten is noted in local
 * storage, and the next window writes it. If that is full or disabled, too, the note is missing.
 */
const PREFIX = 'draft '

export const noteDraft = (draft: LocalDraft): void => writeJson(PREFIX + draft.clientUid, draft)

const dropNote = (clientUid: string) => writeText(PREFIX + clientUid, null)

/** The notes of all windows. */
const readNotes = () => keysOf(PREFIX).flatMap((key) => (readJson(key) as LocalDraft | null) ?? []) // written above
