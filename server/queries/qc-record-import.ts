import { statuses } from '#shared/constants'
import { codes } from '#shared/envelope'
import { MAX_AHEAD_MS, qcDicts } from '#shared/qc/constants'
import type { RecordSheetRow, ValueInput } from '#shared/schemas/qc-record'
import type { TemplateItem } from '#shared/schemas/qc-template'
import { Refusal } from '../refusal'
import { usernameKey } from '../security/username'
import { eachRow, inOrder, refuseSame, type SheetRow } from '../sheets/rows'
import type { Reader, Store, Writer } from '../store'
import { isInScope, scopeIn, type Scope } from './data-scope'
import type { Act } from './operation'
import { authorOf } from './qc-audit'
import { insertRecords, type NewRecord } from './qc-record-batch'
import { codesOf } from './qc-record-check'
import { plain, readThings, type Things } from './qc-record-things'
import { isEntered, judgeValues } from './qc-record-values'

type Row = SheetRow<Partial<RecordSheetRow>>
type Template = Things['templates'] extends Map<string, (infer Found)[]> ? Found : never
type Operator = { userId: number; name: string; deptId: number | null }

/** What of a row is the same in all rows of its record, and what it adds. */
type Read = {
  template: Template | undefined
  lotId: number | null | undefined
  equipmentId: number | null | undefined
  operator: Operator | undefined
  values: ValueInput[]
}

/**
 * Holds a sheet of measurements against what there is. Records become drafts, which their inspectors submit: nobody
 * submits for another.
 * @param unsound what is right of rows that are never saved
 */
export async function planRecords(
  store: Store,
  db: Reader,
  rows: SheetRow<RecordSheetRow>[],
  act: Act,
  unsound: Row[],
) {
  const all = inOrder<Partial<RecordSheetRow>>(rows, unsound)
  const known = {
    things: await readThings(
      store,
      db,
      all.map(({ value }) => value),
    ),
    reasons: await codesOf(store, db, qcDicts.missingReason),
    scope: await scopeIn(store, db, act.operator),
    author: await authorOf(store, db, act),
    act,
  }
  const read = new Map<number, Read>()
  const firsts = new Map<string, Row>()
  const given = new Map<string, number>()
  const faults = await eachRow(all, async (row, attempt) => {
    const { value } = row
    const key = groupOf(value)
    const template = await attempt(() => templateOf(known.things, value))
    const lotId = await attempt(() => template && lotOf(known.things, template, value.lot))
    const equipmentId = await attempt(() => template && equipmentOf(known.things, template, value.equipment))
    const operator = await attempt(() => operatorOf(known, value.operator))
    await attempt(() => refuseLater(value.inspectedAt, act.now))
    await attempt(() => refuseOther(firsts.get(key), value))
    if (!firsts.has(key)) firsts.set(key, row)
    const item = await attempt(() => template && itemOf(template, value.item))
    await attempt(() => {
      if (!item) return
      refuseSame(given.get(`${key} ${item.itemKey}`), 'item')
      given.set(`${key} ${item.itemKey}`, row.row)
    })
    const values = await attempt(() => item && template && valuesOf(item, template, value, known.reasons))
    read.set(row.row, { template, lotId, equipmentId, operator, values: values ?? [] })
  })

  /** Answers the record of each row. */
  async function save(writer: Writer) {
    const groups = [...Map.groupBy(rows, ({ value }) => groupOf(value)).values()]
    const ids = await insertRecords(
      store,
      writer,
      groups.map((group) => recordOf(group, read, known.author)),
    )
    const byRow = new Map(groups.flatMap((group, place) => group.map(({ row }) => [row, ids[place]!] as const)))
    return rows.map(({ row }) => byRow.get(row)!)
  }
  return { faults, save }
}

/** How many records the rows of a sheet make. */
export const countRecords = (rows: readonly SheetRow<RecordSheetRow>[]) =>
  new Set(rows.map(({ value }) => groupOf(value))).size

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
  const { template, lotId, equipmentId, operator } = read.get(first!.row)!
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
    inspectedAt: first!.value.inspectedAt,
    source: 'import',
    remark: rows.map(({ value }) => value.remark).find(Boolean) ?? '',
    clientUid: null,
    retestOf: null,
    values: rows.flatMap(({ row }) => read.get(row)!.values),
    author,
  }
}

function templateOf({ templates }: Things, { template, product }: Partial<RecordSheetRow>): Template | undefined {
  if (!template) return undefined
  const found = (templates.get(plain(template)) ?? []).filter(
    (one) => !product || plain(one.product) === plain(product),
  )
  const [first, second] = found
  if (!first) throw new Refusal(codes.badRequest, 'qcRecord.templateUnknown').at('template')
  if (second) throw new Refusal(codes.badRequest, 'qcRecord.sheet.severalTemplates').at('product')
  const { status, code } = first
  if (status === 'retired') throw new Refusal(codes.conflict, 'qcRecord.templateRetired', { code }).at('template')
  return first
}

