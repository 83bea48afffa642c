import { eq } from 'drizzle-orm'
import { isChoice } from '#shared/qc/constants'
import type { RecordQuery } from '#shared/schemas/qc-record'
import type { Store } from '../store'
import type { Shown } from '../sheets/cell'
import { turn } from '../turn'
import type { Unpaged } from './listing'
import type { Act } from './operation'
import { appendAudit, authorOf, canonical } from './qc-audit'
import { recordIdBatches, type Asking } from './qc-record-list'
import { answersOf, reasonsOf, type Word } from './qc-record-words'
import { choicesOf } from './qc-template-items'
import { statement } from './statement'

/** Records whose values are read in one go: a millisecond or two, and little memory at a time. */
const RECORDS = 50

/** One of the items, as the rows of its values name it. */
export type ExportedItem = {
  itemId: number
  seq: number
  code: string
  name: string
  nameEn: string
  unit: string
  lsl: number | undefined
  usl: number | undefined
  /** What it can be answered with, where it has choices. */
  answers: readonly Word[] | undefined
}
export type ExportedRecord = Awaited<ReturnType<typeof recordsIn>>[number]
/** A value, or the lack of one. */
export type ExportedValue = Awaited<ReturnType<typeof valuesIn>>[number]
/** One row of the sheet; a record without values has one all the same. */
export type ExportedRow = {
  record: ExportedRecord
  inspectedAt: Shown
  value: ExportedValue | undefined
  item: ExportedItem | undefined
  /** Why there may be no value. */
  reasons: readonly Word[]
}

/** In the order of an index; that of the items follows from them. */
const valuesIn = statement((store) => {
  const { qcValueBaseId, itemId, sampleNo, state, missingCode, raw, num, den, judgement, corrected } = store.t.values
  return store.db
    .select({ qcValueBaseId, itemId, sampleNo, state, missingCode, raw, num, den, judgement, corrected })
    .from(store.t.values)
    .where(store.among(qcValueBaseId, store.bind('records'), 'ids'))
    .orderBy(qcValueBaseId, itemId, sampleNo)
})

const itemsIn = statement((store) => {
  const { itemId, seq, type, code, name, nameEn, unit, lsl, usl, choices } = store.t.templateItems
  return store.db
    .select({ itemId, seq, type, code, name, nameEn, unit, lsl, usl, choices })
    .from(store.t.templateItems)
    .where(store.among(itemId, store.bind('items'), 'ids'))
})

/** Reads what of these values' items is not known yet. There are far fewer of them than of values. */
async function readItems(store: Store, values: readonly ExportedValue[], known: Map<number, ExportedItem>) {
  const ids = new Set<number>()
  for (const { itemId } of values) if (!known.has(itemId)) ids.add(itemId)
  if (ids.size === 0) return
  for (const row of await itemsIn(store, { items: JSON.stringify({ ids: [...ids] }) })) {
    const { type, choices: _choices, lsl, usl, ...item } = row
    const answers = isChoice(type) ? answersOf({ type, choices: choicesOf(row) }) : undefined
    known.set(row.itemId, { ...item, lsl: numberOf(lsl), usl: numberOf(usl), answers })
  }
}

const numberOf = (limit: string | null) => (limit ? Number(limit) : undefined)

/** What a sheet shows of records, and nothing more: there may be very many. */
const recordsIn = statement((store) => {
  const { valueBases, products, templates, templateVersions, lots, equipment, shifts } = store.t
  return store.db
    .select({
      qcValueBaseId: valueBases.qcValueBaseId,
      recordNo: valueBases.recordNo,
      product: products.code,
      templateCode: templates.code,
      templateName: templates.name,
      templateNameEn: templates.nameEn,
      versionNo: templateVersions.versionNo,
      lotNo: lots.lotNo,
      equipmentName: equipment.name,
      equipmentNameEn: equipment.nameEn,
      shiftName: shifts.name,
      shiftNameEn: shifts.nameEn,
      operatorName: valueBases.operatorName,
      inspectedAt: valueBases.inspectedAt,
      tzMin: valueBases.tzMin,
      businessDay: valueBases.businessDay,
      status: valueBases.status,
      signLevels: valueBases.signLevels,
      judgement: valueBases.judgement,
    })
    .from(valueBases)
    .innerJoin(products, eq(products.productId, valueBases.productId))
    .innerJoin(templates, eq(templates.templateId, valueBases.templateId))
    .innerJoin(templateVersions, eq(templateVersions.versionId, valueBases.versionId))
    .leftJoin(lots, eq(lots.lotId, valueBases.lotId))
    .leftJoin(equipment, eq(equipment.equipmentId, valueBases.equipmentId))
    .leftJoin(shifts, eq(shifts.shiftId, valueBases.shiftId))
    .where(store.among(valueBases.qcValueBaseId, store.bind('records'), 'ids'))
})

/** All values of the records that the filters find, record by record. */
export async function* valueBatches(
  store: Store,
  query: Unpaged<RecordQuery>,
  asking: Asking,
): AsyncGenerator<ExportedRow[]> {
  const reasons = await reasonsOf(store, store.db, 'all')
  const items = new Map<number, ExportedItem>()
  for await (const found of recordIdBatches(store, query, asking)) {
    for (let from = 0; from < found.length; from += RECORDS) {
      const ids = found.slice(from, from + RECORDS)
      const among = { records: JSON.stringify({ ids }) }
      const records = new Map((await recordsIn(store, among)).map((record) => [record.qcValueBaseId, record]))
      const values = await valuesIn(store, among)
      await readItems(store, values, items)
      yield rowsOf(ids, records, values, { items, reasons })
      await turn()
    }
  }
}

/** Rows of records, in their order; those of one in the order of its items. @param values record by record */
function rowsOf(
  ids: readonly number[],
  records: ReadonlyMap<number, ExportedRecord>,
  values: readonly ExportedValue[],
  { items, reasons }: { items: ReadonlyMap<number, ExportedItem>; reasons: readonly Word[] },
): ExportedRow[] {
  const firstOf = new Map<number, number>()
  for (let place = values.length - 1; place >= 0; place--) firstOf.set(values[place]!.qcValueBaseId, place)
  return ids.flatMap((id) => {
    const record = records.get(id)! // none is ever deleted
    const inspectedAt = { at: record.inspectedAt, offsetMin: record.tzMin }
    const rows: ExportedRow[] = []
    for (let place = firstOf.get(id) ?? values.length; values[place]?.qcValueBaseId === id; place++) {
      const value = values[place]!
      rows.push({ record, inspectedAt, value, item: items.get(value.itemId)!, reasons }) // items stay
    }
    if (rows.length === 0) return { record, inspectedAt, value: undefined, item: undefined, reasons }
    return rows.sort((a, b) => a.item!.seq - b.item!.seq)
  })
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
