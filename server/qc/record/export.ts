import { and, eq, isNotNull, or } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { isChoice } from '#shared/qc/constants'
import type { RecordQuery } from '#shared/qc/record/schema'
import type { Reading, Store } from '../../platform/store'
import type { Shown } from '../../platform/sheets/cell'
import { clockOf } from '../../platform/sheets/clock'
import { yieldToEventLoop } from '../../platform/chunks/yield-to-event-loop'
import { isInScope, scopeOf, type Scope } from '../../access/department/data-scope'
import type { Unpaged } from '../../platform/list/listing'
import type { RequestContext } from '../../access/operation-log/write'
import { appendAudit, authorOf, canonical } from '../audit/queries'
import { CORRECTION } from './content'
import { recordIdBatches, type Asking } from './list'
import { answersOf, dispositionsOf, reasonsOf, type Word } from './words'
import { choicesOf } from '../template/items'
import { literal, statement } from '../../platform/list/statement'

/** Records whose values are read in one go: a millisecond or two, and little memory at a time. */
const RECORDS = 50
/** An export is given up after so long. A million values take minutes, by a slow line. */
const LONGEST_MS = 30 * 60_000

/** One of the items, as the rows of its values name it. */
type ExportedItem = {
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
type ExportedRecord = Awaited<ReturnType<typeof recordsIn>>[number]
type ExportedGauge = Awaited<ReturnType<typeof gaugesIn>>[number]
/** A value before it was corrected, or what it was counted on. */
type Earlier = { part: 'raw' | 'den'; old: string | null }
/** A value, or the lack of one. */
type ExportedValue = Awaited<ReturnType<typeof valuesIn>>[number]
/** One row of the sheet; a record without values has one all the same. */
export type ExportedRow = {
  record: ExportedRecord
  inspectedAt: Shown
  value: ExportedValue | undefined
  item: ExportedItem | undefined
  gauge: ExportedGauge | undefined
  earlier: readonly Earlier[]
  approval: { at: Shown; name: string } | undefined
  /** Number of the record that this one tests again, where whoever asks may see it. */
  retestOf: string | undefined
  words: Words
}
/** What codes are called. */
type Words = { reasons: readonly Word[]; dispositions: readonly Word[] }

/** In the order of an index; that of the items follows from them. */
const valuesIn = statement((store) => {
  const { values } = store.t
  const { qcValueBaseId, itemId, itemKey, sampleNo, state, missingCode, raw, num, den, judgement } = values
  const { gaugeId, corrected } = values
  return store.db
    .select({
      qcValueBaseId,
      itemId,
      itemKey,
      sampleNo,
      state,
      missingCode,
      raw,
      num,
      den,
      judgement,
      gaugeId,
      corrected,
    })
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

const gaugesIn = statement((store) => {
  const { equipmentId, code, name, nameEn } = store.t.equipment
  return store.db
    .select({ equipmentId, code, name, nameEn })
    .from(store.t.equipment)
    .where(store.among(equipmentId, store.bind('gauges'), 'ids'))
})

/** The entries of the audit trail that say who approved records, and what values were before they were corrected. */
const trailIn = statement((store) => {
  const { id, entity, entityId, action, field, old, new: now, actorName } = store.t.audits
  return store.db
    .select({ entityId, action, field, old, actorName })
    .from(store.t.audits)
    .where(
      and(
        eq(entity, literal('record')),
        store.among(entityId, store.bind('records'), 'ids'),
        or(
          and(eq(field, literal('status')), eq(now, literal('approved'))),
          and(eq(action, literal(CORRECTION)), isNotNull(field)),
        ),
      ),
    )
    .orderBy(id)
})

/** Reads which of these values' gauges are not known yet. */
async function readGauges(store: Reading, values: readonly ExportedValue[], known: Map<number, ExportedGauge>) {
  const ids = new Set<number>()
  for (const { gaugeId } of values) if (gaugeId !== null && !known.has(gaugeId)) ids.add(gaugeId)
  if (ids.size === 0) return
  for (const gauge of await gaugesIn(store, { gauges: JSON.stringify({ ids: [...ids] }) })) {
    known.set(gauge.equipmentId, gauge)
  }
}

/** Who approved each record last, and earlier values by record, item and sample. */
async function readTrail(store: Reading, records: readonly ExportedRecord[], values: readonly ExportedValue[]) {
  const ids = new Set(records.flatMap((record) => (record.approvedAt === null ? [] : [record.qcValueBaseId])))
  for (const { corrected, qcValueBaseId } of values) if (corrected) ids.add(qcValueBaseId)
  const approvers = new Map<number, string>()
  const earlier = new Map<string, Earlier[]>()
  if (ids.size === 0) return { approvers, earlier }
  for (const entry of await trailIn(store, { records: JSON.stringify({ ids: [...ids] }) })) {
    const { entityId, field, old, actorName } = entry
    if (field === 'status') approvers.set(entityId, actorName)
    const [itemKey, sampleNo, part] = field?.split('/') ?? []
    if (part !== 'raw' && part !== 'den') continue
    const key = placeOf(entityId, itemKey!, sampleNo!)
    const before = earlier.get(key) ?? []
    before.push({ part, old })
    earlier.set(key, before)
  }
  return { approvers, earlier }
}

const placeOf = (qcValueBaseId: number, itemKey: string, sampleNo: number | string) =>
  `${qcValueBaseId}/${itemKey}/${sampleNo}`

/** Reads what of these values' items is not known yet. There are far fewer of them than of values. */
async function readItems(store: Reading, values: readonly ExportedValue[], known: Map<number, ExportedItem>) {
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
  const originals = alias(valueBases, 'originals')
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
      firstJudgement: valueBases.firstJudgement,
      disposition: valueBases.disposition,
      remark: valueBases.remark,
      approvedAt: valueBases.approvedAt,
      retestNo: originals.recordNo,
      retestDeptId: originals.deptId,
      retestOperatorId: originals.operatorId,
      tz: products.tz,
    })
    .from(valueBases)
    .innerJoin(products, eq(products.productId, valueBases.productId))
    .innerJoin(templates, eq(templates.templateId, valueBases.templateId))
    .innerJoin(templateVersions, eq(templateVersions.versionId, valueBases.versionId))
    .leftJoin(lots, eq(lots.lotId, valueBases.lotId))
    .leftJoin(equipment, eq(equipment.equipmentId, valueBases.equipmentId))
    .leftJoin(shifts, eq(shifts.shiftId, valueBases.shiftId))
    .leftJoin(originals, eq(originals.qcValueBaseId, valueBases.retestOf))
    .where(store.among(valueBases.qcValueBaseId, store.bind('records'), 'ids'))
})

