import { and, eq, inArray, ne } from 'drizzle-orm'
import { codes } from '#shared/envelope'
import type { RecordSheetRow, ValueInput } from '#shared/qc/record/schema'
import { Refusal } from '../../platform/http/refusal'
import { eachRow, inOrder, refuseSame, type SheetRow } from '../../platform/sheets/rows'
import type { Dialect, Reader, Writer } from '../../platform/store'
import { createYielder } from '../../platform/chunks/yield-to-event-loop'
import { scopeIn, type Scope } from '../../access/department/data-scope'
import type { RequestContext } from '../../access/operation-log/write'
import { authorOf } from '../audit/append'
import { refuseOverdue } from '../equipment/gauge-due'
import { missingReasons } from '../lookup/named-codes'
import {
  findEquipment,
  findLot,
  findTemplate,
  foldedCode,
  readReferences,
  type ReferredTemplate,
} from '../lookup/references'
import { boundItems } from '../template/items'
import { insertRecords, type NewRecord } from './insert'
import { inspectionTimeOf, inspectorOf, itemOf, valuesOf, type Inspector } from './import-row'
import { isRecordInScope } from './scope'
import { judgeAhead } from './values'
import { rowsInChunks } from '../../platform/chunks/chunk'
import type { Measuring } from './create'

type Row = SheetRow<Partial<RecordSheetRow>>
/** The fields of the record in a row, equal in all of its rows, and the values of the row. */
type ParsedRow = {
  template: ReferredTemplate | undefined
  lotId: number | null | undefined
  equipmentId: number | null | undefined
  inspectedAt: number | undefined
  inspector: Inspector | undefined
  values: ValueInput[]
}

/**
 * Checks a sheet of measurements against the data. Records become drafts, which their inspectors submit: nobody submits
 * for another.
 * @param unsound the valid cells of rows that are never saved
 */
export async function planRecords(
  store: Dialect,
  db: Reader,
  rows: SheetRow<RecordSheetRow>[],
  context: RequestContext,
  unsound: Row[],
  { blockOverdueGauge }: Measuring,
) {
  const all = inOrder<Partial<RecordSheetRow>>(rows, unsound)
  const cells = all.map(({ value }) => value)
  const references = await readReferences(store, db, cells)
  const reasons = await missingReasons(store, db, 'used')
  const scope = await scopeIn(store, db, context.operator)
  const author = await authorOf(store, db, context)
  const parsed = new Map<number, ParsedRow>()
  const firstRows = new Map<string, Row>()
  const itemRows = new Map<string, number>()
  const yieldIfDue = store.isCommitted(db) ? createYielder() : undefined // in a transaction others would wait all the longer
  const faults = await eachRow(all, async (row, attempt) => {
    await yieldIfDue?.()
    const { value } = row
    const key = groupOf(value)
    const template = await attempt(() =>
      value.template ? findTemplate(references, value.template, value.product) : undefined,
    )
    const lotId = await attempt(() => template && findLot(references, template, value.lot))
    const equipmentId = await attempt(() => template && findEquipment(references, template, value.equipment))
    const inspector = await attempt(() => inspectorOf({ references, scope, author, context }, value.operator))
    const inspectedAt = await attempt(() => template && inspectionTimeOf(value.inspectedAt, template.tz, context.now))
    await attempt(() => {
      const equipment = equipmentId && references.equipment.get(foldedCode(value.equipment ?? ''))
      if (blockOverdueGauge && equipment && inspectedAt !== undefined)
        refuseOverdue(equipment, inspectedAt, 'equipment')
    })
    await attempt(() => refuseIfRecordDiffers(firstRows.get(key), value))
    if (!firstRows.has(key)) firstRows.set(key, row)
    const item = await attempt(() => template && itemOf(template, value.item))
    await attempt(() => {
      if (!item) return
      refuseSame(itemRows.get(`${key} ${item.itemKey}`), 'item')
      itemRows.set(`${key} ${item.itemKey}`, row.row)
    })
    const values = await attempt(() => item && valuesOf(item, value, reasons))
    parsed.set(row.row, { template, lotId, equipmentId, inspectedAt, inspector, values: values ?? [] })
  })

  const groups = [...Map.groupBy(rows, ({ value }) => groupOf(value)).values()]
  if (faults.length === 0 && store.isCommitted(db)) {
    const records = groups.map((group) => recordOf(group, parsed, author))
    const versionIds = records.map(({ versionId }) => versionId)
    const existing = await countExisting(store, db, records, scope)
    plans.set(rows, { records, existing, items: await boundItems(store, db, versionIds) })
  }

  /** Returns the id of the record of each row. */
  async function save(writer: Writer) {
    const judged = plans.get(rows)?.records ?? []
    const records = groups.map((group, index) => {
      const record = recordOf(group, parsed, author)
      // the same rows under the same version have the same values, already judged
      const values = judged[index]?.versionId === record.versionId ? judged[index].values : record.values
      return { ...record, values }
    })
    const inserted = await insertRecords(store, writer, records, { blockOverdueGauge })
    const idsByRow = new Map(
      groups.flatMap((group, index) => group.map(({ row }) => [row, inserted[index]!.qcValueBaseId] as const)),
    )
    return rows.map(({ row }) => idsByRow.get(row)!)
  }
  return { faults, save }
}

