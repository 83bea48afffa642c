import { and, eq, isNotNull, or } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { isChoice } from '#shared/qc/constants'
import { photoName } from '#shared/qc/record/photo-limits'
import type { RecordQuery } from '#shared/qc/record/schema'
import { needsChangeReason } from '#shared/qc/record/workflow'
import { scopeOf, type Scope } from '../../access/department/data-scope'
import type { RequestContext } from '../../access/operation-log/write'
import { yieldToEventLoop } from '../../platform/chunks/yield-to-event-loop'
import type { Unpaged } from '../../platform/list/listing'
import { rowsByIds } from '../../platform/list/rows-by'
import { literal, statement } from '../../platform/list/statement'
import type { Shown } from '../../platform/sheets/cell'
import { clockOf } from '../../platform/sheets/clock'
import type { Reading, Store } from '../../platform/store'
import { auditReading, canonical } from '../audit/append'
import { answersOf, dispositionCodes, missingReasons, type NamedCode } from '../lookup/named-codes'
import { choicesOf, itemRowsOf } from '../template/items'
import { CORRECTION } from './content'
import { recordIdBatches, type Viewer } from './list'
import { isRecordInScope } from './scope'

/** Records per read: a millisecond or two, and little memory at a time. */
const BATCH = 50
/** A longer export is cancelled. A million values take minutes on a slow connection. */
const LONGEST_MS = 30 * 60_000

const valuesByRecord = rowsByIds('values', 'qcValueBaseId', {
  fields: [
    'qcValueBaseId',
    'itemId',
    'itemKey',
    'sampleNo',
    'state',
    'missingCode',
    'raw',
    'num',
    'den',
    'judgement',
    'gaugeId',
    'corrected',
  ],
  // the order of an index; the order of items is derived later
  orderBy: ['qcValueBaseId', 'itemId', 'sampleNo'],
})
const photosByRecord = rowsByIds('photos', 'qcValueBaseId', {
  fields: ['photoId', 'qcValueBaseId', 'itemKey', 'mediaType', 'removedAt'],
  orderBy: ['qcValueBaseId', 'photoId'],
})
const itemsByIds = rowsByIds('templateItems', 'itemId', {
  fields: ['itemId', 'seq', 'type', 'code', 'name', 'nameEn', 'unit', 'lsl', 'usl', 'choices'],
})
const gaugesByIds = rowsByIds('equipment', 'equipmentId', { fields: ['equipmentId', 'code', 'name', 'nameEn'] })

