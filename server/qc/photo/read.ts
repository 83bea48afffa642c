import { eq } from 'drizzle-orm'
import { photoName } from '#shared/qc/record/photo-limits'
import { scopeOf } from '../../access/department/data-scope'
import type { Operator } from '../../access/session/queries'
import { oneRow } from '../../platform/list/statement'
import type { Store } from '../../platform/store'
import { isRecordInScope } from '../record/scope'

const photoById = oneRow(({ db, t: { photos, valueBases }, bind }) => {
  const { photoId, mediaType, content, addedBy } = photos
  const { recordNo, deptId, operatorId } = valueBases
  return db
    .select({ photoId, mediaType, content, addedBy, recordNo, deptId, operatorId })
    .from(photos)
    .leftJoin(valueBases, eq(valueBases.qcValueBaseId, photos.qcValueBaseId))
    .where(eq(photoId, bind('photoId')))
})

/** A photo of a record in the operator's data scope, or an upload of the operator without a record. */
export async function getPhoto(store: Store, id: number, operator: Operator) {
  const [photo, scope] = await Promise.all([photoById(store, { photoId: id }), scopeOf(store, operator)])
  if (!photo) return undefined
  const { recordNo, deptId, operatorId, addedBy, mediaType, content } = photo
  const isSeen =
    recordNo === null ? addedBy === operator.userId : isRecordInScope(scope, { deptId, operatorId: operatorId ?? 0 })
  return isSeen ? { mediaType, content, name: photoName(recordNo ?? 'photo', photo) } : undefined
}
