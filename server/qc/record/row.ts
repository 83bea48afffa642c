import { eq, sql } from 'drizzle-orm'
import type { AnySQLiteColumn } from 'drizzle-orm/sqlite-core'
import type { Stage } from '#shared/qc/constants'
import type { RecordRow } from '#shared/qc/record/schema'
import { instant, instantOrNull } from '../../platform/list/wire'
import type { Reading, Store } from '../../platform/store'

/**
 * The columns of records in lists, with the names of their references. All joins are left joins, so that the database
 * always starts with the records.
 */
export const selectRecords = ({ db, t }: Pick<Reading, 'db' | 't'>) => {
  const { valueBases, products, templates, templateVersions, lots, equipment, shifts } = t
  return db
    .select({
      qcValueBaseId: valueBases.qcValueBaseId,
      recordNo: valueBases.recordNo,
      productId: valueBases.productId,
      product: always<string>(products.code),
      templateId: valueBases.templateId,
      templateCode: always<string>(templates.code),
      templateName: always<string>(templates.name),
      templateNameEn: always<string>(templates.nameEn),
      stage: always<Stage>(templates.stage),
      versionNo: always<number>(templateVersions.versionNo),
      lotId: valueBases.lotId,
      lotNo: lots.lotNo,
      equipmentId: valueBases.equipmentId,
      equipmentName: equipment.name,
      equipmentNameEn: equipment.nameEn,
      shiftId: valueBases.shiftId,
      shiftName: shifts.name,
      shiftNameEn: shifts.nameEn,
      operatorId: valueBases.operatorId,
      operatorName: valueBases.operatorName,
      businessDay: valueBases.businessDay,
      inspectedAt: valueBases.inspectedAt,
      source: valueBases.source,
      status: valueBases.status,
      judgement: valueBases.judgement,
      signLevels: valueBases.signLevels,
      ngItems: valueBases.ngItems,
      warnItems: valueBases.warnItems,
      missingItems: valueBases.missingItems,
      lockVersion: valueBases.lockVersion,
      submittedAt: valueBases.submittedAt,
      reviewedAt: valueBases.reviewedAt,
      updatedAt: valueBases.updatedAt,
    })
    .from(valueBases)
    .leftJoin(products, eq(products.productId, valueBases.productId))
    .leftJoin(templates, eq(templates.templateId, valueBases.templateId))
    .leftJoin(templateVersions, eq(templateVersions.versionId, valueBases.versionId))
    .leftJoin(lots, eq(lots.lotId, valueBases.lotId))
    .leftJoin(equipment, eq(equipment.equipmentId, valueBases.equipmentId))
    .leftJoin(shifts, eq(shifts.shiftId, valueBases.shiftId))
}

/** A column that is present for every record. */
const always = <Value>(column: AnySQLiteColumn) => sql<Value>`${column}`

export type SelectedRecord = Awaited<ReturnType<typeof selectRecords>>[number]

/** A row of a list of records. */
export const recordRowOf = ({ submittedAt, reviewedAt, ...row }: SelectedRecord): RecordRow => ({
  ...row,
  inspectedAt: instant(row.inspectedAt),
  waitingSince: instantOrNull(waitingSince({ status: row.status, submittedAt, reviewedAt })),
  updatedAt: instant(row.updatedAt),
})

/** `waitingSince` in SQL. Records that wait for no signature have their last change: they wait since their return. */
export const waitingOrUnchangedSince = ({ t: { valueBases } }: Pick<Store, 't'>) => {
  const { status, submittedAt, reviewedAt, updatedAt } = valueBases
  return sql`coalesce(case ${status} when 'submitted' then ${submittedAt} when 'reviewed' then ${reviewedAt} end, ${updatedAt})`
}

const waitingSince = ({
  status,
  submittedAt,
  reviewedAt,
}: Pick<SelectedRecord, 'status' | 'submittedAt' | 'reviewedAt'>) =>
  status === 'submitted' ? submittedAt : status === 'reviewed' ? reviewedAt : null