/** The entries of the audit trail with the approvers of records, and with values before their correction. */
const entriesByRecord = statement((store) => {
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

/** Only the columns of a sheet, because records may be very many. */
const recordsByIds = statement((store) => {
  const { valueBases, products, templates, templateVersions, lots, equipment, shifts } = store.t
  const originals = alias(valueBases, 'originals')
  return store.db
    .select({
      qcValueBaseId: valueBases.qcValueBaseId,
      recordNo: valueBases.recordNo,
      versionId: valueBases.versionId,
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
      submittedAt: valueBases.submittedAt,
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

type ExportedRecord = Awaited<ReturnType<typeof recordsByIds>>[number]
type ExportedPhoto = Awaited<ReturnType<typeof photosByRecord>>[number]
type ExportedGauge = Awaited<ReturnType<typeof gaugesByIds>>[number]
/** A value, or the reason for its absence. */
type ExportedValue = Awaited<ReturnType<typeof valuesByRecord>>[number]
/** A value as in its row. One removed by a correction has neither text nor judgement. */
type ShownValue = Pick<ExportedValue, 'qcValueBaseId' | 'itemId' | 'itemKey' | 'sampleNo' | 'corrected'> &
  Partial<ExportedValue>
type ExportedItem = ReturnType<typeof exportedItem>
/** A value, or its sample size, before a correction. */
type Earlier = { part: 'raw' | 'den'; old: string | null }
/** One row of the sheet; a record without values also has one. */
export type ExportedRow = {
  record: ExportedRecord
  inspectedAt: Shown
  value: ShownValue | undefined
  item: ExportedItem | undefined
  gauge: ExportedGauge | undefined
  earlier: readonly Earlier[]
  approval: { at: Shown; name: string } | undefined
  /** Photo names: those of the item in the row of its first value, those of the record in its first row. */
  photos: readonly string[]
  /** Number of the record that this one tests again, if it is in the operator's scope. */
  retestOf: string | undefined
  names: Names
}
/** The names of codes. */
type Names = { reasons: readonly NamedCode[]; dispositions: readonly NamedCode[] }

/** An item as in the rows of its values; `answers` only for choices. */
function exportedItem(row: Awaited<ReturnType<typeof itemsByIds>>[number]) {
  const { itemId, seq, type, code, name, nameEn, unit, lsl, usl } = row
  const answers = isChoice(type) ? answersOf({ type, choices: choicesOf(row) }) : undefined
  const limits = { lsl: lsl ? Number(lsl) : undefined, usl: usl ? Number(usl) : undefined }
  return { itemId, seq, code, name, nameEn, unit, ...limits, answers }
}

/**
 * All values of the records that match the filters, record by record, as of the first read. A reader that is too slow
 * gets no more: meanwhile the database keeps the state of that moment, and all changes since (ADR 55).
 */
export async function* valueBatches(
  store: Store,
  query: Unpaged<RecordQuery>,
  viewer: Viewer,
): AsyncGenerator<ExportedRow[]> {
  const began = performance.now()
  const at = await store.openSnapshot()
  try {
    for await (const rows of batchesAt(at, query, viewer)) {
      yield rows
      if (performance.now() - began > LONGEST_MS) throw new Error('The export was taken too slowly.')
    }
  } finally {
    await at.close()
  }
}

async function* batchesAt(store: Reading, query: Unpaged<RecordQuery>, viewer: Viewer): AsyncGenerator<ExportedRow[]> {
  const names = {
    reasons: await missingReasons(store, store.db, 'all'),
    dispositions: await dispositionCodes(store, store.db, 'all'),
  }
  const scope = await scopeOf(store, viewer.operator)
  const items = new Map<number, ExportedItem>()
  const gauges = new Map<number, ExportedGauge>()
  const clocks = new Map<string, (at: number) => Shown>()
  function shownIn(tz: string, at: number) {
    const clock = clocks.get(tz) ?? clockOf(tz)
    clocks.set(tz, clock)
    return clock(at)
  }
  for await (const keys of recordIdBatches(store, query, viewer)) {
    for (let from = 0; from < keys.length; from += BATCH) {
      const ids = keys.slice(from, from + BATCH)
      const rows = await recordsByIds(store, { records: JSON.stringify({ ids }) })
      const records = new Map(rows.map((record) => [record.qcValueBaseId, record]))
      const values = await valuesByRecord(store, store.db, ids)
      const photos = await photosByRecord(store, store.db, ids)
      const newItems = missingIds(items, values, ({ itemId }) => itemId)
      if (newItems.size > 0) {
        for (const row of await itemsByIds(store, store.db, newItems)) items.set(row.itemId, exportedItem(row))
      }
      const newGauges = missingIds(gauges, values, ({ gaugeId }) => gaugeId)
      if (newGauges.size > 0) {
        for (const row of await gaugesByIds(store, store.db, newGauges)) gauges.set(row.equipmentId, row)
      }
      const trail = await readTrail(store, rows)
      const removed = await removedValues(store, records, values, trail.earlier, items)
      yield rowsOf(ids, records, [...values, ...removed], { photos, items, gauges, names, scope, shownIn, ...trail })
      await yieldToEventLoop()
    }
  }
}

/** The referenced ids that are not yet known. */
function missingIds<Row>(
  known: ReadonlyMap<number, unknown>,
  rows: readonly Row[],
  idOf: (row: Row) => number | null,
): Set<number> {
  const ids = new Set<number>()
  for (const row of rows) {
    const id = idOf(row)
    if (id !== null && !known.has(id)) ids.add(id)
  }
  return ids
}

/** The last approver of each record, and earlier values by record, item and sample. */
async function readTrail(store: Reading, records: readonly ExportedRecord[]) {
  const ids = records.filter(needsChangeReason).map(({ qcValueBaseId }) => qcValueBaseId)
  const approvers = new Map<number, string>()
  const earlier = new Map<string, Earlier[]>()
  if (ids.length === 0) return { approvers, earlier }
  for (const entry of await entriesByRecord(store, { records: JSON.stringify({ ids }) })) {
    const { entityId, field, old, actorName } = entry
    if (field === 'status') approvers.set(entityId, actorName)
    const [itemKey, sampleNo, part] = field?.split('/') ?? []
    if (part === undefined) continue
    const key = valueKey(entityId, itemKey!, sampleNo!)
    const before = earlier.get(key) ?? []
    earlier.set(key, part === 'raw' || part === 'den' ? [...before, { part, old }] : before)
  }
  return { approvers, earlier }
}

/** The values removed by corrections. Adds their items to `items`. */
async function removedValues(
  store: Reading,
  records: ReadonlyMap<number, ExportedRecord>,
  values: readonly ExportedValue[],
  earlier: ReadonlyMap<string, unknown>,
  items: Map<number, ExportedItem>,
): Promise<ShownValue[]> {
  const present = new Set(values.map((value) => valueKey(value.qcValueBaseId, value.itemKey, value.sampleNo)))
  const removed = [...earlier.keys()]
    .filter((key) => !present.has(key))
    .map((key) => {
      const [id, itemKey, sampleNo] = key.split('/')
      return { qcValueBaseId: Number(id), itemKey: itemKey!, sampleNo: Number(sampleNo), corrected: true }
    })
  if (removed.length === 0) return []
  const versionOf = ({ qcValueBaseId }: { qcValueBaseId: number }) => records.get(qcValueBaseId)!.versionId
  const rows = await itemRowsOf(store, store.db, [...new Set(removed.map(versionOf))])
  for (const row of rows) items.set(row.itemId, exportedItem(row))
  const idOf = new Map(rows.map(({ versionId, itemKey, itemId }) => [`${versionId}/${itemKey}`, itemId]))
  return removed.map((value) => ({ ...value, itemId: idOf.get(`${versionOf(value)}/${value.itemKey}`)! }))
}

const valueKey = (qcValueBaseId: number, itemKey: string, sampleNo: number | string) =>
  `${qcValueBaseId}/${itemKey}/${sampleNo}`

type Lookup = {
  photos: readonly ExportedPhoto[]
  items: ReadonlyMap<number, ExportedItem>
  gauges: ReadonlyMap<number, ExportedGauge>
  approvers: ReadonlyMap<number, string>
  earlier: ReadonlyMap<string, readonly Earlier[]>
  names: Names
  scope: Scope | undefined
  shownIn: (tz: string, at: number) => Shown
}

/** The rows of records in their order; within a record, in the order of items and samples. */
function rowsOf(
  ids: readonly number[],
  records: ReadonlyMap<number, ExportedRecord>,
  values: readonly ShownValue[],
  { photos, items, gauges, approvers, earlier, names, scope, shownIn }: Lookup,
): ExportedRow[] {
  const byRecord = Map.groupBy(values, ({ qcValueBaseId }) => qcValueBaseId)
  const photosOf = Map.groupBy(photos, ({ qcValueBaseId }) => qcValueBaseId)
  return ids.flatMap((id): ExportedRow[] => {
    const record = records.get(id)! // none is ever deleted
    const { approvedAt, tz, retestNo, retestDeptId, retestOperatorId } = record
    const isRetestSeen = isRecordInScope(scope, { deptId: retestDeptId, operatorId: retestOperatorId ?? 0 })
    const ofRecord = {
      record,
      inspectedAt: { at: record.inspectedAt, offsetMin: record.tzMin },
      approval: approvedAt === null ? undefined : { at: shownIn(tz, approvedAt), name: approvers.get(id) ?? '' },
      retestOf: retestNo !== null && isRetestSeen ? retestNo : undefined,
      names,
    }
    const own = byRecord.get(id)
    const ownPhotos = photosOf.get(id)?.filter(({ removedAt }) => removedAt === null) ?? []
    const nameOf = (photo: ExportedPhoto) => photoName(record.recordNo, photo)
    if (!own) {
      const photos = ownPhotos.map(nameOf)
      return [{ ...ofRecord, value: undefined, item: undefined, gauge: undefined, earlier: [], photos }]
    }
    const rows = own.map((value) => ({
      ...ofRecord,
      value,
      item: items.get(value.itemId)!, // items stay
      gauge: value.gaugeId ? gauges.get(value.gaugeId) : undefined,
      earlier: (value.corrected && earlier.get(valueKey(id, value.itemKey, value.sampleNo))) || [],
      photos: [] as string[],
    }))
    rows.sort((a, b) => a.item.seq - b.item.seq || a.value.sampleNo - b.value.sampleNo)
    const firstRow = new Map(rows.toReversed().map((row) => [row.value.itemKey, row]))
    for (const photo of ownPhotos) (firstRow.get(photo.itemKey ?? '') ?? rows[0]!).photos.push(nameOf(photo))
    return rows
  })
}

/** Writes the entry of an export into the audit trail, with its filters. */
export const noteExport = (
  store: Store,
  context: RequestContext,
  { orders: _orders, ...filters }: Unpaged<RecordQuery>,
): Promise<void> =>
  auditReading(store, context, { entity: 'record', entityId: 0, action: 'export', new: canonical(filters) })
