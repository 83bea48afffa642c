import { and, eq } from 'drizzle-orm'
import { codes } from '#shared/envelope'
import { isChoice } from '#shared/qc/constants'
import { instantOn } from '#shared/qc/day'
import type { Measurement, Sample } from '#shared/qc/instrument'
import type { ValueInput } from '#shared/qc/record/schema'
import type { TemplateItem } from '#shared/qc/template/schema'
import { spelledOut } from '#shared/spc/decimal'
import { scopedTx, type Scope } from '../../access/department/data-scope'
import { writeOperation, type RequestContext } from '../../access/operation-log/write'
import { Refusal } from '../../platform/http/refusal'
import { literal, statementIn } from '../../platform/list/statement'
import type { Dialect, Reader, Store, Writer } from '../../platform/store'
import { storeFault } from '../../platform/store/fault'
import { authorOf } from '../audit/append'
import { readSubmission } from '../audit/submission'
import { answersOf, codeFor, unknownName } from '../lookup/named-codes'
import {
  findEquipment,
  findItem,
  findLot,
  findTemplate,
  foldedCode,
  readReferences,
  refusedAt,
  type ReferredTemplate,
  type References,
} from '../lookup/references'
import { refuseInspectionTime, refuseUnfit } from '../record/check'
import { SUBMISSION, type Value, type ValueBase } from '../record/content'
import { findByClientUid, versionMeasuredBy, type Measuring } from '../record/create'
import { insertRecords } from '../record/insert'
import { recordInScope, refuseOutsideScope } from '../record/scope'
import { advance } from '../record/submit'
import { isEntered, judgeValues, unconditional } from '../record/values'
import { itemsBound } from '../template/items'
import type { KnownInstrument } from './queries'

/** The sender of readings. */
type Sender = { context: RequestContext; instrument: KnownInstrument; measuring: Measuring }

/** The result of a reading: its record, new or existing, or all its faults. */
export type StoredMeasurement = { record: ValueBase; isNew: boolean } | { refusals: Refusal[] }

/** A reading with the rows to which it refers. */
type Plan = {
  reading: Measurement
  template: ReferredTemplate
  lotId: number | null
  equipmentId: number | null
  inspectedAt: number
  values: ValueInput[]
}

/**
 * Makes a submitted record of each valid reading, in its own transaction, in the order of sending. Each reads key,
 * account and rights again by the store (`presentRights`). A reading already taken under the same `clientUid` is
 * answered with its record; different content under it is refused.
 * @throws any fault that is not of a reading, such as a full disk. Records written before it stay; they are recognised
 * when they are sent again
 */
export async function takeMeasurements(
  store: Store,
  readings: readonly Measurement[],
  sender: Sender,
): Promise<StoredMeasurement[]> {
  const names = readings.map(({ templateCode, lotNo, equipmentCode }) => ({
    template: templateCode,
    lot: String(lotNo),
    equipment: String(equipmentCode),
  }))
  const references = await readReferences(store, store.db, names)
  const taken: StoredMeasurement[] = []
  for (const reading of readings) taken.push(await take(store, reading, references, sender))
  return taken
}

async function take(
  store: Store,
  reading: Measurement,
  references: References,
  sender: Sender,
): Promise<StoredMeasurement> {
  try {
    const existing = await existingRecord(store, store.db, reading, references, sender)
    if (existing) return { record: existing, isNew: false }
    const plan = await planOf(store, reading, references, sender)
    if ('refusals' in plan) return plan
    return await scopedTx(store, sender.context, (db, scope) => write(store, db, plan, references, sender, scope))
  } catch (error) {
    // two concurrent calls on PostgreSQL: the record of the other one exists now
    const isTwin = storeFault(error) === 'duplicate'
    const twin = isTwin && (await existingRecord(store, store.db, reading, references, sender))
    if (twin) return { record: twin, isNew: false }
    if (error instanceof Refusal && error.code < codes.fault) return { refusals: [atReadingField(error)] }
    throw error
  }
}

