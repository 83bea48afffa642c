import { eq } from 'drizzle-orm'
import { isChoice, type ItemType, type Judgement, type ValueState } from '#shared/qc/constants'
import type { RecordQuery, RecordRow } from '#shared/schemas/qc-record'
import type { Store } from '../store'
import type { Shown } from '../sheets/cell'
import { turn } from '../turn'
import type { Unpaged } from './listing'
import type { Act } from './operation'
import { appendAudit, authorOf, canonical } from './qc-audit'
import { recordBatches, type Asking } from './qc-record-list'
import { answersOf, reasonsOf, type Word } from './qc-record-words'
import { choicesOf } from './qc-template-items'
import { statement } from './statement'

/** Records whose values are read in one go: a few milliseconds. */
const RECORDS = 200

/** A value, or the lack of one, of one of the items. */
export type ExportedValue = {
  qcValueBaseId: number
  itemId: number
  type: ItemType
  code: string
  name: string
  unit: string
  lsl: string | null
  usl: string | null
  sampleNo: number
  state: ValueState
  missingCode: string | null
  raw: string | null
  num: number | null
  den: number | null
  judgement: Judgement
  corrected: boolean
}
/** One row of the sheet; a record without values has one all the same. */
export type ExportedRow = {
  record: RecordRow
  inspectedAt: Shown
  value: ExportedValue | undefined
  /** What the item can be answered with, where it has choices. */
  answers: readonly Word[] | undefined
  /** Why there may be no value. */
  reasons: readonly Word[]
}

const valuesIn = statement((store) => {
  const { values, templateItems } = store.t
  return store.db
    .select({
      qcValueBaseId: values.qcValueBaseId,
      itemId: values.itemId,
      type: templateItems.type,
      code: templateItems.code,
      name: templateItems.name,
      unit: templateItems.unit,
      lsl: templateItems.lsl,
      usl: templateItems.usl,
      sampleNo: values.sampleNo,
      state: values.state,
      missingCode: values.missingCode,
      raw: values.raw,
      num: values.num,
      den: values.den,
      judgement: values.judgement,
      corrected: values.corrected,
    })
    .from(values)
    .innerJoin(templateItems, eq(templateItems.itemId, values.itemId))
    .where(store.among(values.qcValueBaseId, store.bind('records'), 'ids'))
    .orderBy(values.qcValueBaseId, templateItems.seq, values.sampleNo)
})

/** What items with choices can be answered with. */
const choicesIn = statement((store) => {
  const { itemId, type, choices } = store.t.templateItems
  return store.db
    .select({ itemId, type, choices })
    .from(store.t.templateItems)
    .where(store.among(itemId, store.bind('items'), 'ids'))
})

async function readAnswers(store: Store, values: readonly ExportedValue[], known: Map<number, readonly Word[]>) {
  const missing = values.filter(({ type, itemId }) => isChoice(type) && !known.has(itemId))
  const ids = [...new Set(missing.map(({ itemId }) => itemId))]
  if (ids.length === 0) return
  for (const row of await choicesIn(store, { items: JSON.stringify({ ids }) })) {
    known.set(row.itemId, answersOf({ type: row.type, choices: choicesOf(row) }))
  }
}

/** How far ahead of UTC the clocks of product lines were. */
const offsetsIn = statement((store) => {
  const { qcValueBaseId, tzMin } = store.t.valueBases
  return store.db
    .select({ qcValueBaseId, tzMin })
    .from(store.t.valueBases)
    .where(store.among(qcValueBaseId, store.bind('records'), 'ids'))
})

/** All values of the records that the filters find, record by record. */
export async function* valueBatches(
  store: Store,
  query: Unpaged<RecordQuery>,
  asking: Asking,
): AsyncGenerator<ExportedRow[]> {
  const reasons = await reasonsOf(store, store.db, 'all')
  const answers = new Map<number, readonly Word[]>()
  for await (const records of recordBatches(store, query, asking)) {
    for (let from = 0; from < records.length; from += RECORDS) {
      const some = records.slice(from, from + RECORDS)
      const ids = some.map(({ qcValueBaseId }) => qcValueBaseId)
      const among = { records: JSON.stringify({ ids }) }
      const values = await valuesIn(store, among)
      await readAnswers(store, values, answers)
      const offsets = new Map((await offsetsIn(store, among)).map((row) => [row.qcValueBaseId, row.tzMin]))
      const byRecord = Map.groupBy(values, ({ qcValueBaseId }) => qcValueBaseId)
      yield some.flatMap((record): ExportedRow[] => {
        const offsetMin = offsets.get(record.qcValueBaseId) ?? 0
        const inspectedAt = { at: Date.parse(record.inspectedAt), offsetMin }
        return (byRecord.get(record.qcValueBaseId) ?? [undefined]).map((value) => {
          return { record, inspectedAt, value, answers: value && answers.get(value.itemId), reasons }
        })
      })
      await turn()
    }
  }
}

/** Tells the audit trail that records were taken out of the house, and which: those that these filters find. */
export const noteExport = (
  store: Store,
  act: Act,
  { orders: _orders, ...filters }: Unpaged<RecordQuery>,
): Promise<void> =>
  store.tx(async (db) =>
    appendAudit(store, db, await authorOf(store, db, act), [
      { entity: 'record', entityId: 0, action: 'export', new: canonical(filters) },
    ]),
  )
