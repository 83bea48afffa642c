import { codes } from '#shared/envelope'
import { localizedName } from '#shared/qc/localized-name'
import type { TemplateItem } from '#shared/qc/template/schema'
import { Failure } from '../../api/failure'
import { photoApi } from '../../api/qc/photo'
import { settings } from '../settings'
import { readText } from '../texts'
import { isUnsent, type EnteredPhoto } from './entered'
import { photoStorage } from './photo-storage'

type Sending = {
  /** The items of the record, whose names say which photo is missing. */
  items: readonly TemplateItem[]
  /** Called after each upload with the photos, so that a reload does not send one again. */
  onUploaded: (photos: EnteredPhoto[]) => void | Promise<void>
  /** The owner of the photos. */
  as?: { userId: number }
}

const running = new Set<Promise<unknown>>()

/** Deletes photos of a record from this device, once nothing that is being sent needs them. */
export async function forgetPhotos(photos: readonly EnteredPhoto[]): Promise<void> {
  await Promise.allSettled(running)
  await photoStorage.remove(photos)
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
  const work = sendAll(photos, sending, send)
  running.add(work)
  return work.finally(() => running.delete(work))
}

async function sendAll<Result>(
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

async function uploaded(photos: readonly EnteredPhoto[], { items, onUploaded, as }: Sending): Promise<EnteredPhoto[]> {
  let all = [...photos]
  for (const photo of photos.filter(isUnsent)) {
    const { localId } = photo
    const content = await photoStorage.read(localId)
    if (!content) throw lost(photo, photos, items)
    const { sha256: hash, photoId } = await photoApi.upload(content, as)
    all = all.map((other) => (other.localId === localId ? { ...other, sha256: hash, photoId } : other))
    await onUploaded(all)
  }
  return all
}

function lost(photo: EnteredPhoto, photos: readonly EnteredPhoto[], items: readonly TemplateItem[]): Failure {
  const { locale } = settings
  const item = items.find(({ itemKey }) => itemKey === photo.itemKey)
  const of = item ? localizedName(locale, item) : readText(locale, 'qc.record')
  const no = photos.filter(({ itemKey }) => itemKey === photo.itemKey).indexOf(photo) + 1
  const message = readText(locale, 'qcRecord.photoLost', { photo: readText(locale, 'qcRecord.photoNo', { of, no }) })
  return new Failure(codes.badRequest, message, { errors: { photos: message } })
}

const isForgotten = (error: unknown) =>
  error instanceof Failure && Object.keys(error.errors ?? {}).some((field) => /^photos\.\d+\.sha256$/.test(field))
