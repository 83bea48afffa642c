import { statuses } from '#shared/constants'
import { codes } from '#shared/envelope'
import { isChoice, MAX_AHEAD_MS } from '#shared/qc/constants'
import { instantOn } from '#shared/qc/day'
import type { RecordSheetRow, ValueInput } from '#shared/schemas/qc-record'
import type { TemplateItem } from '#shared/schemas/qc-template'
import { Refusal } from '../refusal'
import { usernameKey } from '../security/username'
import { eachRow, inOrder, refuseSame, type SheetRow } from '../sheets/rows'
import type { Reader, Store, Writer } from '../store'
import { pacer } from '../turn'
import { isInScope, scopeIn, type Scope } from './data-scope'
import type { Act } from './operation'
import { printedName } from './printed-name'
import { authorOf } from './qc-audit'
import { insertRecords, type NewRecord } from './qc-record-batch'
import { plain, readThings, type Things } from './qc-record-things'
import { isEntered, judgeAhead, judgeValues } from './qc-record-values'
import { boundItems } from './qc-record-version'
import { answersOf, codeOf, reasonsOf, unknownWord, type Word } from './qc-record-words'
import { named } from './told'

/** How far back records are brought in. */
const MAX_YEARS = 10

type Row = SheetRow<Partial<RecordSheetRow>>
type Template = Things['templates'] extends Map<string, (infer Found)[]> ? Found : never
type Operator = { userId: number; name: string; deptId: number | null }