async function existingRecord(
  store: Dialect,
  db: Reader,
  reading: Measurement,
  references: References,
  { context, instrument }: Sender,
): Promise<ValueBase | undefined> {
  const id = await findByClientUid(store, db, reading.clientUid, context)
  const record = id === undefined ? undefined : await recordInScope(store, db, id, undefined)
  if (!record) return undefined
  if (instrument.productId !== null && record.productId !== instrument.productId) {
    throw new Refusal(codes.conflict, 'qcRecord.uidTaken').at('clientUid')
  }
  if (await isSameContent(store, db, record, reading, references)) return record
  throw new Refusal(codes.conflict, 'qcInstrument.uidOther', { no: record.recordNo }).at('clientUid')
}

/**
 * True if a reading equals its record at submission: values, template, lot, machine, and the time if the reading has
 * one. A gateway that restarts its count at 1 sends other readings with the same ids.
 */
async function isSameContent(
  store: Dialect,
  db: Reader,
  { qcValueBaseId, versionId }: ValueBase,
  reading: Measurement,
  { templates, lots, equipment }: References,
): Promise<boolean> {
  const [entry] = await firstSubmissionOf(store, db, { id: qcValueBaseId })
  if (!entry) return false // a draft, which no reading makes
  const content = readSubmission(entry.text)?.content
  if (!content) return true // of an older version: nothing to compare with
  const namesakes = templates.get(foldedCode(reading.templateCode))
  const template = namesakes?.find(({ templateId }) => templateId === content.templateId)
  if (namesakes && !template) return false
  const [lotNo, code] = [String(reading.lotNo), String(reading.equipmentCode)]
  const isLot = lotNo ? lots.get(lotNo)?.some(({ lotId }) => lotId === content.lotId) : content.lotId === null
  const equipmentId = code ? equipment.get(foldedCode(code))?.equipmentId : null
  if (!isLot || equipmentId !== content.equipmentId) return false
  const { inspectedAt } = reading
  if (inspectedAt && template && instantOn(inspectedAt, template.tz) !== content.inspectedAt) return false
  const items = await itemsBound(store, db, versionId)
  return measuredText(content.values) === measuredText(judgedValues(items, reading))
}

/** The values of a reading, judged by any version of its template; none if the version cannot take them. */
function judgedValues(items: readonly TemplateItem[], { values }: Measurement) {
  try {
    const entered = Object.entries(values).flatMap(([code, samples]) => valuesOf(items, code, samples))
    return judgeValues(items, entered, 'instrument').values
  } catch (error) {
    if (error instanceof Refusal) return []
    throw error
  }
}

/** Earlier versions kept a number as it was sent, such as `1.5e1`. */
const measuredText = (values: readonly Pick<Value, 'itemKey' | 'sampleNo' | 'raw' | 'num' | 'den'>[]) =>
  JSON.stringify(
    values
      .map(({ itemKey, sampleNo, raw, num, den }) =>
        [itemKey, sampleNo, num === null ? raw : spelledOut(raw ?? ''), den].join(' '),
      )
      .toSorted(),
  )

const firstSubmissionOf = statementIn(({ t: { audits }, bind }, db) => {
  const { id, entity, entityId, action, new: text } = audits
  const isOfRecord = and(eq(entity, literal('record')), eq(entityId, bind('id')))
  return db
    .select({ text })
    .from(audits)
    .where(and(isOfRecord, eq(action, literal(SUBMISSION))))
    .orderBy(id)
    .limit(literal(1))
})

