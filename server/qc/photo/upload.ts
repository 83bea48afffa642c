import { DAY_MS } from '#shared/durations'
import { and, count, eq, isNull } from 'drizzle-orm'
import { hash } from 'node:crypto'
import { codes } from '#shared/envelope'
import type { UploadedPhoto } from '#shared/qc/record/photo'
import { MAX_PHOTO_EDGE, MAX_PHOTO_PIXELS } from '#shared/qc/record/photo-limits'
import { pictureIn } from '../../access/files/upload'
import { writeOperation, type RequestContext } from '../../access/operation-log/write'
import { Refusal } from '../../platform/http/refusal'
import { statementIn } from '../../platform/list/statement'
import { keepingOrientation } from '../../platform/security/orientation'
import type { Store } from '../../platform/store'
import { refuseWithoutRoom, type PhotoQuota } from './quota'

/** An upload that is sent again at this age is stored anew: it was kept for a week from its first sending. */
const RENEWED_MS = DAY_MS
/** Maximum of one user's uploads without a record: a phone sends the photos of one record at a time. */
const MOST_UNATTACHED = 200
const FIELD = 'file'

/**
 * Stores a photo until a record is saved with it. The same file, uploaded before and not attached, is the same upload.
 * @throws Refusal at `file` if it is no picture, too large, or there is no storage for it
 */
export function uploadPhoto(
  store: Store,
  upload: Uint8Array<ArrayBuffer>,
  context: RequestContext,
  { photoBytes, photoStorageBytes }: PhotoQuota,
): Promise<UploadedPhoto> {
  const { content, mediaType, width, height } = photoIn(upload, photoBytes)
  const sha256 = hash('sha256', content, 'hex')
  const { userId: addedBy } = context.operator
  return store.tx(async (db) => {
    const { photos } = store.t
    const [existing] = await unattached(store, db, { addedBy, sha256 })
    if (existing) {
      const { addedAt, ...same } = existing
      if (context.now - addedAt < RENEWED_MS) {
        context.isWritten = true // nothing was done
        return same
      }
      await db.delete(photos).where(eq(photos.photoId, same.photoId)) // triggers keep its time as it is
    }
    const [waiting] = await unattachedOf(store, db, { addedBy })
    if ((waiting?.count ?? 0) >= MOST_UNATTACHED)
      throw new Refusal(codes.impossible, 'qcPhoto.tooManyUnattached', { most: MOST_UNATTACHED }).at(FIELD)
    await refuseWithoutRoom(store, db, content.length, photoStorageBytes, FIELD)
    const facts = { sha256, mediaType, bytes: content.length, width, height }
    const row = { ...facts, addedBy, addedAt: context.now, content: Buffer.from(content) }
    const [inserted] = await db.insert(photos).values(row).returning({ photoId: photos.photoId })
    const { photoId } = inserted!
    await writeOperation(store, db, context, {
      action: 'create',
      record: `photo/${photoId}`,
      name: sha256.slice(0, 12),
    })
    return { photoId, ...facts }
  })
}

/** @throws Refusal if it is no photo or too large, before it is decoded */
function photoIn(upload: Uint8Array<ArrayBuffer>, photoBytes: number) {
  if (upload.length > photoBytes) {
    throw new Refusal(codes.tooLarge, 'upload.tooLarge', { kilobytes: Math.floor(photoBytes / 1024) }).at(FIELD)
  }
  const picture = pictureIn(upload, FIELD, { min: 1, max: MAX_PHOTO_EDGE })
  const { width, height } = picture
  if (width * height <= MAX_PHOTO_PIXELS) return keepingOrientation(picture)
  throw new Refusal(codes.badRequest, 'qcPhoto.tooManyPixels', { megapixels: MAX_PHOTO_PIXELS / 1_000_000 }).at(FIELD)
}

const unattached = statementIn(({ t: { photos }, bind }, db) => {
  const { photoId, sha256, mediaType, bytes, width, height, addedBy, addedAt, qcValueBaseId } = photos
  return db
    .select({ photoId, sha256, mediaType, bytes, width, height, addedAt })
    .from(photos)
    .where(and(isNull(qcValueBaseId), eq(addedBy, bind('addedBy')), eq(sha256, bind('sha256'))))
})

const unattachedOf = statementIn(({ t: { photos }, bind }, db) =>
  db
    .select({ count: count() })
    .from(photos)
    .where(and(isNull(photos.qcValueBaseId), eq(photos.addedBy, bind('addedBy')))),
)
