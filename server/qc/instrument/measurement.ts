import { and, eq } from 'drizzle-orm'
import { codes } from '#shared/envelope'
import { isChoice } from '#shared/qc/constants'
import { instantOn } from '#shared/qc/day'
import type { Measurement, Sample } from '#shared/qc/instrument'
import type { ValueInput } from '#shared/qc/record/schema'
import type { TemplateItem } from '#shared/qc/template/schema'
import { Refusal } from '../../platform/http/refusal'
import type { Dialect, Store, Writer } from '../../platform/store'
import { storeFault } from '../../platform/store/fault'
import { scopedTx, type Scope } from '../../access/department/data-scope'
import type { RequestContext } from '../../access/operation-log/write'
import { authorOf } from '../audit/queries'
import { refuseRevoked, type KnownInstrument } from './queries'
import { advance, insertRecords, type NewRecord } from '../record/batch'
import { refuseTime, refuseUnfit } from '../record/check'
import { readSubmission } from '../audit/submission'
import { SUBMISSION, type Value, type ValueBase } from '../record/content'
import { equipmentOf, lotOf, refusedAt, templateOf, type Template } from '../record/import-row'
import { basesIn, noted, refuseUnseen } from '../record/scope'
import { itemCalled, plain, readThings, type Things } from '../record/references'
import { isEntered, judgeValues } from '../record/values'
import { answersOf, codeOf, unknownWord } from '../record/words'
import { itemsBound } from '../record/version'
import { madeBefore, versionFor, type Measuring } from '../record/write'
import { literal, statementIn } from '../../platform/list/statement'

/** Whose readings they are. */
type By = { context: RequestContext; instrument: KnownInstrument; measuring: Measuring }

/** What became of one reading: the record, new or there already, or all that is wrong with it. */
export type Taken = { record: ValueBase; isNew: boolean } | { refusals: Refusal[] }

/** A reading with what it names, found. */
type Plan = {
  reading: Measurement
  template: Template
  lotId: number | null
  equipmentId: number | null
  inspectedAt: number
  values: ValueInput[]
}

/**
 * Makes a submitted record of each reading that can be one, in a transaction of its own, in the order in which they were
 * sent. What was taken before under the same `clientUid` is answered with the record that it has made; other content
 * under it is refused.
 * @throws what is no fault of a reading, such as a full disk; what was written until then stays, and is known when it is
 *   sent again
 */
export async function takeMeasurements(store: Store, readings: readonly Measurement[], by: By): Promise<Taken[]> {
  const named = readings.map(({ templateCode, lotNo, equipmentCode }) => ({
    template: templateCode,
    lot: String(lotNo),
    equipment: String(equipmentCode),
  }))
  const things = await readThings(store, store.db, named)
  const taken: Taken[] = []
  for (const reading of readings) taken.push(await take(store, reading, things, by))
  return taken
}

async function take(store: Store, reading: Measurement, things: Things, by: By): Promise<Taken> {
  try {
    const known = await recordKnown(store, store.db, reading, things, by)
    if (known) return { record: known, isNew: false }
    const planned = planOf(reading, things, by)
    if ('refusals' in planned) return planned
    return await scopedTx(store, by.context, (db, scope) => write(store, db, planned, { ...by, things }, scope))
  } catch (error) {
    // two calls at once on PostgreSQL: the other one's is there by now
    const twin = storeFault(error) === 'duplicate' && (await recordKnown(store, store.db, reading, things, by))
    if (twin) return { record: twin, isNew: false }
    if (error instanceof Refusal && error.code < codes.fault) return { refusals: [atField(error)] }
    throw error
  }
}

async function recordKnown(
  store: Dialect,
  db: Writer | Store['db'],
  reading: Measurement,
  things: Things,
  { context, instrument }: By,
) {
  const id = await madeBefore(store, db, reading.clientUid, context)
  const record = id === undefined ? undefined : (await basesIn(store, db, [id], undefined)).get(id)
  if (record && instrument.productId !== null && record.productId !== instrument.productId) {
    throw new Refusal(codes.conflict, 'qcRecord.uidTaken').at('clientUid')
  }
  if (record && !(await isSameContent(store, db, record, reading, things))) {
    throw new Refusal(codes.conflict, 'qcInstrument.uidOther', { no: record.recordNo }).at('clientUid')
  }
  return record
}

/**
 * Whether a reading says what its record said when it was submitted: values, template, lot, machine, and the time where
 * the reading has one. A gateway that counts anew from 1 sends other readings under the same ids.
 */
