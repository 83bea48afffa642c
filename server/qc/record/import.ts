import { and, eq, inArray, ne } from 'drizzle-orm'
import { codes } from '#shared/envelope'
import type { RecordSheetRow, ValueInput } from '#shared/qc/record/schema'
import { Refusal } from '../../platform/http/refusal'
import { eachRow, inOrder, refuseSame, type SheetRow } from '../../platform/sheets/rows'
import type { Dialect, Reader, Writer } from '../../platform/store'
import { createYielder } from '../../platform/chunks/yield-to-event-loop'
import { isInScope, scopeIn, type Scope } from '../../access/department/data-scope'
import type { RequestContext } from '../../access/operation-log/write'
import { authorOf } from '../audit/queries'
import { refuseOverdue } from '../equipment/gauge-due'
import { insertRecords, type NewRecord } from './batch'
import {
  equipmentOf,
  itemOf,
  lotOf,
  momentOf,
  operatorOf,
  templateOf,
  valuesOf,
  type Inspector,
  type Template,
} from './import-row'
import { plain, readThings } from './references'
import { judgeAhead } from './values'
import { boundItems } from './version'
import { chunks } from '../../platform/chunks/chunk'
import type { Measuring } from './write'
import { reasonsOf } from './words'

type Row = SheetRow<Partial<RecordSheetRow>>
/** What of a row is the same in all rows of its record, and what it adds. */
type Read = {
  template: Template | undefined
  lotId: number | null | undefined
  equipmentId: number | null | undefined
  inspectedAt: number | undefined
  operator: Inspector | undefined
  values: ValueInput[]
}

/**
 * Holds a sheet of measurements against what there is. Records become drafts, which their inspectors submit: nobody
 * submits for another.
 * @param unsound what is right of rows that are never saved
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
  const known = {
    things: await readThings(
      store,
      db,
      all.map(({ value }) => value),
    ),
    reasons: await reasonsOf(store, db, 'used'),
    scope: await scopeIn(store, db, context.operator),
    author: await authorOf(store, db, context),
    context,
  }
  const read = new Map<number, Read>()
  const firsts = new Map<string, Row>()
  const given = new Map<string, number>()
  const yieldIfDue = store.isCommitted(db) ? createYielder() : undefined // in a transaction others would wait all the longer
  const faults = await eachRow(all, async (row, attempt) => {
    await yieldIfDue?.()
    const { value } = row
    const key = groupOf(value)
    const template = await attempt(() => templateOf(known.things, value))
    const lotId = await attempt(() => template && lotOf(known.things, template, value.lot))
    const equipmentId = await attempt(() => template && equipmentOf(known.things, template, value.equipment))
    const operator = await attempt(() => operatorOf(known, value.operator))
    const inspectedAt = await attempt(() => template && momentOf(value.inspectedAt, template.tz, context.now))
    await attempt(() => {
      const used = equipmentId && known.things.equipment.get(plain(value.equipment ?? ''))
      if (blockOverdueGauge && used && inspectedAt !== undefined) refuseOverdue(used, inspectedAt, 'equipment')
    })
    await attempt(() => refuseOther(firsts.get(key), value))
    if (!firsts.has(key)) firsts.set(key, row)
    const item = await attempt(() => template && itemOf(template, value.item))
    await attempt(() => {
      if (!item) return
      refuseSame(given.get(`${key} ${item.itemKey}`), 'item')
      given.set(`${key} ${item.itemKey}`, row.row)
    })
    const values = await attempt(() => item && valuesOf(item, value, known.reasons))
    read.set(row.row, { template, lotId, equipmentId, inspectedAt, operator, values: values ?? [] })
  })

  const groups = [...Map.groupBy(rows, ({ value }) => groupOf(value)).values()]
  if (faults.length === 0 && store.isCommitted(db)) {
    const records = groups.map((group) => recordOf(group, read, known.author))
    const versionIds = records.map(({ versionId }) => versionId)
    const existing = await countExisting(store, db, records, known.scope)
    planned.set(rows, { records, existing, items: await boundItems(store, db, versionIds) })
  }

  /** Answers the record of each row. */
  async function save(writer: Writer) {
    const before = planned.get(rows)?.records ?? []
    const records = groups.map((group, index) => {
      const record = recordOf(group, read, known.author)
      // the same rows under the same version are the same values, which are judged by now
      const values = before[index]?.versionId === record.versionId ? before[index].values : record.values
      return { ...record, values }
    })
    const ids = await insertRecords(store, writer, records, { blockOverdueGauge })
    const byRow = new Map(groups.flatMap((group, index) => group.map(({ row }) => [row, ids[index]!] as const)))
    return rows.map(({ row }) => byRow.get(row)!)
  }
  return { faults, save }
}

