import { and, eq, getTableColumns, inArray, isNull } from 'drizzle-orm'
import { codes } from '#shared/envelope'
import type { PhotoInput } from '#shared/qc/record/photo'
import { photoKey } from '#shared/qc/record/photo-field'
import type { TemplateItem } from '#shared/qc/template/schema'
import { Refusal } from '../../platform/http/refusal'
import { rowsByIds } from '../../platform/list/rows-by'
import { statementIn } from '../../platform/list/statement'
import type { Dialect, Reader, Writer } from '../../platform/store'
import type { Author } from '../audit/append'
import type { Photo } from '../record/content'
import { refuseWithoutRoom, type PhotoRoom } from './quota'

/** The columns of photos without their content. */
const facts = [
  'photoId',
  'qcValueBaseId',
  'itemKey',
  'sha256',
  'mediaType',
  'bytes',
  'width',
  'height',
  'addedBy',
  'addedAt',
  'removedAt',
] as const satisfies (keyof Photo)[]

/** Photos of records, in the order of their upload. */
export const photosByRecord = rowsByIds('photos', 'qcValueBaseId', {
  fields: facts,
  orderBy: ['qcValueBaseId', 'photoId'],
})

/** A planned change of a record's photos. */
export type PhotoChange = { photos: Photo[]; attached: Attached[]; removed: Photo[] }
/** `from` is an upload, or a photo of the record that will be copied. */
type Attached = { photo: Photo; from: number; isCopy: boolean }

/** Maximum of photos of a record, including those removed by corrections: a page shows all of them. */
const MOST_KEPT = 200

type Wish = {
  wanted: readonly PhotoInput[]
  /** Present photos, and photos removed by corrections. */
  before?: { photos: readonly Photo[]; removedPhotos: readonly Photo[] }
  items: readonly TemplateItem[]
  author: Pick<Author, 'userId' | 'now'>
  quota: PhotoRoom
}

/**
 * Finds the photos that a record is to have, among its present and removed ones and the uploads of the author.
 * @throws Refusal at a photo that is in neither, or if they are too many
 */
export async function planPhotos(store: Dialect, db: Reader, wish: Wish): Promise<PhotoChange> {
  const { before = { photos: [], removedPhotos: [] }, items, author, quota } = wish
  const { photosPerRecord: most, photoStorageBytes } = quota
  const wanted = new Map(wish.wanted.map((photo, index) => [photoKey(photo), { ...photo, index }]))
  const present = new Set(before.photos.map(photoKey))
  const photos = before.photos.filter((photo) => wanted.has(photoKey(photo)))
  const removed = before.photos.filter((photo) => !wanted.has(photoKey(photo)))
  const added = [...wanted].flatMap(([key, photo]) => (present.has(key) ? [] : [photo]))
  if (added.length === 0) return { photos, attached: [], removed }
  if (wanted.size > most) throw new Refusal(codes.badRequest, 'qcPhoto.tooMany', { most }).at('photos')
  const uploads = await uploadsOf(store, db, { userId: author.userId })
  const sources = new Map([...before.removedPhotos, ...before.photos, ...uploads].map((photo) => [photo.sha256, photo]))
  const taken = new Set<number>()
  const attached = added.map(({ index, sha256, itemKey = null }): Attached => {
    const at = `photos.${index}`
    if (itemKey !== null && !items.some((item) => item.itemKey === itemKey)) {
      throw new Refusal(codes.badRequest, 'qcPhoto.unknownItem').at(`${at}.itemKey`)
    }
    const source = sources.get(sha256)
    if (!source) throw notUploaded().at(`${at}.sha256`)
    const from = source.photoId
    const isCopy = source.qcValueBaseId !== null || taken.has(from)
    taken.add(from)
    const by = isCopy && { addedBy: author.userId, addedAt: author.now }
    return { photo: { ...source, itemKey, removedAt: null, ...by }, from, isCopy }
  })
  const kept = before.photos.length + before.removedPhotos.length + attached.length
  if (kept > MOST_KEPT) throw new Refusal(codes.badRequest, 'qcPhoto.tooMany', { most: MOST_KEPT }).at('photos')
  const copied = attached.reduce((sum, { isCopy, photo }) => sum + (isCopy ? photo.bytes : 0), 0)
  if (copied > 0) await refuseWithoutRoom(store, db, copied, photoStorageBytes, 'photos')
  return { photos: [...photos, ...attached.map(({ photo }) => photo)], attached, removed }
}

const notUploaded = () => new Refusal(codes.badRequest, 'qcPhoto.notUploaded')

/** Uploads of a user that are not attached to a record. */
const uploadsOf = statementIn(({ t: { photos }, bind }, db) => {
  const { content: _content, ...columns } = getTableColumns(photos)
  return db
    .select(columns)
    .from(photos)
    .where(and(isNull(photos.qcValueBaseId), eq(photos.addedBy, bind('userId'))))
    .orderBy(photos.photoId)
})

/**
 * Writes a change of photos. A photo removed by a correction is kept, because the record was submitted with it.
 * @returns the present photos of the record
 * @throws Refusal if an upload was attached to another record meanwhile
 */
export async function writePhotos(
  store: Dialect,
  db: Writer,
  qcValueBaseId: number,
  { photos, attached, removed }: PhotoChange,
  correctedAt: number | undefined,
): Promise<Photo[]> {
  const { photos: table } = store.t
  const written = new Map<Photo, Photo>()
  for (const { photo, from, isCopy } of attached) {
    const { itemKey } = photo
    const isUpload = and(eq(table.photoId, from), isNull(table.qcValueBaseId))
    const [row] = isCopy
      ? await insertCopy(store, db, from, { ...photo, qcValueBaseId })
      : await db.update(table).set({ qcValueBaseId, itemKey }).where(isUpload).returning({ photoId: table.photoId })
    if (!row) throw notUploaded().at('photos')
    written.set(photo, { ...photo, photoId: row.photoId, qcValueBaseId })
  }
  const ids = removed.map(({ photoId }) => photoId) // only now: one that is put to another item was copied
  if (ids.length > 0 && correctedAt === undefined) await db.delete(table).where(inArray(table.photoId, ids))
  else if (ids.length > 0) await db.update(table).set({ removedAt: correctedAt }).where(inArray(table.photoId, ids))
  return photos.map((photo) => written.get(photo) ?? photo)
}

async function insertCopy({ t: { photos } }: Dialect, db: Writer, from: number, { photoId: _id, ...photo }: Photo) {
  const [source] = await db.select({ content: photos.content }).from(photos).where(eq(photos.photoId, from))
  return source
    ? db
        .insert(photos)
        .values({ ...photo, ...source })
        .returning({ photoId: photos.photoId })
    : []
}
