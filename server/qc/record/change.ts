import { eq, inArray } from 'drizzle-orm'
import { codes } from '#shared/envelope'
import { isMeasured, OTHER_REASON } from '#shared/qc/constants'
import { MOST_PHOTOS } from '#shared/qc/record/photo-limits'
import type { RecordChange, ValueInput } from '#shared/qc/record/schema'
import { isChangeReason, needsChangeReason, ruleOf } from '#shared/qc/record/workflow'
import { spelledOut } from '#shared/spc/decimal'
import { scopedTx } from '../../access/department/data-scope'
import { writeOperation, type RequestContext } from '../../access/operation-log/write'
import { chunks } from '../../platform/chunks/chunk'
import { Refusal } from '../../platform/http/refusal'
import type { Dialect, Store, Writer } from '../../platform/store'
import { appendAudit, authorOf, type AuditEntry, type Author } from '../audit/append'
import { chartsChanged } from '../chart/change'
import { markingFor, refuseMarked } from '../equipment/gauge-due'
import { planPhotos, writePhotos, type PhotoChange } from '../photo/attach'
import type { PhotoRoom } from '../photo/quota'
import { itemsBound } from '../template/items'
import { refuseInspectionTime, refuseUnfit, refuseUnknownCodes } from './check'
import { clocksOf } from './clock'
import { contentChanges, CORRECTION, keyOfValue, recordContent, type Value, type ValueBase } from './content'
import type { Measuring } from './create'
import { loadRecord, type LoadedRecord } from './load'
import { staleRecord } from './submit'
import { judgeValues } from './values'

/**
 * Changes the content of a draft or rejected record. @throws Refusal 404 outside of the scope, else as `changeRecord`
 */
export const saveRecord = (
  store: Store,
  id: number,
  change: RecordChange,
  context: RequestContext,
  measuring?: Measuring,
): Promise<void> =>
  scopedTx(store, context, async (db, scope) => {
    const before = await loadRecord(store, db, id, scope)
    const { productId, createdAt, lotId, equipmentId, shiftId } = before
    if (change.inspectedAt !== undefined && Date.parse(change.inspectedAt) !== before.inspectedAt) {
      refuseInspectionTime(Date.parse(change.inspectedAt), createdAt, context.now)
    }
    await refuseUnfit(store, db, productId, {
      values: change.values,
      gaugesBefore: before.values.flatMap(({ gaugeId }) => gaugeId ?? []),
      // references of before may be closed by now
      lotId: change.lotId === lotId ? undefined : change.lotId,
      equipmentId: change.equipmentId === equipmentId ? undefined : change.equipmentId,
      shiftId: change.shiftId === shiftId ? undefined : change.shiftId,
    })
    await refuseUnknownCodes(store, db, change)
    const author = await authorOf(store, db, context)
    await changeLoaded(store, db, before, change, author, measuring)
    await writeOperation(store, db, context, { action: 'update', record: String(id), name: before.recordNo })
  })

/** {@link changeLoaded} for callers that have checked lots, equipment and shifts. */
export const changeRecord = async (store: Dialect, db: Writer, id: number, change: RecordChange, author: Author) =>
  changeLoaded(store, db, await loadRecord(store, db, id), change, author)

/**
 * Replaces the content of a draft or rejected record; omitted fields stay. After the first submission, every difference
 * is audited value by value; before it, only differences made by others than the inspector.
 * @throws Refusal if its state forbids it, it was changed meanwhile, a reason is missing, or a value is wrong
 */
async function changeLoaded(
  store: Dialect,
  db: Writer,
  before: LoadedRecord,
  change: RecordChange,
  { now, ...by }: Author,
  { blockOverdueGauge = false, photosPerRecord = MOST_PHOTOS, photoStorageBytes = Infinity }: Partial<Measuring> = {},
): Promise<void> {
  if (!ruleOf('save').from.includes(before.status)) {
    throw new Refusal(codes.conflict, `qcRecord.notWhile.${before.status}`)
  }
  if (change.lockVersion !== before.lockVersion) throw staleRecord()
  // later than all earlier signatures, whatever the clock says
  const contentAt = Math.max(now, before.updatedAt + 1)
  const author = { ...by, now: contentAt }
  const { head, values, measured } = await contentAfter(store, db, before, change, author)
  const after = { ...before, ...head }
  if (blockOverdueGauge) await refuseMarked(store, db, measured, change.values ?? [], after)
  const quota = { photosPerRecord, photoStorageBytes }
  const photoChange = await photosAfter(store, db, before, change, author, quota)
  const changes = contentChanges(
    recordContent(before, before.values, before.photos),
    recordContent(after, values, photoChange.photos),
  )
  if (changes.length === 0) return
  const isCorrection = needsChangeReason(before)
  if (isCorrection && !isChangeReason(change)) {
    const field = change.reasonCode === OTHER_REASON ? 'reason' : 'reasonCode'
    throw new Refusal(codes.badRequest, 'qcRecord.changeReasonNeeded').at(field)
  }
  await writeValues(store, db, before.values, values, isCorrection)
  await writePhotos(store, db, before.qcValueBaseId, photoChange, isCorrection ? contentAt : undefined)
  await db
    .update(store.t.valueBases)
    .set({ ...head, contentAt, updatedAt: contentAt, lockVersion: before.lockVersion + 1 })
    .where(eq(store.t.valueBases.qcValueBaseId, before.qcValueBaseId))
  if (!isCorrection && author.userId === before.operatorId) return
  const reasons = isCorrection && { reasonCode: change.reasonCode || null, reason: change.reason || null }
  const action = isCorrection ? CORRECTION : 'update'
  const about = { entity: 'record', entityId: before.qcValueBaseId, action, ...reasons } as const
  const entries = changes.map((difference): AuditEntry => ({ ...about, ...difference }))
  await appendAudit(store, db, author, entries)
  if (isCorrection) await chartsChanged(store, db, [{ before, after: { ...after, contentAt } }], author)
}