/** Records as rows make them outside of a transaction, to be judged before one begins. */
const planned = new WeakMap<
  readonly SheetRow<RecordSheetRow>[],
  { records: readonly NewRecord[]; existing: number; items: Awaited<ReturnType<typeof boundItems>> }
>()

type Circumstances = Pick<NewRecord, 'templateId' | 'lotId' | 'equipmentId' | 'operatorId' | 'inspectedAt'>
const sameWhen = ({ templateId, lotId, equipmentId, operatorId, inspectedAt }: Circumstances) =>
  [templateId, lotId, equipmentId, operatorId, inspectedAt].join()

/**
 * How many of these records are there already, by template, lot, equipment, inspector and time, in the scope of who asks.
 * Voided ones do not count.
 */
async function countExisting(
  { t: { valueBases } }: Dialect,
  db: Reader,
  records: readonly NewRecord[],
  scope: Scope | undefined,
) {
  const { templateId, lotId, equipmentId, operatorId, inspectedAt, status, deptId } = valueBases
  const found = new Set<string>()
  for (const [ofTemplate, some] of Map.groupBy(records, (record) => record.templateId)) {
    for (const times of chunks([...new Set(some.map((record) => record.inspectedAt))])) {
      const rows = await db
        .select({ templateId, lotId, equipmentId, operatorId, inspectedAt, deptId })
        .from(valueBases)
        .where(and(eq(templateId, ofTemplate), inArray(inspectedAt, times), ne(status, 'voided')))
      for (const row of rows) {
        if (isInScope(scope, { deptId: row.deptId, createBy: row.operatorId })) found.add(sameWhen(row))
      }
    }
  }
  return records.filter((record) => found.has(sameWhen(record))).length
}

/** Judges the records of rows in which nothing was found wrong; others have their turn in between. */
export async function judgePlanned(rows: readonly SheetRow<RecordSheetRow>[]): Promise<void> {
  const { records = [], items } = planned.get(rows) ?? {}
  const yieldIfDue = createYielder()
  for (const { versionId, values, source } of records) {
    judgeAhead(items!.get(versionId)!, values, source)
    await yieldIfDue()
  }
}

/** How many records the rows of a sheet make, and how many of those exist already. */
export const countRecords = (rows: readonly SheetRow<RecordSheetRow>[]) => ({
  count: new Set(rows.map(({ value }) => groupOf(value))).size,
  existing: planned.get(rows)?.existing ?? 0,
})

/** What rows of one record have in common. */
function groupOf(value: Partial<RecordSheetRow>): string {
  const { record, template = '', product = '', lot, equipment, operator = '', inspectedAt } = value
  return record || JSON.stringify([plain(product), plain(template), lot, equipment, plain(operator), inspectedAt])
}

function recordOf(
  rows: SheetRow<RecordSheetRow>[],
  read: ReadonlyMap<number, Read>,
  author: NewRecord['author'],
): NewRecord {
  const [first] = rows
  const { template, lotId, equipmentId, inspectedAt, operator } = read.get(first!.row)!
  return {
    productId: template!.productId, // a row without one has a fault, and nothing is saved
    templateId: template!.templateId,
    versionId: template!.versionId,
    lotId: lotId ?? null,
    equipmentId: equipmentId ?? null,
    shiftId: null,
    operatorId: operator!.userId,
    operatorName: operator!.name,
    deptId: operator!.deptId,
    inspectedAt: inspectedAt!,
    source: 'import',
    remark: rows.map(({ value }) => value.remark).find(Boolean) ?? '',
    clientUid: null,
    retestOf: null,
    values: rows.flatMap(({ row }) => read.get(row)!.values),
    author,
  }
}

const common = ['product', 'template', 'lot', 'equipment', 'operator', 'inspectedAt'] as const

/** Rows of one record say the same of it. */
function refuseOther(first: Row | undefined, value: Partial<RecordSheetRow>) {
  if (!first) return
  const field = common.find((name) => first.value[name] !== value[name])
  if (field) throw new Refusal(codes.badRequest, 'qcRecord.sheet.differs', { row: first.row }).at(field)
}
