import { queryOptions } from '@tanstack/react-query'
import { photoApi } from '../../../api/qc/photo'
import { photoStorage } from '../../../stores/qc/photo-storage'

/** The location of a photo: on this device, on the server, or both. */
export type PhotoPlace = { localId?: string | null; photoId: number | null }

/** A photo as a `data:` address, because an `<img>` request could not carry the session. The content never changes. */
export const photoQuery = ({ localId = null, photoId }: PhotoPlace) =>
  queryOptions({
    queryKey: ['qc-photo', localId ?? photoId],
    queryFn: async ({ signal }) => {
      const kept = localId === null ? undefined : await photoStorage.read(localId)
      if (!kept && photoId === null) throw new Error('The photo is nowhere.')
      return addressOf(kept ?? (await photoApi.read(photoId!, signal)))
    },
    staleTime: Infinity,
  })

const addressOf = (photo: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => resolve(String(reader.result)))
    reader.addEventListener('error', () => reject(reader.error ?? new Error('unreadable')))
    reader.readAsDataURL(photo)
  })