/**
 * All values of the records that the filters find, record by record, as they are at the moment when the first is asked for.
 * Who takes them too slowly gets no more: the database keeps that moment meanwhile, and all that was changed since (ADR 55).
 */
export async function* valueBatches(
  store: Store,
  query: Unpaged<RecordQuery>,
  asking: Asking,
): AsyncGenerator<ExportedRow[]> {
  const began = performance.now()
  const at = await store.openSnapshot()
  try {
    for await (const rows of batchesAt(at, query, asking)) {
      yield rows
      if (performance.now() - began > LONGEST_MS) throw new Error('The export was taken too slowly.')
    }
  } finally {
    await at.close()
  }
}

async function* batchesAt(store: Reading, query: Unpaged<RecordQuery>, asking: Asking): AsyncGenerator<ExportedRow[]> {
  const words = {
    reasons: await reasonsOf(store, store.db, 'all'),
    dispositions: await dispositionsOf(store, store.db, 'all'),
  }
  const scope = await scopeOf(store, asking.operator)
  const items = new Map<number, ExportedItem>()
  const gauges = new Map<number, ExportedGauge>()
  const clocks = new Map<string, (at: number) => Shown>()
  function shownIn(tz: string, at: number) {
    const clock = clocks.get(tz) ?? clockOf(tz)
    clocks.set(tz, clock)
    return clock(at)
  }
  for await (const found of recordIdBatches(store, query, asking)) {
    for (let from = 0; from < found.length; from += RECORDS) {
      const ids = found.slice(from, from + RECORDS)
      const among = { records: JSON.stringify({ ids }) }
      const records = new Map((await recordsIn(store, among)).map((record) => [record.qcValueBaseId, record]))
      const values = await valuesIn(store, among)
      await readItems(store, values, items)
      await readGauges(store, values, gauges)
      const trail = await readTrail(store, [...records.values()], values)
      yield rowsOf(ids, records, values, { items, gauges, words, scope, shownIn, ...trail })
      await yieldToEventLoop()
    }
  }
}