/** What of a row is the same in all rows of its record, and what it adds. */
type Read = {
  template: Template | undefined
  lotId: number | null | undefined
  equipmentId: number | null | undefined
  inspectedAt: number | undefined
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
    reasons: await reasonsOf(store, db, 'used'),
    scope: await scopeIn(store, db, act.operator),
    author: await authorOf(store, db, act),
    act,
  }
  const read = new Map<number, Read>()
  const firsts = new Map<string, Row>()
  const given = new Map<string, number>()
  const pause = db === store.db ? pacer() : undefined // in a transaction others would wait all the longer
  const faults = await eachRow(all, async (row, attempt) => {
    await pause?.()
    const { value } = row
    const key = groupOf(value)
    const template = await attempt(() => templateOf(known.things, value))
    const lotId = await attempt(() => template && lotOf(known.things, template, value.lot))
    const equipmentId = await attempt(() => template && equipmentOf(known.things, template, value.equipment))
    const operator = await attempt(() => operatorOf(known, value.operator))
    const inspectedAt = await attempt(() => template && momentOf(value.inspectedAt, template.tz, act.now))
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
  if (faults.length === 0 && db === store.db) {
    const records = groups.map((group) => recordOf(group, read, known.author))
    const versionIds = records.map(({ versionId }) => versionId)
    planned.set(rows, { records, items: await boundItems(store, db, versionIds) })
  }

  /** Answers the record of each row. */
  async function save(writer: Writer) {
    const before = planned.get(rows)?.records ?? []
    const records = groups.map((group, place) => {
      const record = recordOf(group, read, known.author)
      // the same rows under the same version are the same values, which are judged by now
      const values = before[place]?.versionId === record.versionId ? before[place].values : record.values
      return { ...record, values }
    })
    const ids = await insertRecords(store, writer, records)
    const byRow = new Map(groups.flatMap((group, place) => group.map(({ row }) => [row, ids[place]!] as const)))
    return rows.map(({ row }) => byRow.get(row)!)
  }
  return { faults, save }
}

/** Records as rows make them outside of a transaction, to be judged before one begins. */
const planned = new WeakMap<
  readonly SheetRow<RecordSheetRow>[],
  { records: readonly NewRecord[]; items: Awaited<ReturnType<typeof boundItems>> }
>()

/** Judges the records of rows in which nothing was found wrong; others have their turn in between. */
export async function judgePlanned(rows: readonly SheetRow<RecordSheetRow>[]): Promise<void> {
  const { records = [], items } = planned.get(rows) ?? {}
  const pause = pacer()
  for (const { versionId, values, source } of records) {
    judgeAhead(items!.get(versionId)!, values, source)
    await pause()
  }
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
  if (found.status !== statuses.on) {
    throw new Refusal(codes.conflict, 'qcRecord.equipmentOff', named(found)).at('equipment')
  }
  return found.equipmentId
}

type Known = { things: Things; scope: Scope | undefined; author: NewRecord['author']; act: Act }

/** Who has inspected: somebody whose records the operator may work with. Nobody is told who else there is. */
function operatorOf({ things, scope, author, act }: Known, username: string | undefined): Operator {
  const own = { userId: act.operator.userId, name: author.name, deptId: act.operator.deptId }
  if (!username) {
    if (isInScope(scope, { deptId: own.deptId, createBy: own.userId })) return own
    throw new Refusal(codes.forbidden, 'scope.outside').at('operator')
  }
  const found = things.people.get(usernameKey(username))
  if (found?.status === statuses.on && isInScope(scope, { deptId: found.deptId, createBy: found.userId })) {
    return { userId: found.userId, name: printedName(found), deptId: found.deptId }
  }
  throw new Refusal(codes.badRequest, 'qcRecord.sheet.operatorUnknown').at('operator')
}

/**
 * A time as the clocks of the product line show it. What was measured long ago may be brought in; what is still to come
 * not, nor what only a slip can mean.
 */
function momentOf(text: string | undefined, tz: string, now: number): number | undefined {
  if (text === undefined) return undefined
  const inspectedAt = instantOn(text, tz)
  if (inspectedAt > now + MAX_AHEAD_MS) throw new Refusal(codes.badRequest, 'qcRecord.tooEarly').at('inspectedAt')
  const earliest = new Date(now).setUTCFullYear(new Date(now).getUTCFullYear() - MAX_YEARS)
  if (inspectedAt >= earliest) return inspectedAt
  throw new Refusal(codes.badRequest, 'qcRecord.sheet.tooOld', { years: MAX_YEARS }).at('inspectedAt')
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
function samplesIn(text: string, item: TemplateItem): string[] {
  if (item.type === 'text') return [text]
  if (!isChoice(item.type)) return text.split(/[;；|\s]+/).filter(Boolean)
  const parts = text.split(/[;；|]+/).map((part) => part.trim())
  return parts.filter(Boolean).flatMap((part) => answersIn(item, part))
}

/** The codes of one sample, or of several with blanks between them: names may have blanks as well. */
function answersIn(item: TemplateItem, part: string): string[] {
  const answers = answersOf(item)
  const answerOf = (said: string) => {
    if (said === '-') return said
    const all = item.type === 'multi' ? said.split(/[,，、]+/).map((one) => one.trim()) : [said]
    const chosen = all.map((one) => codeOf(answers, one))
    return chosen.includes(undefined) ? undefined : chosen.join()
  }
  const whole = answerOf(part)
  if (whole !== undefined) return [whole]
  return part.split(/\s+/).map((said) => {
    const answer = answerOf(said)
    if (answer === undefined) throw unknownWord(answers, part).at('values')
    return answer
  })
}

/** What a row says of its item. @throws Refusal at the cell that is to blame */
function valuesOf(
  item: TemplateItem,
  { values = '', inspected = '', missing = '' }: Partial<RecordSheetRow>,
  reasons: readonly Word[],
): ValueInput[] {
  const { itemKey, sampleSize } = item
  const missingCode = missing && codeOf(reasons, missing)
  if (missingCode === undefined) throw unknownWord(reasons, missing).at('missing')
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
    return missingCode ? [{ ...sample, state: 'missing', missingCode }] : []
  })
  try {
    judgeValues([{ ...item, visibleWhen: '', required: 'never' }], entered, 'import') // by itself: the record follows
  } catch (error) {
    throw error instanceof Refusal ? error.at('values') : error
  }
  return entered
}