/** The records of rows checked outside of a transaction. They are judged before one begins. */
const plans = new WeakMap<
  readonly SheetRow<RecordSheetRow>[],
  { records: readonly NewRecord[]; existing: number; items: Awaited<ReturnType<typeof boundItems>> }
>()

type Circumstances = Pick<NewRecord, 'templateId' | 'lotId' | 'equipmentId' | 'operatorId' | 'inspectedAt'>
const circumstancesKey = ({ templateId, lotId, equipmentId, operatorId, inspectedAt }: Circumstances) =>
  [templateId, lotId, equipmentId, operatorId, inspectedAt].join()

/**
 * The number of these records that already exist, by template, lot, equipment, inspector and time, in the operator's
 * scope. Voided ones do not count.
 */
async function countExisting(
  { t: { valueBases } }: Dialect,
  db: Reader,
  records: readonly NewRecord[],
  scope: Scope | undefined,
) {
  const { templateId, lotId, equipmentId, operatorId, inspectedAt, status, deptId } = valueBases
  const existing = new Set<string>()
  for (const [ofTemplate, own] of Map.groupBy(records, (record) => record.templateId)) {
    const times = own.map((record) => record.inspectedAt)
    const rows = await rowsInChunks(times, (chunk) =>
      db
        .select({ templateId, lotId, equipmentId, operatorId, inspectedAt, deptId })
        .from(valueBases)
        .where(and(eq(templateId, ofTemplate), inArray(inspectedAt, chunk), ne(status, 'voided'))),
    )
    for (const row of rows) if (isRecordInScope(scope, row)) existing.add(circumstancesKey(row))
  }
  return records.filter((record) => existing.has(circumstancesKey(record))).length
}

/** Judges the records of rows without faults. Other requests run in between. */
export async function judgePlanned(rows: readonly SheetRow<RecordSheetRow>[]): Promise<void> {
  const { records = [], items } = plans.get(rows) ?? {}
  const yieldIfDue = createYielder()
  for (const { versionId, values, source } of records) {
    judgeAhead(items!.get(versionId)!, values, source)
    await yieldIfDue()
  }
}

/** The number of records in a sheet, and the number of those that already exist. */
export const countRecords = (rows: readonly SheetRow<RecordSheetRow>[]) => ({
  count: new Set(rows.map(({ value }) => groupOf(value))).size,
  existing: plans.get(rows)?.existing ?? 0,
})

/** The common key of the rows of one record. */
function groupOf(value: Partial<RecordSheetRow>): string {
  const { record, template = '', product = '', lot, equipment, operator = '', inspectedAt } = value
  const names = [foldedCode(product), foldedCode(template), lot, equipment, foldedCode(operator), inspectedAt]
  return record || JSON.stringify(names)
}

function recordOf(
  rows: SheetRow<RecordSheetRow>[],
  parsed: ReadonlyMap<number, ParsedRow>,
  author: NewRecord['author'],
): NewRecord {
  const { template, lotId, equipmentId, inspectedAt, inspector } = parsed.get(rows[0]!.row)!
  const { productId, templateId, versionId } = template! // a row without one has a fault, and nothing is saved
  return {
    productId,
    templateId,
    versionId,
    lotId: lotId ?? null,
    equipmentId: equipmentId ?? null,
    operatorId: inspector!.userId,
    operatorName: inspector!.name,
    deptId: inspector!.deptId,
    inspectedAt: inspectedAt!,
    source: 'import',
    remark: rows.map(({ value }) => value.remark).find(Boolean) ?? '',
    values: rows.flatMap(({ row }) => parsed.get(row)!.values),
    author,
  }
}

const recordFields = ['product', 'template', 'lot', 'equipment', 'operator', 'inspectedAt'] as const

/** All rows of a record must agree on its fields. */
function refuseIfRecordDiffers(first: Row | undefined, value: Partial<RecordSheetRow>) {
  const field = first && recordFields.find((name) => first.value[name] !== value[name])
  if (field) throw new Refusal(codes.badRequest, 'qcRecord.sheet.differs', { row: first.row }).at(field)
}
