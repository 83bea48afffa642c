import { codes } from '#shared/envelope'
import { Failure } from '../../api/failure'
import { photoApi } from '../../api/qc/photo'
import { settings } from '../settings'
import { readText } from '../texts'
import { isUnsent, type EnteredPhoto } from './entered'
import { photoStorage } from './photo-storage'

type Sending = {
  /** Called after each upload with the photos, so that a reload does not send one again. */
  onUploaded: (photos: EnteredPhoto[]) => void | Promise<void>
  /** The owner of the photos. */
  as?: { userId: number }
}

/**
 * Sends data with photos: missing photos are uploaded first. It repeats the upload once if the server has dropped a
 * photo, as it does after a week without a saved record.
 */
export async function sendWithPhotos<Result>(
  photos: readonly EnteredPhoto[],
  sending: Sending,
  send: (photos: readonly EnteredPhoto[]) => Promise<Result>,
): Promise<Result> {
  try {
    return await send(await uploaded(photos, sending))
  } catch (error) {
    if (!isForgotten(error) || !photos.some(({ localId }) => localId !== null)) throw error
    const again = photos.map((photo) => (photo.localId === null ? photo : { ...photo, sha256: null, photoId: null }))
    return send(await uploaded(again, sending))
  }
}

async function uploaded(photos: readonly EnteredPhoto[], { onUploaded, as }: Sending): Promise<EnteredPhoto[]> {
  let all = [...photos]
  for (const { localId } of photos.filter(isUnsent)) {
    const content = await photoStorage.read(localId)
    if (!content) throw new Failure(codes.badRequest, readText(settings.locale, 'qcRecord.photoLost'))
    const { sha256: hash, photoId } = await photoApi.upload(content, as)
    all = all.map((photo) => (photo.localId === localId ? { ...photo, sha256: hash, photoId } : photo))
    await onUploaded(all)
  }
  return all
}

const isForgotten = (error: unknown) =>
  error instanceof Failure && Object.keys(error.errors ?? {}).some((field) => /^photos\.\d+\.sha256$/.test(field))
