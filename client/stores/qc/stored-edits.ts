import { del, get, promisifyRequest } from 'idb-keyval'
import { deviceStore } from './draft-storage'
import { session } from '../session'

export type StoredEdits<Edit> = ReturnType<typeof storedEdits<Edit>>

/**
 * What operators have changed and not sent, kept on this device so that it survives a closed browser. Others who use the
 * device neither see nor send it. Where the browser keeps nothing there is nothing, and what is open lasts as long as the
 * page.
 *
 * @param name of the kind of thing that is changed; a database of its own
 */
export const storedEdits = <Edit>(name: string) => ({
  read: (id: number) => get<Edit>(keyOf(id), deviceStore(name)).catch(() => undefined),
  /** Whether the device has it now. */
  async write(id: number, edit: Edit): Promise<boolean> {
    if (session.userId === 0) return false // a page that goes because its operator has signed out has written it before
    const key = keyOf(id)
    try {
      await deviceStore(name)('readwrite', (store) => {
        store.put(edit, key)
        store.transaction.commit() // else a window that closes in this moment would take it back
        return promisifyRequest(store.transaction)
      })
      return true
    } catch {
      return false
    }
  },
  remove: (id: number) => del(keyOf(id), deviceStore(name)).catch(() => {}),
})

const keyOf = (id: number) => `${session.userId}:${id}`