function lotOf({ lots }: Things, { productId }: Template, lotNo: string | undefined): number | null {
  if (!lotNo) return null
  const found = lots.get(lotNo)?.find((lot) => lot.productId === productId)
  if (!found) throw new Refusal(codes.badRequest, 'qcRecord.lotUnknown').at('lot')
  if (found.status === 'closed') throw new Refusal(codes.conflict, 'qcRecord.lotClosed', { lotNo }).at('lot')
  return found.lotId
}

function equipmentOf({ equipment }: Things, { productId }: Template, code: string | undefined): number | null {
  if (!code) return null
  const found = equipment.get(plain(code))
  if (!found) throw new Refusal(codes.badRequest, 'qcRecord.equipmentUnknown').at('equipment')
  if ((found.productId ?? productId) !== productId) {
    throw new Refusal(codes.badRequest, 'qcRecord.equipmentOther').at('equipment')
  }
  const { name, status } = found
  if (status !== statuses.on) throw new Refusal(codes.conflict, 'qcRecord.equipmentOff', { name }).at('equipment')
  return found.equipmentId
}

type Known = { things: Things; scope: Scope | undefined; author: NewRecord['author']; act: Act }

/** Who has inspected: somebody whose records the operator may work with. */
function operatorOf({ things, scope, author, act }: Known, username: string | undefined): Operator {
  const own = { userId: act.operator.userId, name: author.name, deptId: act.operator.deptId }
  const found = username ? things.people.get(usernameKey(username)) : undefined
  if (username && !found) throw new Refusal(codes.badRequest, 'qcRecord.sheet.operatorUnknown').at('operator')
  const operator = found ? { userId: found.userId, name: found.nickName || found.username, deptId: found.deptId } : own
  if (isInScope(scope, { deptId: operator.deptId, createBy: operator.userId })) return operator
  throw new Refusal(codes.forbidden, 'scope.outside').at('operator')
}

/** What was measured long ago may be brought in, what is still to come not. */
function refuseLater(inspectedAt: number | undefined, now: number) {
  if (inspectedAt === undefined || inspectedAt <= now + MAX_AHEAD_MS) return
  throw new Refusal(codes.badRequest, 'qcRecord.tooEarly').at('inspectedAt')
}

const common = ['product', 'template', 'lot', 'equipment', 'operator', 'inspectedAt'] as const

/** Rows of one record say the same of it. */
function refuseOther(first: Row | undefined, value: Partial<RecordSheetRow>) {
  if (!first) return
  const field = common.find((name) => first.value[name] !== value[name])
  if (field) throw new Refusal(codes.badRequest, 'qcRecord.sheet.differs', { row: first.row }).at(field)
}

function itemOf({ items }: Template, code: string | undefined): TemplateItem | undefined {
  if (!code) return undefined
  const item = items.get(plain(code))
  if (!item) throw new Refusal(codes.badRequest, 'qcRecord.itemUnknown').at('item')
  if (!isEntered(item)) throw new Refusal(codes.badRequest, 'qcRecord.sheet.calculated').at('item')
  return item
}

/** One sample after the other; words are taken as they stand. */
const samplesIn = (text: string, { type }: TemplateItem) =>
  type === 'text' ? [text] : text.split(/[;；|\s]+/).filter(Boolean)

/** What a row says of its item. @throws Refusal at the cell that is to blame */
function valuesOf(
  item: TemplateItem,
  { items }: Template,
  { values = '', inspected = '', missing = '' }: Partial<RecordSheetRow>,
  reasons: ReadonlySet<string>,
): ValueInput[] {
  const { itemKey, sampleSize } = item
  if (missing && !reasons.has(missing)) {
    throw new Refusal(codes.badRequest, 'qcRecord.missingCodeUnknown').at('missing')
  }
  const none = missing ? Array.from({ length: sampleSize }, () => '-') : []
  const samples = values ? samplesIn(values, item) : none
  if (samples.length === 0) throw new Refusal(codes.badRequest, 'qcRecord.sheet.nothing').at('values')
  if (samples.length > sampleSize) {
    throw new Refusal(codes.badRequest, 'qcRecord.sheet.tooMany', { max: sampleSize }).at('values')
  }
  const dens = samplesIn(inspected, item)
  const entered = samples.flatMap((raw, place): ValueInput[] => {
    const sample = { itemKey, sampleNo: place + 1, confirmed: false }
    if (raw !== '-') return [{ ...sample, state: 'present', raw, den: dens[place] ?? dens[0] ?? null }]
    return missing ? [{ ...sample, state: 'missing', missingCode: missing }] : []
  })
  try {
    judgeValues([...items.values()], entered, 'import')
  } catch (error) {
    throw error instanceof Refusal ? error.at('values') : error
  }
  return entered
}