async function isSameContent(
  store: Dialect,
  db: Writer | Store['db'],
  { qcValueBaseId, versionId }: ValueBase,
  reading: Measurement,
  { templates, lots, equipment }: Things,
): Promise<boolean> {
  const [entry] = await firstSubmissionOf(store, db, { id: qcValueBaseId })
  if (!entry) return false // somebody's draft: no reading has made it
  const content = readSubmission(entry.text)?.content
  if (!content) return true // of an older version: nothing to hold it against
  const named = templates.get(plain(reading.templateCode))
  const template = named?.find(({ templateId }) => templateId === content.templateId)
  if (named && !template) return false
  const [lotNo, code] = [String(reading.lotNo), String(reading.equipmentCode)]
  const isLot = lotNo ? lots.get(lotNo)?.some(({ lotId }) => lotId === content.lotId) : content.lotId === null
  const equipmentId = code ? equipment.get(plain(code))?.equipmentId : null
  if (!isLot || equipmentId !== content.equipmentId) return false
  const { inspectedAt } = reading
  if (inspectedAt && template && instantOn(inspectedAt, template.tz) !== content.inspectedAt) return false
  return measuredText(content.values) === measuredText(await valuesSaid(store, db, versionId, reading))
}

/** The values of a reading by an older version of its template as well; none where that cannot take them. */
async function valuesSaid(store: Dialect, db: Writer | Store['db'], versionId: number, { values }: Measurement) {
  const items = await itemsBound(store, db, versionId)
  try {
    const given = Object.entries(values).flatMap(([code, samples]) => valuesOf({ items }, code, samples))
    return judgeValues(items, given, 'instrument').values
  } catch (error) {
    if (error instanceof Refusal) return []
    throw error
  }
}

type Measured = Pick<Value, 'itemKey' | 'sampleNo' | 'raw' | 'den'>
const measuredText = (values: readonly Measured[]) =>
  JSON.stringify(values.map(({ itemKey, sampleNo, raw, den }) => [itemKey, sampleNo, raw, den].join(' ')).toSorted())

const firstSubmissionOf = statementIn(({ t: { audits }, bind }, db) =>
  db
    .select({ text: audits.new })
    .from(audits)
    .where(
      and(
        eq(audits.entity, literal('record')),
        eq(audits.entityId, bind('id')),
        eq(audits.action, literal(SUBMISSION)),
      ),
    )
    .orderBy(audits.id)
    .limit(literal(1)),
)

type Writing = By & { things: Things }

async function write(store: Dialect, db: Writer, plan: Plan, by: Writing, scope: Scope | undefined): Promise<Taken> {
  const { context, instrument, things } = by
  const { reading, template, lotId, equipmentId, inspectedAt, values } = plan
  await refuseRevoked(store, db, instrument, context.now)
  const known = await recordKnown(store, db, reading, things, by)
  if (known) {
    context.isWritten = true // nothing was done
    return { record: known, isNew: false }
  }
  const { templateId, productId } = template
  const { version } = await versionFor(store, db, { templateId, inspectedAt })
  refuseTime(inspectedAt, context.now, context.now)
  await refuseUnfit(store, db, productId, { lotId, equipmentId })
  const { userId: operatorId, deptId, permissions } = context.operator
  refuseUnseen(scope, { userId: operatorId, deptId })
  const author = await authorOf(store, db, context)
  const record: NewRecord = {
    productId,
    templateId,
    versionId: version.versionId,
    lotId,
    equipmentId,
    shiftId: null,
    operatorId,
    operatorName: author.name,
    deptId,
    inspectedAt,
    source: 'instrument',
    remark: reading.remark || instrument.name,
    clientUid: reading.clientUid,
    retestOf: null,
    values,
    author,
  }
  const [id = 0] = await insertRecords(store, db, [record], by.measuring)
  await noted(store, db, context, id, 'create')
  await advance(store, db, [{ qcValueBaseId: id, action: 'submit', author, permissions }])
  return { record: (await basesIn(store, db, [id], undefined)).get(id)!, isNew: true }
}

/** What a reading means, or all that is wrong with it. */
function planOf(reading: Measurement, things: Things, { context, instrument }: By): Plan | { refusals: Refusal[] } {
  const refusals: Refusal[] = []
  const attempt = <Result>(check: () => Result): Result | undefined => {
    try {
      return check()
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      refusals.push(atField(error))
      return undefined
    }
  }
  const template = attempt(() => templateIn(things, reading, instrument))
  if (!template) return { refusals }
  const lotId = attempt(() => lotOf(things, template, String(reading.lotNo))) ?? null
  const equipmentId = attempt(() => equipmentOf(things, template, String(reading.equipmentCode))) ?? null
  const inspectedAt = reading.inspectedAt ? instantOn(reading.inspectedAt, template.tz) : context.now
  attempt(() => refuseTime(inspectedAt, context.now, context.now))
  const read = Object.entries(reading.values).map(
    ([code, samples]) => [code, attempt(() => valuesOf(template, code, samples))] as const,
  )
  const given = new Map(read.flatMap(([code, samples = []]) => samples.map(({ itemKey }) => [itemKey, code] as const)))
  attempt(() => refuseTwice(read, given))
  if (refusals.length > 0) return { refusals }
  const values = read.flatMap(([, some]) => some ?? [])
  refusals.push(...unfinished(template, values, given))
  return refusals.length > 0 ? { refusals } : { reading, template, lotId, equipmentId, inspectedAt, values }
}

