import { asc, count, eq, isNotNull, sql } from 'drizzle-orm'
import { hash } from 'node:crypto'
import { photoName } from '#shared/qc/record/photo-limits'
import { statement } from '../../../platform/list/statement'
import type { Store } from '../../../platform/store'
import type { Faults } from './faults'
import type { ReportPart } from './progress'
import { inAdaptiveBatches } from './scan'

/** The greatest id of the API: ten digits. */
const MAX_ID = 9_999_999_999
/** Maximum of photos per batch; one may have megabytes. */
const MOST = 8

const photosAfter = statement(({ db, t: { photos, valueBases }, bind }) => {
  const { photoId, qcValueBaseId, sha256, mediaType, content } = photos
  return db
    .select({ photoId, qcValueBaseId, recordNo: valueBases.recordNo, sha256, mediaType, content })
    .from(photos)
    .innerJoin(valueBases, eq(valueBases.qcValueBaseId, qcValueBaseId))
    .where(sql`${photoId} > cast(${bind('after')} as bigint)`) // the first `after` is beyond PostgreSQL's integer
    .orderBy(asc(photoId))
    .limit(bind('size'))
})

const attached = statement(({ db, t: { photos } }) =>
  db.select({ count: count() }).from(photos).where(isNotNull(photos.qcValueBaseId)),
)

/** The number of photos of records. */
export const countPhotos = async (store: Store): Promise<number> => (await attached(store))[0]?.count ?? 0

/**
 * Compares the content of each photo with its hash. The hash is compared with the trail as part of its record. A photo
 * whose id the API cannot name is a fault.
 * @returns the number of photos
 */
export async function checkPhotos(store: Store, faults: Faults, report: ReportPart): Promise<number> {
  let after = Number.MIN_SAFE_INTEGER
  let checked = 0
  await inAdaptiveBatches(MOST, async (size) => {
    const rows = await photosAfter(store, { after, size })
    for (const { photoId, qcValueBaseId, recordNo, sha256, mediaType, content } of rows) {
      const found = hash('sha256', content, 'hex')
      if (found === sha256 && photoId > 0 && photoId <= MAX_ID) continue
      const about = { kind: 'photo', qcValueBaseId: qcValueBaseId!, recordNo, expected: sha256, found } as const
      const name = photoName(recordNo, { photoId, mediaType })
      faults.add({ ...about, key: 'qcAudit.fault.photoChanged', values: { recordNo, name } })
    }
    checked += rows.length
    const last = rows.at(-1)?.photoId ?? after
    const isFurther = last > after // ids beyond those that a number holds exactly may stand still
    after = last
    report(checked)
    return rows.length === size && isFurther
  })
  return checked
}
