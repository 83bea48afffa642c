import { and, asc, eq, gte, inArray, lte, max, not } from 'drizzle-orm'
import type { AnySQLiteColumn } from 'drizzle-orm/sqlite-core'
import type { Dialect, Reader, Store } from '../../platform/store'
import type { FoundFault, Faults } from './fault'
import { inTrail, isExact, nextIds, type IdSource } from './ids'
import { inAdaptiveBatches } from './batching'
import type { ReportPart } from './progress'
import { recordFaults, type Slice } from './record'
import type { BoundVersion } from './replay'
import { chunks } from '../../platform/chunks/chunk'
import { literal, oneRow, statementIn } from '../../platform/list/statement'

/** Records that are compared in one go at most. */
const MOST = 200
/** Values that are read in one go, unless one record has more. */
const MOST_VALUES = 3000

type RecordsChecked = { records: number; signatures: number }

/**
 * Compares every record with what the trail says of it: its values, its head, how far it has come, what was signed and
 * said of it. One that seems to differ is looked at once more while nobody writes: it may have been changed between two
 * looks. Of one whose entries were themselves changed nothing can be said.
 * @param hearNumber is told the number of each record that the trail tells of
 */
export async function checkRecords(
  store: Store,
  faults: Faults,
  { hearNumber, report }: { hearNumber: (recordNo: string) => void; report: ReportPart },
): Promise<RecordsChecked> {
  const { audits, signatures, valueBases } = store.t
  const sources: IdSource[] = [
    { table: valueBases, id: valueBases.qcValueBaseId },
    { table: audits, id: audits.entityId, where: and(eq(audits.entity, literal('record')), inTrail(store.t)) },
    { table: signatures, id: signatures.entityId, where: eq(signatures.entity, literal('record')) },
  ]
  const checked = { records: 0, signatures: 0 }
  const versions: Versions = new Map()
  let after: number | undefined
  await inAdaptiveBatches(MOST, async (size) => {
    const ids = await nextIds(store.db, sources, after, size)
    const from = ids[0]
    if (from === undefined) return false
    const to = await fittingEnd(store, ids)
    const slice = await readSlice(store, store.db, { from, to }, versions)
    after = to
    checked.records += slice.filter(({ record }) => record !== undefined).length
    checked.signatures += slice.reduce((sum, { signatures }) => sum + signatures.length, 0)
    report(to)
    for (const one of slice) {
      const recordNo = one.entries.find(({ action }) => action === 'create')?.new
      if (recordNo) hearNumber(recordNo)
      const isReadable = one.entries.every(({ id }) => !faults.isUntrue(id))
      if (!isReadable || recordFaults(one).length === 0) continue
      for (const fault of await certain(store, one.id)) faults.add(fault)
    }
    return true
  })
  for (const { qcValueBaseId, recordNo } of await beyondNumbers(store)) {
    const about = { qcValueBaseId, recordNo, values: { recordNo } }
    faults.add({ ...about, kind: 'record', key: 'qcAudit.fault.recordUntold' })
  }
  return checked
}

/** The highest id of a record: with it they are all done. */
export const lastRecord = oneRow(({ db, t: { valueBases } }) =>
  db.select({ id: max(valueBases.qcValueBaseId) }).from(valueBases),
)

/** Records whose ids no number holds, which nobody has ever been given. */
const beyondNumbers = ({ db, t: { valueBases } }: Store) =>
  db
    .select({ qcValueBaseId: valueBases.qcValueBaseId, recordNo: valueBases.recordNo })
    .from(valueBases)
    .where(not(isExact(valueBases.qcValueBaseId)))

/** How far a slice may go so that it holds no more than so many values: records differ by a thousand times. */
async function fittingEnd({ db, t: { values } }: Store, ids: readonly number[]): Promise<number> {
  const [from, to] = [ids[0]!, ids.at(-1)!]
  const [beyond] = await db
    .select({ id: values.qcValueBaseId })
    .from(values)
    .where(and(gte(values.qcValueBaseId, from), lte(values.qcValueBaseId, to)))
    .orderBy(values.qcValueBaseId)
    .limit(1)
    .offset(MOST_VALUES)
  return beyond ? Math.max(from, ids.findLast((id) => id < beyond.id) ?? from) : to
}

/** The faults of one record, read in one transaction. */
const certain = (store: Store, id: number): Promise<FoundFault[]> =>
  store.tx(async (db) => (await readSlice(store, db, { from: id, to: id }, new Map())).flatMap(recordFaults))

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

/** Everything about the records of these ids, both ends included. */
async function readSlice(
  store: Dialect,
  db: Reader,
  { from, to }: { from: number; to: number },
  versions: Versions,
): Promise<Slice[]> {
  const ends = { from, to }
  const rows = await basesWithin(store, db, ends)
  const entries = await entriesWithin(store, db, ends)
  const read = await valuesWithin(store, db, ends)
  const signed = await signaturesWithin(store, db, ends)
  const said = await commentsWithin(store, db, ends)
  await findVersions(store, db, [...new Set(rows.map(({ versionId }) => versionId))], versions)
  const recordOf = new Map(rows.map((record) => [record.qcValueBaseId, record]))
  const valuesOf = Map.groupBy(read, ({ qcValueBaseId }) => qcValueBaseId)
  const entriesOf = Map.groupBy(entries, (entry) => entry.entityId)
  const signaturesOf = Map.groupBy(signed, (signature) => signature.entityId)
  const commentsOf = Map.groupBy(said, ({ qcValueBaseId }) => qcValueBaseId)
  const ids = new Set([...recordOf.keys(), ...entriesOf.keys(), ...signaturesOf.keys()])
  return [...ids].map((one) => {
    const record = recordOf.get(one)
    return {
      id: one,
      record,
      version: (record && versions.get(record.versionId)) ?? { sha256: null, itemIds: new Map<string, number>() },
      values: valuesOf.get(one) ?? [],
      entries: entriesOf.get(one) ?? [],
      signatures: signaturesOf.get(one) ?? [],
      comments: commentsOf.get(one) ?? [],
    }
  })
}

/** What records are held against of the versions that they are bound to: published ones, which stay as they are. */
type Versions = Map<number, BoundVersion>

/** Adds those that are not known yet. */
async function findVersions({ t }: Dialect, db: Reader, ids: readonly number[], known: Versions): Promise<void> {
  const { templateVersions, templateItems } = t
  for (const chunk of chunks(ids.filter((id) => !known.has(id)))) {
    const { versionId, itemKey, itemId } = templateItems
    const items = await db.select({ versionId, itemKey, itemId }).from(templateItems).where(inArray(versionId, chunk))
    const itemsOf = Map.groupBy(items, (item) => item.versionId)
    const versions = await db
      .select({ id: templateVersions.versionId, sha256: templateVersions.contentSha256 })
      .from(templateVersions)
      .where(inArray(templateVersions.versionId, chunk))
    for (const { id, sha256 } of versions) {
      const itemIds = new Map((itemsOf.get(id) ?? []).map((item) => [item.itemKey, item.itemId]))
      known.set(id, { sha256, itemIds })
    }
  }
}