/** The published template of that code: of the line of the key, or of the one that is named. */
function templateIn(things: Things, { templateCode, product }: Measurement, { product: own }: KnownInstrument) {
  const there = things.templates.get(plain(templateCode)) ?? []
  const isOwn = (code: string) => own === null || plain(code) === plain(own)
  const isElsewhere = there.length > 0 && !there.some((one) => isOwn(one.product))
  if (isElsewhere || (product && !isOwn(product))) {
    throw new Refusal(codes.forbidden, 'qcInstrument.otherProduct', { product: own ?? '' }).at(
      isElsewhere ? 'template' : 'product',
    )
  }
  return templateOf(things, { template: templateCode, product: own ?? product })
}

/** The samples of one item. @throws Refusal at the sample that is to blame */
function valuesOf({ items }: Pick<Template, 'items'>, code: string, samples: readonly Sample[]): ValueInput[] {
  const field = `values.${code}`
  const item = refusedAt(field, () => itemCalled(items, code))
  if (!isEntered(item)) throw new Refusal(codes.badRequest, 'qcRecord.sheet.calculated').at(field)
  const { itemKey, sampleSize } = item
  if (samples.length > sampleSize) {
    throw new Refusal(codes.badRequest, 'qcRecord.sheet.tooMany', { max: sampleSize }).at(field)
  }
  const values = samples.map((sample, index): ValueInput => {
    const { value, inspected } = typeof sample === 'object' ? sample : { value: sample, inspected: null }
    const raw = refusedAt(`${field}.${index}`, () => answerOf(item, String(value)))
    return {
      itemKey,
      sampleNo: index + 1,
      state: 'present',
      raw,
      den: inspected === null ? null : String(inspected),
      confirmed: false,
    }
  })
  try {
    judgeValues([{ ...item, visibleWhen: '', required: 'never' }], values, 'instrument') // by itself: the record follows
  } catch (error) {
    if (error instanceof Refusal) error.at(`${field}.${error.field?.split('.')[1] ?? 0}`)
    throw error
  }
  return values
}

/** A choice by its code or name, several with commas between; numbers and words as they stand. */
function answerOf(item: TemplateItem, said: string): string {
  if (!isChoice(item.type)) return said
  const answers = answersOf(item)
  const parts = item.type === 'multi' ? said.split(/[,，、]+/).map((one) => one.trim()) : [said]
  return parts
    .map((one) => {
      const answer = codeOf(answers, one)
      if (answer === undefined) throw unknownWord(answers, one)
      return answer
    })
    .join()
}

type Read = readonly (readonly [code: string, values: readonly ValueInput[] | undefined])[]

/** Two spellings of one code; `given` has the last of them. */
function refuseTwice(read: Read, given: ReadonlyMap<string, string>) {
  for (const [code, values] of read) {
    const last = values?.[0] && given.get(values[0].itemKey)
    if (last !== undefined && last !== code) {
      throw new Refusal(codes.badRequest, 'qcRecord.valueTwice').at(`values.${last}`)
    }
  }
}

/**
 * What would keep the record from being submitted, where it can be told of an item. Improbable values are for somebody to
 * confirm, which an instrument cannot.
 */
function unfinished({ items }: Template, values: ValueInput[], given: ReadonlyMap<string, string>): Refusal[] {
  return judgeValues(items, values, 'instrument').inspection.items.flatMap(({ missing, error, samples }, index) => {
    const { code, itemKey } = items[index]!
    const field = `values.${given.get(itemKey) ?? code}`
    const refuse = (key: 'qcInstrument.missing' | 'qcRecord.submit.formula' | 'qcInstrument.implausible', at = field) =>
      new Refusal(codes.impossible, key).at(at)
    return [
      ...(missing > 0 ? [refuse('qcInstrument.missing')] : []),
      ...(error ? [refuse('qcRecord.submit.formula')] : []),
      ...samples
        .filter(({ isPlausible }) => !isPlausible)
        .map(({ sampleNo }) => refuse('qcInstrument.implausible', `${field}.${sampleNo - 1}`)),
    ]
  })
}

/** Fields as other calls name them. */
const fields: Readonly<Record<string, string>> = {
  template: 'templateCode',
  templateId: 'templateCode',
  lot: 'lotNo',
  lotId: 'lotNo',
  equipment: 'equipmentCode',
  equipmentId: 'equipmentCode',
}

function atField(refusal: Refusal): Refusal {
  const { field, key } = refusal
  if (key === 'qcRecord.submit.lot') return refusal.at('lotNo')
  return field === undefined ? refusal : refusal.at(fields[field] ?? field)
}
