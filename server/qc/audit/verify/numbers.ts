import { and, eq, getTableName, max, sql } from 'drizzle-orm'
import type { AnySQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core'
import type { Store } from '../../../platform/store'
import { literal, statement } from '../../../platform/list/statement'
import type { Faults, FoundFault } from './faults'
import { inTrail, isExact } from './scan'

const counters = statement(({ db, t: { recordCounters } }) => db.select().from(recordCounters))

const sequences = statement(({ db }) =>
  db.select({ name: sql<string>`name`, last: sql`seq`.mapWith(Number) }).from(sql`sqlite_sequence`),
)

/**
 * Checks that the trail has every number ever given. If somebody cuts off its end and deletes the rows in that part,
 * the counters still have the old values. Numbers of records are counted in the transaction that makes the record, so
 * they have no gaps. SQLite also remembers the highest id of each table. PostgreSQL skips the ids of refused
 * transactions, so its ids tell nothing. Call this before reading the records: records made meanwhile are no fault.
 */
export async function beginNumbers(store: Store) {
  const given = await countersOf(store)
  const ids = store.dialect === 'sqlite' ? await sequences(store) : []
  /** Per counter: the number of records in the trail with a number given before the start, and the highest number. */
  const seen = new Map<string, { count: number; highest: number }>()

  /** Takes the number of a record in the trail. */
  function take(recordNo: string) {
    const end = recordNo.lastIndexOf('-')
    const [key, number] = [recordNo.slice(0, end), Number(recordNo.slice(end + 1))]
    const of = seen.get(key) ?? { count: 0, highest: 0 }
    if (number <= (given.get(key) ?? 0)) of.count++
    of.highest = Math.max(of.highest, number)
    seen.set(key, of)
  }

  async function end(faults: Faults) {
    const now = await countersOf(store)
    for (const [key, last] of given) {
      const count = seen.get(key)?.count ?? 0
      if (count !== last) faults.add({ kind: 'counter', key: 'qcAudit.fault.numberGone', values: { key, last, count } })
    }
    for (const [key, { highest }] of seen) {
      if (!(highest <= (now.get(key) ?? 0))) faults.add(counterFault(key))
    }
    if (faults.count() > 0) return // missing ids are already reported
    for (const { name, last } of ids) {
      const highest = await highestId(store, name)
      if (highest === undefined || last <= highest) continue
      faults.add({ kind: 'counter', key: 'qcAudit.fault.sequence', values: { table: name, last, highest } })
    }
  }
  return { take, end }
}

const counterFault = (key: string): FoundFault => ({
  kind: 'counter',
  key: 'qcAudit.fault.counterBehind',
  values: { key },
})

const countersOf = async (store: Store) =>
  new Map((await counters(store)).map(({ counterKey, last }) => [counterKey, last]))

/** The highest id in the rows of a table or in the trail; undefined if the table is not checked. */
async function highestId({ db, t }: Store, table: string): Promise<number | undefined> {
  const source = sourcesOf(t).find((one) => getTableName(one.table) === table)
  if (!source) return undefined
  const [row] = await db
    .select({ id: max(source.id) })
    .from(source.table)
    .where(isExact(source.id))
  const { audits } = t
  const [audited] = source.entity
    ? await db
        .select({ id: max(audits.entityId) })
        .from(audits)
        .where(and(eq(audits.entity, literal(source.entity)), isExact(audits.entityId), inTrail(t)))
    : []
  return Math.max(Number(row?.id ?? 0), Number(audited?.id ?? 0))
}

type IdPlace = { table: SQLiteTable; id: AnySQLiteColumn; entity?: string }

/** Tables whose rows are never deleted without an entry. */
const sourcesOf = (t: Store['t']): IdPlace[] => [
  { table: t.valueBases, id: t.valueBases.qcValueBaseId },
  { table: t.signatures, id: t.signatures.signatureId },
  { table: t.recordComments, id: t.recordComments.commentId },
  { table: t.limitSets, id: t.limitSets.limitSetId },
  { table: t.signals, id: t.signals.signalId },
  { table: t.templates, id: t.templates.templateId },
  { table: t.exclusions, id: t.exclusions.exclusionId, entity: 'exclusion' },
  { table: t.annotations, id: t.annotations.annotationId, entity: 'annotation' },
  { table: t.lots, id: t.lots.lotId, entity: 'lot' },
  { table: t.equipment, id: t.equipment.equipmentId, entity: 'equipment' },
]
