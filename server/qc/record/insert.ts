import { getTableColumns, sql } from 'drizzle-orm'
import type { RecordSource } from '#shared/qc/constants'
import type { ValueInput } from '#shared/qc/record/schema'
import { allWritten } from '../../platform/chunks/all-written'
import { insertInBatches, type Insert } from '../../platform/chunks/insert-in-batches'
import { rowsByIds } from '../../platform/list/rows-by'
import type { Dialect, Reader, Writer } from '../../platform/store'
import type { Tables } from '../../tables'
import { appendAudit, type AuditEntry, type Author } from '../audit/append'
import { markingFor, refuseMarked } from '../equipment/gauge-due'
import { boundItems, itemsBound } from '../template/items'
import { clocksOf } from './clock'
import type { Value, ValueBase } from './content'
import { judgeAhead, judgeValues } from './values'

export type NewRecord = {
  productId: number
  templateId: number
  /** A published or superseded version of the template. */
  versionId: number
  lotId?: number | null | undefined
  equipmentId?: number | null | undefined
  /** If undefined: the running shift at that time, if any. */
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

/** An inserted draft with its values. */
export type InsertedRecord = ValueBase & { values: Omit<Value, 'valueId'>[] }

/**
 * Inserts drafts with their judged values, numbers and audit entries, in few statements. The caller checks that lots,
 * equipment and shifts fit the product line.
 * @returns the inserted drafts, in the order of `records`
 * @param blockOverdueGauge refuses values measured with equipment past its calibration date; otherwise they are marked
 * @throws Refusal at a value that does not fit its item
 */
export async function insertRecords(
  store: Dialect,
  db: Writer,
  records: readonly NewRecord[],
  { blockOverdueGauge = false } = {},
): Promise<InsertedRecord[]> {
  if (records.length === 0) return []
  const idsOf = (field: 'versionId' | 'productId' | 'templateId') => new Set(records.map((record) => record[field]))
  const [items, clockAt, templates] = await Promise.all([
    boundItems(store, db, idsOf('versionId')),
    clocksOf(store, db, idsOf('productId')),
    signLevelsByTemplate(store, db, idsOf('templateId')),
  ])
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
  const batches = await insertInBatches(store, db, 'valueBases', rows, answeringIds)
  const ids = new Map(batches.flat().map(({ recordNo, qcValueBaseId }) => [recordNo, qcValueBaseId]))
  const unsaid = defaultsOf(store.t.valueBases)
  const inserted = drafts.map(({ values, author }, index) => {
    const row = rows[index]!
    const qcValueBaseId = ids.get(row.recordNo)!
    const entered = { qcValueBaseId, enteredBy: author.userId, enteredAt: author.now, corrected: false }
    // with all columns
    return {
      ...unsaid,
      ...row,
      qcValueBaseId,
      values: values.map((value) => ({ ...value, ...entered })),
    } as InsertedRecord
  })
  const values = inserted.flatMap((record) => record.values)
  const entries = inserted.map(({ qcValueBaseId: entityId, recordNo }, index): AuditEntry => {
    return { entity: 'record', entityId, action: 'create', new: recordNo, author: drafts[index]!.author }
  })
  await allWritten(insertInBatches(store, db, 'values', values), appendAudit(store, db, records[0]!.author, entries))
  return inserted
}

/**
 * Judges the values of a record before it is inserted.
 * @param blockOverdueGauge as in {@link insertRecords}
 * @throws Refusal at a value that does not fit its item
 */
export async function refuseUnsound(
  store: Dialect,
  db: Reader,
  { versionId, values, source, equipmentId = null, inspectedAt }: NewRecord,
  { blockOverdueGauge = false },
): Promise<void> {
  const items = await itemsBound(store, db, versionId)
  judgeAhead(items, values, source)
  if (!blockOverdueGauge) return
  const measured = { equipmentId, inspectedAt, values: judgeValues(items, values, source).values }
  const mark = await markingFor(store, db, [measured])
  const marked = measured.values.map((value) => mark(value, measured))
  await refuseMarked(store, db, marked, values, measured)
}

/** The present sign levels of templates. Their new records keep them. */
const signLevelsByTemplate = rowsByIds('templates', 'templateId', { fields: ['templateId', 'signLevels'] })

const answeringIds = (insert: Insert<'valueBases'>, { valueBases: { qcValueBaseId, recordNo } }: Tables) =>
  insert.returning({ qcValueBaseId, recordNo })

/** The values of columns that an insert leaves out. */
const defaultsOf = (table: Tables['valueBases']) =>
  Object.fromEntries(Object.entries(getTableColumns(table)).map(([field, column]) => [field, column.default ?? null]))

/** The counter of a product line's records of a day. */
const counterKeyOf = (product: string, businessDay: string) =>
  `${product.toUpperCase()}-${businessDay.slice(2).replaceAll('-', '')}`

/**
 * Numbers for records, in the order of their `keys`. The counters grow in the transaction of the records: no number is
 * given twice or left out.
 */
async function takeNumbers(store: Dialect, db: Writer, keys: readonly string[]): Promise<string[]> {
  const counts = Map.groupBy(keys, (key) => key)
  // always in the same order, so that two transactions on PostgreSQL never deadlock
  const rows = [...counts].map(([counterKey, { length: last }]) => ({ counterKey, last })).sort(byKey)
  const next = new Map<string, number>()
  for (const { counterKey, last } of (await insertInBatches(store, db, 'recordCounters', rows, raised)).flat()) {
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

const raised = (insert: Insert<'recordCounters'>, { recordCounters }: Tables) =>
  insert
    .onConflictDoUpdate({
      target: recordCounters.counterKey,
      set: { last: sql`${recordCounters.last} + excluded.last` },
    })
    .returning()