async function write(
  store: Dialect,
  db: Writer,
  plan: Plan,
  references: References,
  sender: Sender,
  scope: Scope | undefined,
): Promise<StoredMeasurement> {
  const { context, instrument, measuring } = sender
  const { reading, template, lotId, equipmentId, inspectedAt, values } = plan
  const existing = await existingRecord(store, db, reading, references, sender)
  if (existing) {
    context.isWritten = true // nothing was done
    return { record: existing, isNew: false }
  }
  const { templateId, productId } = template
  const { version } = await versionMeasuredBy(store, db, { templateId, inspectedAt })
  refuseInspectionTime(inspectedAt, context.now, context.now)
  await refuseUnfit(store, db, productId, { lotId, equipmentId })
  const { operator } = context
  refuseOutsideScope(scope, operator)
  const author = await authorOf(store, db, context)
  const record = {
    productId,
    templateId,
    versionId: version.versionId,
    lotId,
    equipmentId,
    operatorId: author.userId,
    operatorName: author.name,
    deptId: operator.deptId,
    inspectedAt,
    source: 'instrument' as const,
    remark: reading.remark || instrument.name,
    clientUid: reading.clientUid,
    values,
    author,
  }
  const [inserted] = await insertRecords(store, db, [record], measuring)
  const { qcValueBaseId, recordNo } = inserted!
  await writeOperation(store, db, context, { action: 'create', record: String(qcValueBaseId), name: recordNo })
  await advance(store, db, [{ qcValueBaseId, action: 'submit', author, permissions: operator.permissions }])
  return { record: (await recordInScope(store, db, qcValueBaseId, undefined))!, isNew: true }
}

/** The plan of a reading's record, or all faults of the reading. */
async function planOf(
  store: Store,
  reading: Measurement,
  references: References,
  sender: Sender,
): Promise<Plan | { refusals: Refusal[] }> {
  const { context, instrument } = sender
  const refusals: Refusal[] = []
  const attempt = <Result>(check: () => Result): Result | undefined => {
    try {
      return check()
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      refusals.push(atReadingField(error))
      return undefined
    }
  }
  const template = attempt(() => templateOf(references, reading, instrument))
  if (!template) return { refusals }
  const lotId = attempt(() => findLot(references, template, String(reading.lotNo))) ?? null
  const equipmentId = attempt(() => findEquipment(references, template, String(reading.equipmentCode))) ?? null
  const inspectedAt = reading.inspectedAt ? instantOn(reading.inspectedAt, template.tz) : context.now
  attempt(() => refuseInspectionTime(inspectedAt, context.now, context.now))
  const { templateId } = template
  const { version } = await versionMeasuredBy(store, store.db, { templateId, inspectedAt })
  const items = await itemsBound(store, store.db, version.versionId)
  const read = Object.entries(reading.values).map(
    ([code, samples]) => [code, attempt(() => valuesOf(items, code, samples))] as const,
  )
  const codeOfItem = new Map(
    read.flatMap(([code, values = []]) => values.map(({ itemKey }) => [itemKey, code] as const)),
  )
  attempt(() => refuseRepeatedItem(read, codeOfItem))
  if (refusals.length > 0) return { refusals }
  const values = read.flatMap(([, own]) => own ?? [])
  refusals.push(...unfinished(items, values, codeOfItem))
  return refusals.length > 0 ? { refusals } : { reading, template, lotId, equipmentId, inspectedAt, values }
}

/** The published template with the reading's code: of the product line of the key, or of the line in the reading. */
function templateOf(references: References, { templateCode, product }: Measurement, { product: own }: KnownInstrument) {
  const namesakes = references.templates.get(foldedCode(templateCode)) ?? []
  const isOwn = (code: string) => own === null || foldedCode(code) === foldedCode(own)
  const isElsewhere = namesakes.length > 0 && !namesakes.some((template) => isOwn(template.product))
  if (isElsewhere || (product && !isOwn(product))) {
    const field = isElsewhere ? 'template' : 'product'
    throw new Refusal(codes.forbidden, 'qcInstrument.otherProduct', { product: own ?? '' }).at(field)
  }
  return findTemplate(references, templateCode, own ?? product)
}

