import { del, get, promisifyRequest } from 'idb-keyval'
import { deviceStore } from './draft-storage'
import { session } from '../session'
import { readJson, writeJson, writeText } from '../storage'

export type StoredEdits<Edit> = ReturnType<typeof storedEdits<Edit>>

/**
 * Unsent changes of operators, stored on this device to survive a closed browser. Other users of the device neither see
 * nor send them. If the browser has no storage, changes last as long as the page.
 *
 * @param name of the kind of thing that is changed; a database of its own
 */
export const storedEdits = <Edit>(name: string) => ({
  async read(id: number): Promise<Edit | undefined> {
    const noted = readJson(noteOf(name, id)) as Edit | null // written by `note`
    return noted ?? get<Edit>(keyOf(id), deviceStore(name)).catch(() => undefined)
  },
  /** Stores it synchronously: a closing window has no time for a database. The next `write` or `remove` drops it. */
  note(id: number, edit: Edit): void {
    if (session.userId !== 0) writeJson(noteOf(name, id), edit)
  },
  /** Resolves to true if the device has stored it. */
  async write(id: number, edit: Edit): Promise<boolean> {
    if (session.userId === 0) return false // a page that closes on sign-out has written it before
    const key = keyOf(id)
    try {
      await deviceStore(name)('readwrite', (store) => {
        store.put(edit, key)
        store.transaction.commit() // otherwise a window closing now would undo it
        return promisifyRequest(store.transaction)
      })
      dropNote(name, id)
      return true
    } catch {
      return false
    }
  },
  remove(id: number): Promise<void> {
    dropNote(name, id)
    return del(keyOf(id), deviceStore(name)).catch(() => {})
  },
})

const keyOf = (id: number) => `${session.userId}:${id}`

const noteOf = (name: string, id: number) => `${name} ${keyOf(id)}`

const dropNote = (name: string, id: number) => writeText(noteOf(name, id), null)
