import { and, asc, eq, gt, lte, max } from 'drizzle-orm'
import type { Reader, Store } from '../store'
import type { FoundFault, Faults } from './qc-audit-fault'
import { inPaces } from './qc-audit-pace'
import { recordFaults, type SignatureRow } from './qc-audit-record'
import type { TrailEntry } from './qc-audit-replay'
import type { Value, ValueBase } from './qc-record-content'
import { literal } from './statement'

/** Records that are compared in one go at most. */
const MOST = 200
/** Values that are read in one go, unless one record has more. */
const MOST_VALUES = 3000

export type RecordsChecked = { records: number; signatures: number }

/**
 * Compares every record with what the trail says of it: its values, its head, how far it has come, its signatures. One
 * that seems to differ is looked at once more while nobody writes: it may have been changed between two looks. Of one
 * whose entries were themselves changed nothing can be said.
 */
export async function checkRecords(store: Store, faults: Faults): Promise<RecordsChecked> {
  const { audits, valueBases } = store.t
  const [highest] = await store.db.select({ id: max(valueBases.qcValueBaseId) }).from(valueBases)
  const [told] = await store.db
    .select({ id: max(audits.entityId) })
    .from(audits)
    .where(eq(audits.entity, literal('record')))
  const last = Math.max(Number(highest?.id ?? 0), Number(told?.id ?? 0))
  const checked = { records: 0, signatures: 0 }
  let after = 0
  await inPaces(MOST, async (size) => {
    const upTo = await fittingEnd(store, after, Math.min(after + size, last))
    const slice = await readSlice(store, store.db, after, upTo)
    after = upTo
    checked.records += slice.filter(({ record }) => record !== undefined).length
    checked.signatures += slice.reduce((count, { signatures }) => count + signatures.length, 0)
    for (const one of slice) {
      const isTold = one.entries.every(({ id }) => !faults.isUntrue(id))
      if (!isTold || recordFaults(one).length === 0) continue
      for (const fault of await certain(store, one.id)) faults.add(fault)
    }
    return after < last
  })
  return checked
}

/** How far a slice may go so that it holds no more than so many values: records differ by a thousand times. */
async function fittingEnd({ db, t: { values } }: Store, after: number, last: number): Promise<number> {
  const [beyond] = await db
    .select({ id: values.qcValueBaseId })
    .from(values)
    .where(and(gt(values.qcValueBaseId, after), lte(values.qcValueBaseId, last)))
    .orderBy(values.qcValueBaseId)
    .limit(1)
    .offset(MOST_VALUES)
  return beyond ? Math.max(after + 1, beyond.id - 1) : last
}

/** The faults of one record, read in one transaction. */
const certain = (store: Store, id: number): Promise<FoundFault[]> =>
  store.tx(async (db) => (await readSlice(store, db, id - 1, id)).flatMap(recordFaults))

export type Slice = {
  id: number
  /** Undefined where only the trail knows it. */
  record: (ValueBase & { versionSha256: string | null }) | undefined
  values: Value[]
  entries: TrailEntry[]
  signatures: SignatureRow[]
}

/** Everything about the records whose ids are beyond `after`, up to `last`. */
async function readSlice({ t }: Store, db: Reader, after: number, last: number): Promise<Slice[]> {
  const { valueBases, values, audits, signatures, templateVersions } = t
  const rows = await db
    .select({ record: valueBases, versionSha256: templateVersions.contentSha256 })
    .from(valueBases)
    .leftJoin(templateVersions, eq(templateVersions.versionId, valueBases.versionId))
    .where(and(gt(valueBases.qcValueBaseId, after), lte(valueBases.qcValueBaseId, last)))
  const { id, at, actorId, actorName, entityId, action, field, old, new: now, reason, reasonCode } = audits
  const entries = await db
    .select({ id, at, actorId, actorName, entityId, action, field, old, new: now, reason, reasonCode })
    .from(audits)
    .where(and(eq(audits.entity, literal('record')), gt(entityId, after), lte(entityId, last)))
    .orderBy(asc(entityId), asc(id))
  const read = await db
    .select()
    .from(values)
    .where(and(gt(values.qcValueBaseId, after), lte(values.qcValueBaseId, last)))
  const signed = await db
    .select()
    .from(signatures)
    .where(
      and(eq(signatures.entity, literal('record')), gt(signatures.entityId, after), lte(signatures.entityId, last)),
    )
    .orderBy(asc(signatures.signatureId))
  const recordOf = new Map(rows.map(({ record, ...rest }) => [record.qcValueBaseId, { ...record, ...rest }]))
  const valuesOf = Map.groupBy(read, ({ qcValueBaseId }) => qcValueBaseId)
  const entriesOf = Map.groupBy(entries, (entry) => entry.entityId)
  const signaturesOf = Map.groupBy(signed, (signature) => signature.entityId)
  const ids = new Set([...recordOf.keys(), ...entriesOf.keys(), ...signaturesOf.keys()])
  return [...ids].map((one) => ({
    id: one,
    record: recordOf.get(one),
    values: valuesOf.get(one) ?? [],
    entries: entriesOf.get(one) ?? [],
    signatures: signaturesOf.get(one) ?? [],
  }))
}
