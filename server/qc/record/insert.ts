import type { RecordSource } from '#shared/qc/constants'
import type { ValueInput } from '#shared/qc/record/schema'
import type { Dialect, Reader, Store, Writer } from '../../platform/store'
import { insertInBatches } from '../../platform/chunks/insert-in-batches'
import { appendAudit, type Author } from '../audit/queries'
import { markingFor, refuseMarked } from '../equipment/gauge-due'
import { clocksOf } from './clock'
import { counterKey, takeNumbers } from './number'
import { judgeValues } from './values'
import { boundItems } from './version'
import { statementIn } from '../../platform/list/statement'

export type NewRecord = {
  productId: number
  templateId: number
  /** A published or superseded version of the template. */
  versionId: number
  lotId: number | null
  equipmentId: number | null
  /** Null: the one at work at that time, if any. */
  shiftId: number | null
  operatorId: number
  operatorName: string
  deptId: number | null
  inspectedAt: number
  source: RecordSource
  remark: string
  clientUid: string | null
  retestOf: number | null
  values: readonly ValueInput[]
  author: Author
}

type Tables = Store['t']

const inserted = ({ t: { valueBases } }: Dialect, db: Writer, rows: Tables['valueBases']['$inferInsert'][]) =>
  db.insert(valueBases).values(rows).returning({ id: valueBases.qcValueBaseId, recordNo: valueBases.recordNo })

const insertedValues = ({ t: { values } }: Dialect, db: Writer, rows: Tables['values']['$inferInsert'][]) =>
  db.insert(values).values(rows)

/**
 * Inserts drafts with their judged values, numbers and audit entries, in few statements. That lots, equipment and shifts
 * fit the product line is for the caller to look at.
 * @returns ids in the order of `records`
 * @param blockOverdueGauge refuses what is measured with equipment past its calibration date, which is else marked
 * @throws Refusal at the value that is not what its item asks for
 */
export async function insertRecords(
  store: Dialect,
  db: Writer,
  records: readonly NewRecord[],
  { blockOverdueGauge = false } = {},
): Promise<number[]> {
  if (records.length === 0) return []
  const itemsOf = await boundItems(
    store,
    db,
    records.map(({ versionId }) => versionId),
  )
  const placeOf = await clocksOf(
    store,
    db,
    records.map(({ productId }) => productId),
  )
  const levels = await signLevelsOf(
    store,
    db,
    records.map(({ templateId }) => templateId),
  )
  const judgedOf = new Map(
    records.map((record) => [record, judgeValues(itemsOf.get(record.versionId)!, record.values, record.source)]),
  )
  const measured = [...judgedOf].map(([{ equipmentId, inspectedAt }, { values }]) => ({
    equipmentId,
    inspectedAt,
    values,
  }))
  const mark = await markingFor(store, db, measured)
  const drafts = []
  for (const one of records) {
    const { values: given, author, ...record } = one
    const { inspection, values } = judgedOf.get(one)!
    const judged = values.map((value) => mark(value, record))
    if (blockOverdueGauge) await refuseMarked(store, db, judged, given, record)
    const { product, shiftId, ...day } = placeOf(record.productId, record.inspectedAt)
    const { judgement, ngItems, warnItems, missingItems } = inspection
    const stamps = { contentAt: author.now, createdAt: author.now, updatedAt: author.now }
    const found = { status: 'draft' as const, judgement, ngItems, warnItems, missingItems }
    const made = { createBy: author.userId, signLevels: levels.get(record.templateId)! }
    const row = { ...record, ...made, ...day, shiftId: record.shiftId ?? shiftId, ...found, ...stamps }
    drafts.push({ row, judged, author, key: counterKey(product, day.businessDay) })
  }
  const numbers = await takeNumbers(
    store,
    db,
    drafts.map(({ key }) => key),
  )
  const made = await insertInBatches(
    store,
    db,
    drafts.map(({ row }, index) => ({ ...row, recordNo: numbers[index]! })),
    inserted,
  )
  const ids = new Map(made.flat().map(({ id, recordNo }) => [recordNo, id]))
  const inOrder = numbers.map((recordNo) => ids.get(recordNo)!)
  const rows = drafts.flatMap(({ judged, author }, index) => {
    const entered = { qcValueBaseId: inOrder[index]!, enteredBy: author.userId, enteredAt: author.now }
    return judged.map((value) => ({ ...value, ...entered }))
  })
  await insertInBatches(store, db, rows, insertedValues)
  const entries = drafts.map(({ author }, index) => ({
    entity: 'record' as const,
    entityId: inOrder[index]!,
    action: 'create',
    new: numbers[index]!,
    author,
  }))
  await appendAudit(store, db, records[0]!.author, entries)
  return inOrder
}

/** How many signatures templates ask for by now: their new records keep that. */
async function signLevelsOf(store: Dialect, db: Reader, ids: readonly number[]) {
  const rows = await levelsAmong(store, db, { templates: JSON.stringify({ ids: [...new Set(ids)] }) })
  return new Map(rows.map((row) => [row.templateId, row.signLevels]))
}

const levelsAmong = statementIn((store, db) => {
  const { templateId, signLevels } = store.t.templates
  return db
    .select({ templateId, signLevels })
    .from(store.t.templates)
    .where(store.among(templateId, store.bind('templates'), 'ids'))
})