/** A change without `photos` leaves them as they are. */
async function photosAfter(
  store: Dialect,
  db: Writer,
  before: LoadedRecord,
  { photos: wanted }: RecordChange,
  author: Author,
  quota: PhotoRoom,
): Promise<PhotoChange> {
  if (!wanted) return { photos: before.photos, attached: [], removed: [] }
  const items = await itemsBound(store, db, before.versionId)
  return planPhotos(store, db, { wanted, before, items, author, quota })
}

type NewValue = Omit<Value, 'valueId'>
/** `measured` are the values new in this change. */
type After = { head: Partial<ValueBase>; values: NewValue[]; measured: NewValue[] }

/** The record after a change: judged again, with day and shift by the clock of the product line. */
async function contentAfter(
  store: Dialect,
  db: Writer,
  before: LoadedRecord,
  change: RecordChange,
  author: Author,
): Promise<After> {
  const { qcValueBaseId, productId } = before
  const items = await itemsBound(store, db, before.versionId)
  const { inspection, values } = judgeValues(items, change.values ?? before.values.map(inputOf), before.source)
  const { judgement, ngItems, warnItems, missingItems } = inspection
  const inspectedAt = change.inspectedAt === undefined ? before.inspectedAt : Date.parse(change.inspectedAt)
  const clock = (await clocksOf(store, db, [productId]))(productId, inspectedAt)
  const isMoved = inspectedAt !== before.inspectedAt
  const isSameShift = !isMoved && change.shiftId === undefined
  const { businessDay, tzMin } = isMoved ? clock : before
  const equipmentId = change.equipmentId === undefined ? before.equipmentId : change.equipmentId
  const mark = await markingFor(store, db, [{ equipmentId, inspectedAt, values }])
  const isMeasuredElsewhere = isMoved || equipmentId !== before.equipmentId
  const entered = { qcValueBaseId, enteredBy: author.userId, enteredAt: author.now }
  const oldValues = new Map(before.values.map((value) => [keyOfValue(value), value]))
  const numbers = new Set(items.filter(({ type }) => isMeasured(type)).map(({ itemKey }) => itemKey))
  const measured: NewValue[] = []
  const after = values.map((judged): NewValue => {
    const old = oldValues.get(keyOfValue(judged))
    // stored before numbers had one spelling, and perhaps signed
    const isOldSpelling = numbers.has(judged.itemKey) && old?.raw && spelledOut(old.raw) === judged.raw
    const value = isOldSpelling ? { ...judged, raw: old.raw } : judged
    const isSame = old !== undefined && !differs(old, value)
    // the mark from the time of measurement stays, whatever was calibrated since
    if (isSame && !isMeasuredElsewhere) return { ...old, ...value, gaugeOverdueSince: old.gaugeOverdueSince }
    const marked = mark(value, { equipmentId, inspectedAt }, old && { ...before, value: old })
    const current = isSame ? { ...old, ...marked } : { ...entered, corrected: old?.corrected ?? false, ...marked }
    measured.push(current)
    return current
  })
  return {
    head: {
      lotId: change.lotId === undefined ? before.lotId : change.lotId,
      equipmentId,
      shiftId: change.shiftId ?? (isSameShift ? before.shiftId : clock.shiftId),
      inspectedAt,
      businessDay,
      tzMin,
      remark: change.remark ?? before.remark,
      judgement,
      ngItems,
      warnItems,
      missingItems,
    },
    values: after,
    measured,
  }
}

/** The fields of a value that people enter. The others are derived from them. */
export const enteredFields = [
  'state',
  'missingCode',
  'raw',
  'den',
  'gaugeId',
  'confirmed',
] as const satisfies (keyof Value)[]
type Entered = Pick<Value, (typeof enteredFields)[number]>
const differs = (old: Entered, current: Entered) => enteredFields.some((field) => old[field] !== current[field])

const inputOf = ({ den, ...value }: Value): ValueInput => ({ ...value, den: den === null ? null : String(den) })

/** Writes changed values and deletes removed ones; the others stay as they are. */
async function writeValues(
  { t: { values: table } }: Dialect,
  db: Writer,
  before: readonly Value[],
  after: readonly NewValue[],
  isCorrection: boolean,
) {
  const oldValues = new Map(before.map((value) => [keyOfValue(value), value]))
  const isStored = (value: NewValue) => {
    const old = oldValues.get(keyOfValue(value))
    if (!old || differs(old, value)) return false
    return old.judgement === value.judgement && old.gaugeOverdueSince === value.gaugeOverdueSince
  }
  const staying = new Set(after.filter(isStored).map(keyOfValue))
  const deleted = before.filter((value) => !staying.has(keyOfValue(value))).map(({ valueId }) => valueId)
  for (const chunk of chunks(deleted)) await db.delete(table).where(inArray(table.valueId, chunk))
  const rows = after.flatMap((value) => {
    if (isStored(value)) return []
    const old = oldValues.get(keyOfValue(value))
    const corrected = value.corrected || (isCorrection && (!old || differs(old, value)))
    return [{ ...value, valueId: undefined, corrected }] // a new row
  })
  for (const chunk of chunks(rows)) await db.insert(table).values(chunk)
}
