import { sql } from 'drizzle-orm'
import type { RecordSource } from '#shared/qc/constants'
import type { ValueInput } from '#shared/qc/record/schema'
import { insertInBatches } from '../../platform/chunks/insert-in-batches'
import { rowsByIds } from '../../platform/list/rows-by'
import type { Dialect, Store, Writer } from '../../platform/store'
import { appendAudit, type AuditEntry, type Author } from '../audit/append'
import { markingFor, refuseMarked } from '../equipment/gauge-due'
import { boundItems } from '../template/items'
import { clocksOf } from './clock'
import { judgeValues } from './values'

export type NewRecord = {
  productId: number
  templateId: number
  /** A published or superseded version of the template. */
  versionId: number
  lotId?: number | null | undefined
  equipmentId?: number | null | undefined
  /** Left out: the one at work at that time, if any. */
  shiftId?: number | null | undefined
  operatorId: number
  operatorName: string
  deptId: number | null
  inspectedAt: number
  source: RecordSource
  remark: string
  clientUid?: string | null | undefined
  retestOf?: number | null | undefined
  values: readonly ValueInput[]
  author: Author
}

export type InsertedRecord = { qcValueBaseId: number; recordNo: string }

/**
 * Inserts drafts with their judged values, numbers and audit entries, in few statements. That lots, equipment and shifts
 * fit the product line is checked by the caller.
 * @returns ids and numbers in the order of `records`
 * @param blockOverdueGauge refuses what is measured with equipment past its calibration date, which is else marked
 * @throws Refusal at the value that is not what its item asks for
 */
export async function insertRecords(
  store: Dialect,
  db: Writer,
  records: readonly NewRecord[],
  { blockOverdueGauge = false } = {},
): Promise<InsertedRecord[]> {
  if (records.length === 0) return []
  const idsOf = (field: 'versionId' | 'productId' | 'templateId') => new Set(records.map((record) => record[field]))
  const items = await boundItems(store, db, idsOf('versionId'))
  const clockAt = await clocksOf(store, db, idsOf('productId'))
  const templates = await signLevelsByTemplate(store, db, idsOf('templateId'))
  const signLevels = new Map(templates.map((template) => [template.templateId, template.signLevels]))
  const judged = records.map(({ values: input, author, ...record }) => {
    const { inspection, values } = judgeValues(items.get(record.versionId)!, input, record.source)
    const { equipmentId = null, lotId = null, clientUid = null, retestOf = null } = record
    return { record: { ...record, equipmentId, lotId, clientUid, retestOf }, input, author, inspection, values }
  })
  const measured = judged.map(({ record, values }) => ({ ...record, values }))
  const mark = await markingFor(store, db, measured)
  const drafts = judged.map(({ record, input, author, inspection, values }) => {
    const { product, shiftId, ...day } = clockAt(record.productId, record.inspectedAt)
    const { judgement, ngItems, warnItems, missingItems } = inspection
    const row = {
      ...record,
      ...day,
      shiftId: record.shiftId ?? shiftId,
      createBy: author.userId,
      signLevels: signLevels.get(record.templateId)!,
      status: 'draft' as const,
      judgement,
      ngItems,
      warnItems,
      missingItems,
      contentAt: author.now,
      createdAt: author.now,
      updatedAt: author.now,
    }
    const marked = values.map((value) => mark(value, record))
    return { row, input, values: marked, author, counterKey: counterKeyOf(product, day.businessDay) }
  })
  if (blockOverdueGauge) {
    for (const { row, input, values } of drafts) await refuseMarked(store, db, values, input, row)
  }
  const counterKeys = drafts.map(({ counterKey }) => counterKey)
  const numbers = await takeNumbers(store, db, counterKeys)
  const rows = drafts.map(({ row }, index) => ({ ...row, recordNo: numbers[index]! }))
  const batches = await insertInBatches(store, db, rows, insertedRecords)
  const byNumber = new Map(batches.flat().map((inserted) => [inserted.recordNo, inserted]))
  const inserted = numbers.map((recordNo) => byNumber.get(recordNo)!)
  const values = drafts.flatMap((draft, index) => {
    const { userId: enteredBy, now: enteredAt } = draft.author
    const { qcValueBaseId } = inserted[index]!
    return draft.values.map((value) => ({ ...value, qcValueBaseId, enteredBy, enteredAt }))
  })
  await insertInBatches(store, db, values, insertedValues)
  const entries = inserted.map(({ qcValueBaseId: entityId, recordNo }, index): AuditEntry => {
    return { entity: 'record', entityId, action: 'create', new: recordNo, author: drafts[index]!.author }
  })
  await appendAudit(store, db, records[0]!.author, entries)
  return inserted
}

/** How many signatures templates ask for by now: their new records keep that. */
const signLevelsByTemplate = rowsByIds('templates', 'templateId', { fields: ['templateId', 'signLevels'] })

type Tables = Store['t']
const insertedRecords = ({ t: { valueBases } }: Dialect, db: Writer, rows: Tables['valueBases']['$inferInsert'][]) => {
  const { qcValueBaseId, recordNo } = valueBases
  return db.insert(valueBases).values(rows).returning({ qcValueBaseId, recordNo })
}
const insertedValues = ({ t: { values } }: Dialect, db: Writer, rows: Tables['values']['$inferInsert'][]) =>
  db.insert(values).values(rows)

/** The counter of the records of a product line and day. */
const counterKeyOf = (product: string, businessDay: string) =>
  `${product.toUpperCase()}-${businessDay.slice(2).replaceAll('-', '')}`

/**
 * Numbers for records, in the order of their `keys`, from counters that go up in the transaction of the records: none is
 * given twice, and none is left out.
 */
async function takeNumbers(store: Dialect, db: Writer, keys: readonly string[]): Promise<string[]> {
  const counts = Map.groupBy(keys, (key) => key)
  // in one order, so that two transactions on PostgreSQL never wait for each other
  const rows = [...counts].map(([counterKey, { length: last }]) => ({ counterKey, last })).sort(byKey)
  const next = new Map<string, number>()
  for (const { counterKey, last } of (await insertInBatches(store, db, rows, raisedCounters)).flat()) {
    next.set(counterKey, last - counts.get(counterKey)!.length + 1)
  }
  return keys.map((key) => {
    const number = next.get(key)!
    next.set(key, number + 1)
    return `${key}-${String(number).padStart(4, '0')}`
  })
}

type Counter = { counterKey: string; last: number }
const byKey = (a: Counter, b: Counter) => (a.counterKey < b.counterKey ? -1 : 1)

const raisedCounters = ({ t: { recordCounters } }: Dialect, db: Writer, rows: Counter[]) =>
  db
    .insert(recordCounters)
    .values(rows)
    .onConflictDoUpdate({
      target: recordCounters.counterKey,
      set: { last: sql`${recordCounters.last} + excluded.last` },
    })
    .returning()