/** The samples of one item. @throws Refusal at the faulty sample */
function valuesOf(items: readonly TemplateItem[], code: string, samples: readonly Sample[]): ValueInput[] {
  const field = `values.${code}`
  const item = refusedAt(field, () => findItem(items, code))
  if (!isEntered(item)) throw new Refusal(codes.badRequest, 'qcRecord.sheet.calculated').at(field)
  const { itemKey, sampleSize } = item
  if (samples.length > sampleSize) {
    throw new Refusal(codes.badRequest, 'qcRecord.sheet.tooMany', { max: sampleSize }).at(field)
  }
  const values = samples.map((sample, index): ValueInput => {
    const { value, inspected } = typeof sample === 'object' ? sample : { value: sample, inspected: null }
    const raw = refusedAt(`${field}.${index}`, () => answerOf(item, String(value)))
    const den = inspected === null ? null : String(inspected)
    return { itemKey, sampleNo: index + 1, state: 'present', raw, den, confirmed: false }
  })
  try {
    judgeValues([unconditional(item)], values, 'instrument')
  } catch (error) {
    if (error instanceof Refusal) error.at(`${field}.${error.field?.split('.')[1] ?? 0}`)
    throw error
  }
  return values
}

/** A choice by its code or name, several separated by commas; numbers and texts unchanged. */
function answerOf(item: TemplateItem, typed: string): string {
  if (!isChoice(item.type)) return typed
  const answers = answersOf(item)
  const parts = item.type === 'multi' ? typed.split(/[,，、]+/).map((part) => part.trim()) : [typed]
  const chosen = parts.map((part) => {
    const answer = codeFor(answers, part)
    if (answer === undefined) throw unknownName(answers, part)
    return answer
  })
  return chosen.join()
}

type Read = readonly (readonly [code: string, values: readonly ValueInput[] | undefined])[]

/** An item may occur once, whatever the spelling of its code; `codeOfItem` has the last spelling. */
function refuseRepeatedItem(read: Read, codeOfItem: ReadonlyMap<string, string>) {
  for (const [code, values] of read) {
    const last = values?.[0] && codeOfItem.get(values[0].itemKey)
    if (last === undefined || last === code) continue
    throw new Refusal(codes.badRequest, 'qcRecord.valueTwice').at(`values.${last}`)
  }
}

/**
 * The faults of items that would prevent the submission of the record. Improbable values need the confirmation of a
 * person, which an instrument cannot give.
 */
function unfinished(items: readonly TemplateItem[], values: ValueInput[], codeOfItem: ReadonlyMap<string, string>) {
  const { inspection } = judgeValues(items, values, 'instrument')
  return inspection.items.flatMap(({ missing, error, samples }, index): Refusal[] => {
    const { code, itemKey } = items[index]!
    const field = `values.${codeOfItem.get(itemKey) ?? code}`
    const refusals: Refusal[] = []
    if (missing > 0) refusals.push(new Refusal(codes.impossible, 'qcInstrument.missing').at(field))
    if (error) refusals.push(new Refusal(codes.impossible, 'qcRecord.submit.formula').at(field))
    for (const { sampleNo, isPlausible } of samples) {
      if (isPlausible) continue
      refusals.push(new Refusal(codes.impossible, 'qcInstrument.implausible').at(`${field}.${sampleNo - 1}`))
    }
    return refusals
  })
}

/** The fields of a reading by their names in other calls. */
const readingFields: Readonly<Record<string, string>> = {
  template: 'templateCode',
  templateId: 'templateCode',
  lot: 'lotNo',
  lotId: 'lotNo',
  equipment: 'equipmentCode',
  equipmentId: 'equipmentCode',
}

function atReadingField(refusal: Refusal): Refusal {
  const { field, key } = refusal
  if (key === 'qcRecord.submit.lot') return refusal.at('lotNo')
  return field === undefined ? refusal : refusal.at(readingFields[field] ?? field)
}
