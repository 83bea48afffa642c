import { and, asc, eq, getTableColumns, gte, inArray, lte, max, not } from 'drizzle-orm'
import type { AnySQLiteColumn } from 'drizzle-orm/sqlite-core'
import { rowsInChunks } from '../../../platform/chunks/chunk'
import { literal, oneRow, statementIn } from '../../../platform/list/statement'
import type { Dialect, Reader, Store } from '../../../platform/store'
import type { Faults } from './faults'
import type { ReportPart } from './progress'
import { recordFaults, type RecordTrail } from './record-faults'
import type { BoundVersion } from './replay'
import { compareAll, inTrail, isExact } from './scan'

/** Maximum of records per batch. */
const MOST = 200
/** Maximum of values per batch, unless one record has more. */
const MOST_VALUES = 3000

/**
 * Compares every record with its entries in the trail: values, head, state, signatures and comments.
 * @param hearNumber is called with the number of each record in the trail
 */
export async function checkRecords(
  store: Store,
  faults: Faults,
  { hearNumber, report }: { hearNumber: (recordNo: string) => void; report: ReportPart },
): Promise<{ records: number; signatures: number }> {
  const { audits, signatures, valueBases } = store.t
  const checked = { records: 0, signatures: 0 }
  const versions: Versions = new Map()
  await compareAll<RecordTrail>(store, faults, {
    sources: [
      { table: valueBases, id: valueBases.qcValueBaseId },
      { table: audits, id: audits.entityId, where: and(eq(audits.entity, literal('record')), inTrail(store.t)) },
      { table: signatures, id: signatures.entityId, where: eq(signatures.entity, literal('record')) },
    ],
    most: MOST,
    fitting: (ids) => fittingIds(store, ids),
    read: (db, ids) => readTrails(store, db, { from: ids[0]!, to: ids.at(-1)! }, versions),
    visit(trail) {
      if (trail.record) checked.records++
      checked.signatures += trail.signatures.length
      const recordNo = trail.entries.find(({ action }) => action === 'create')?.new
      if (recordNo) hearNumber(recordNo)
    },
    report,
    entriesOf: ({ entries }) => entries,
    faultsOf: recordFaults,
  })
  // records never have ids beyond the exact integers of JavaScript
  const unknown = await store.db
    .select({ qcValueBaseId: valueBases.qcValueBaseId, recordNo: valueBases.recordNo })
    .from(valueBases)
    .where(not(isExact(valueBases.qcValueBaseId)))
  for (const { qcValueBaseId, recordNo } of unknown) {
    const about = { qcValueBaseId, recordNo, values: { recordNo } }
    faults.add({ ...about, kind: 'record', key: 'qcAudit.fault.recordUntold' })
  }
  return checked
}

/** The highest id of a record. After it, all records are compared. */
export const lastRecord = oneRow(({ db, t: { valueBases } }) =>
  db.select({ id: max(valueBases.qcValueBaseId) }).from(valueBases),
)

/**
 * The first ids whose records have at most {@link MOST_VALUES} values together. Records differ in size by a factor of a
 * thousand.
 */
async function fittingIds({ db, t: { values } }: Store, ids: readonly number[]): Promise<readonly number[]> {
  const [from, to] = [ids[0]!, ids.at(-1)!]
  const [beyond] = await db
    .select({ id: values.qcValueBaseId })
    .from(values)
    .where(and(gte(values.qcValueBaseId, from), lte(values.qcValueBaseId, to)))
    .orderBy(values.qcValueBaseId)
    .limit(1)
    .offset(MOST_VALUES)
  return beyond ? ids.filter((id) => id === from || id < beyond.id) : ids
}

const within = ({ bind }: Dialect, column: AnySQLiteColumn) => and(gte(column, bind('from')), lte(column, bind('to')))

