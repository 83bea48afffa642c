import { and, eq, inArray } from 'drizzle-orm'
import { statuses } from '#shared/constants'
import type { Scope } from '../../access/department/data-scope'
import { notFound } from '../../platform/http/refusal'
import { rowsByIds } from '../../platform/list/rows-by'
import { literal, statementIn } from '../../platform/list/statement'
import type { Dialect, Reader } from '../../platform/store'
import { photosByRecord } from '../photo/attach'
import { CORRECTION, SUBMISSION, type Photo, type Value, type ValueBase } from './content'
import { isRecordInScope } from './scope'

/** A record with the settings of its template and version. */
export type LoadedRecord = ValueBase & {
  isLotRequired: boolean
  /** False if the account of the inspector is disabled or deleted. */
  isInspectorActive: boolean
  /** The hash of its version. */
  contentSha256: string | null
  values: Value[]
  photos: Photo[]
  /** Photos removed by corrections. */
  removedPhotos: Photo[]
  /** The users who worked on it: none of them reviews or approves it. */
  authors: number[]
}

/** Actions of the audit trail that make a user an author: changes before and after the first submission, submissions. */
export const AUTHORING = ['update', CORRECTION, SUBMISSION]

/** Records of the scope, read in a transaction, by their ids. Missing ones are left out. */
export async function loadRecords(
  store: Dialect,
  db: Reader,
  ids: readonly number[],
  scope?: Scope,
): Promise<Map<number, LoadedRecord>> {
  const bound = { records: JSON.stringify({ ids }) }
  const rows = await recordsByIds(store, db, bound)
  const values = Map.groupBy(await valuesByRecord(store, db, ids), ({ qcValueBaseId }) => qcValueBaseId)
  const photosOf = Map.groupBy(await photosByRecord(store, db, ids), ({ qcValueBaseId }) => qcValueBaseId)
  const authors = Map.groupBy(await auditedAuthorsByRecord(store, db, bound), ({ id }) => id)
  const loaded = new Map<number, LoadedRecord>()
  for (const { record, inspectorStatus, ...ofTemplate } of rows) {
    if (!isRecordInScope(scope, record)) continue
    const id = record.qcValueBaseId
    const own = values.get(id) ?? []
    const ofRecord = photosOf.get(id) ?? []
    const photos = ofRecord.filter(({ removedAt }) => removedAt === null)
    const removedPhotos = ofRecord.filter(({ removedAt }) => removedAt !== null)
    const { operatorId, createBy, submittedBy } = record
    // a removed value and an earlier submission leave only an entry of the audit trail
    const others = (authors.get(id) ?? []).map(({ actorId }) => actorId)
    const enterers = [own.map(({ enteredBy }) => enteredBy), photos.map(({ addedBy }) => addedBy)].flat()
    const all = new Set([operatorId, createBy, submittedBy ?? [], enterers, others].flat())
    const isInspectorActive = inspectorStatus === statuses.on
    const content = { values: own, photos, removedPhotos }
    loaded.set(id, { ...record, ...ofTemplate, isInspectorActive, ...content, authors: [...all] })
  }
  return loaded
}

/** One record of the scope. @throws Refusal 404 */
export async function loadRecord(store: Dialect, db: Reader, id: number, scope?: Scope): Promise<LoadedRecord> {
  const record = (await loadRecords(store, db, [id], scope)).get(id)
  if (!record) throw notFound()
  return record
}

const recordsByIds = statementIn((store, db) => {
  const { valueBases, templates, templateVersions, users } = store.t
  const { isLotRequired } = templates
  return db
    .select({
      record: valueBases,
      isLotRequired,
      contentSha256: templateVersions.contentSha256,
      inspectorStatus: users.status,
    })
    .from(valueBases)
    .innerJoin(templates, eq(templates.templateId, valueBases.templateId))
    .innerJoin(templateVersions, eq(templateVersions.versionId, valueBases.versionId))
    .leftJoin(users, eq(users.userId, valueBases.operatorId))
    .where(store.among(valueBases.qcValueBaseId, store.bind('records'), 'ids'))
})

const valuesByRecord = rowsByIds('values', 'qcValueBaseId', { orderBy: ['qcValueBaseId', 'valueId'] })

const auditedAuthorsByRecord = statementIn((store, db) => {
  const { entity, entityId, action, actorId } = store.t.audits
  const isOfThese = store.among(entityId, store.bind('records'), 'ids')
  return db
    .selectDistinct({ id: entityId, actorId })
    .from(store.t.audits)
    .where(and(eq(entity, literal('record')), isOfThese, inArray(action, AUTHORING.map(literal))))
})