/** Rows of records, in their order; those of one in the order of its items. @param values record by record */
function rowsOf(
  ids: readonly number[],
  records: ReadonlyMap<number, ExportedRecord>,
  values: readonly ExportedValue[],
  known: Known,
): ExportedRow[] {
  const { items, gauges, words, earlier } = known
  const firstOf = new Map<number, number>()
  for (let index = values.length - 1; index >= 0; index--) firstOf.set(values[index]!.qcValueBaseId, index)
  return ids.flatMap((id) => {
    const record = records.get(id)! // none is ever deleted
    const inspectedAt = { at: record.inspectedAt, offsetMin: record.tzMin }
    const ofRecord = {
      record,
      inspectedAt,
      approval: approvalOf(record, known),
      retestOf: retestOf(record, known),
      words,
    }
    const rows: ExportedRow[] = []
    for (let index = firstOf.get(id) ?? values.length; values[index]?.qcValueBaseId === id; index++) {
      const value = values[index]!
      const gauge = value.gaugeId === null ? undefined : gauges.get(value.gaugeId)
      const before = value.corrected ? earlier.get(placeOf(id, value.itemKey, value.sampleNo)) : undefined
      rows.push({ ...ofRecord, value, item: items.get(value.itemId)!, gauge, earlier: before ?? [] }) // items stay
    }
    if (rows.length === 0) return { ...ofRecord, value: undefined, item: undefined, gauge: undefined, earlier: [] }
    return rows.sort((a, b) => a.item!.seq - b.item!.seq)
  })
}

type Known = {
  items: ReadonlyMap<number, ExportedItem>
  gauges: ReadonlyMap<number, ExportedGauge>
  approvers: ReadonlyMap<number, string>
  earlier: ReadonlyMap<string, readonly Earlier[]>
  words: Words
  scope: Scope | undefined
  shownIn: (tz: string, at: number) => Shown
}

const approvalOf = ({ qcValueBaseId, approvedAt, tz }: ExportedRecord, { approvers, shownIn }: Known) =>
  approvedAt === null ? undefined : { at: shownIn(tz, approvedAt), name: approvers.get(qcValueBaseId) ?? '' }

function retestOf({ retestNo, retestDeptId, retestOperatorId }: ExportedRecord, { scope }: Known) {
  if (retestNo === null || !isInScope(scope, { deptId: retestDeptId, createBy: retestOperatorId })) return undefined
  return retestNo
}

/** Tells the audit trail that records were taken out of the house, and which: those that these filters find. */
export const noteExport = (
  store: Store,
  context: RequestContext,
  { orders: _orders, ...filters }: Unpaged<RecordQuery>,
): Promise<void> =>
  store.tx(async (db) =>
    appendAudit(store, db, await authorOf(store, db, context), [
      { entity: 'record', entityId: 0, action: 'export', new: canonical(filters) },
    ]),
  )