const basesWithin = statementIn((store, db) => {
  const { valueBases } = store.t
  return db.select().from(valueBases).where(within(store, valueBases.qcValueBaseId))
})
const entriesWithin = statementIn((store, db) => {
  const { audits } = store.t
  const { id, at, actorId, actorName, entityId, action, field, old, new: now, reason, reasonCode } = audits
  return db
    .select({ id, at, actorId, actorName, entityId, action, field, old, new: now, reason, reasonCode })
    .from(audits)
    .where(and(eq(audits.entity, literal('record')), within(store, entityId), inTrail(store.t)))
    .orderBy(asc(entityId), asc(id))
})
const valuesWithin = statementIn((store, db) => {
  const { values } = store.t
  return db.select().from(values).where(within(store, values.qcValueBaseId))
})
const photosWithin = statementIn((store, db) => {
  const { content: _content, ...facts } = getTableColumns(store.t.photos)
  return db.select(facts).from(store.t.photos).where(within(store, store.t.photos.qcValueBaseId))
})
const signaturesWithin = statementIn((store, db) => {
  const { signatures } = store.t
  return db
    .select()
    .from(signatures)
    .where(and(eq(signatures.entity, literal('record')), within(store, signatures.entityId)))
    .orderBy(asc(signatures.signatureId))
})
const commentsWithin = statementIn((store, db) => {
  const { recordComments } = store.t
  return db
    .select()
    .from(recordComments)
    .where(within(store, recordComments.qcValueBaseId))
    .orderBy(asc(recordComments.commentId))
})

/** Everything about the records with these ids, both ends included. */
async function readTrails(
  store: Dialect,
  db: Reader,
  ends: { from: number; to: number },
  versions: Versions,
): Promise<RecordTrail[]> {
  const records = await basesWithin(store, db, ends)
  const entries = Map.groupBy(await entriesWithin(store, db, ends), ({ entityId }) => entityId)
  const values = Map.groupBy(await valuesWithin(store, db, ends), ({ qcValueBaseId }) => qcValueBaseId)
  const signatures = Map.groupBy(await signaturesWithin(store, db, ends), ({ entityId }) => entityId)
  const comments = Map.groupBy(await commentsWithin(store, db, ends), ({ qcValueBaseId }) => qcValueBaseId)
  const photos = Map.groupBy(await photosWithin(store, db, ends), ({ qcValueBaseId }) => qcValueBaseId!)
  const versionIds = records.map(({ versionId }) => versionId)
  await addVersions(store, db, versionIds, versions)
  const byId = new Map(records.map((record) => [record.qcValueBaseId, record]))
  const ids = new Set([...byId.keys(), ...entries.keys(), ...signatures.keys()])
  return [...ids].map((id) => {
    const record = byId.get(id)
    return {
      id,
      record,
      version: (record && versions.get(record.versionId)) ?? { sha256: null, itemIds: new Map<string, number>() },
      values: values.get(id) ?? [],
      photos: photos.get(id) ?? [],
      entries: entries.get(id) ?? [],
      signatures: signatures.get(id) ?? [],
      comments: comments.get(id) ?? [],
    }
  })
}

/** The versions of records: published ones, which never change. */
type Versions = Map<number, BoundVersion>

/** Adds versions not yet known. */
async function addVersions({ t }: Dialect, db: Reader, ids: readonly number[], versions: Versions): Promise<void> {
  const { templateVersions, templateItems } = t
  const missing = ids.filter((id) => !versions.has(id))
  if (missing.length === 0) return
  const { versionId, itemKey, itemId } = templateItems
  const items = await rowsInChunks(missing, (chunk) =>
    db.select({ versionId, itemKey, itemId }).from(templateItems).where(inArray(versionId, chunk)),
  )
  const byVersion = Map.groupBy(items, (item) => item.versionId)
  const rows = await rowsInChunks(missing, (chunk) =>
    db
      .select({ id: templateVersions.versionId, sha256: templateVersions.contentSha256 })
      .from(templateVersions)
      .where(inArray(templateVersions.versionId, chunk)),
  )
  for (const { id, sha256 } of rows) {
    const itemIds = new Map((byVersion.get(id) ?? []).map((item) => [item.itemKey, item.itemId]))
    versions.set(id, { sha256, itemIds })
  }
}
