import { delMany, get, set } from 'idb-keyval'
import { session } from '../session'
import { deviceStore } from './draft-storage'

/** Its bytes instead of a `Blob`, which some browsers lose. */
type KeptPhoto = { userId: number; content: ArrayBuffer; type: string }

const store = () => deviceStore('photos')

/** Photos that the device could not store last as long as the window. */
const unkept = new Map<string, KeptPhoto>()

/** Photos on this device, until the server has their record. Only their author sees them. */
export const photoStorage = {
  /** Returns its local id. */
  async keep(photo: Blob): Promise<string> {
    const localId = newId()
    const kept: KeptPhoto = { userId: session.userId, content: await photo.arrayBuffer(), type: photo.type }
    await set(localId, kept, store()).catch(() => unkept.set(localId, kept))
    return localId
  },
  async read(localId: string): Promise<Blob | undefined> {
    const kept = unkept.get(localId) ?? (await get<KeptPhoto>(localId, store()).catch(() => undefined))
    return kept?.userId === session.userId ? new Blob([kept.content], { type: kept.type }) : undefined
  },
  /** False if it would be lost with the window. */
  isKept: ({ localId }: { localId?: string | null }): boolean => !localId || !unkept.has(localId),
  async remove(photos: readonly { localId: string | null }[]): Promise<void> {
    const ids = photos.flatMap(({ localId }) => localId ?? [])
    for (const id of ids) unkept.delete(id)
    if (ids.length > 0) await delMany(ids, store()).catch(() => {})
  },
}

const newId = () =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')
