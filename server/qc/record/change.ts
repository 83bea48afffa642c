import { eq, inArray } from 'drizzle-orm'
import { codes } from '#shared/envelope'
import { OTHER_REASON } from '#shared/qc/constants'
import { isChangeReason, needsChangeReason, ruleOf } from '#shared/qc/record/workflow'
import type { RecordChange, ValueInput } from '#shared/qc/record/schema'
import { notFound, Refusal } from '../../platform/http/refusal'
import type { Dialect, Writer } from '../../platform/store'
import { chunks } from '../../platform/chunks/chunk'
import { appendAudit, type AuditEntry, type Author } from '../audit/queries'
import { chartsChanged } from '../chart/change'
import { markingFor, refuseMarked } from '../equipment/gauge-due'
import { clocksOf } from './clock'
import { contentChanges, CORRECTION, recordContent, type Value, type ValueBase } from './content'
import { loadRecords, type LoadedRecord } from './load'
import { staleRecord } from './step'
import { judgeValues } from './values'
import { itemsBound } from './version'

/**
 * Replaces what a draft or rejected record holds; what the change leaves out stays. Once it was submitted for the first
 * time, every difference is written down value by value; before that, those are that somebody else than its inspector
 * makes. That lots, equipment and shifts fit is for the caller to look at.
 * @throws Refusal when its state forbids it, it was changed meanwhile, a reason is missing, or a value is wrong
 */
export async function changeRecord(
  store: Dialect,
  db: Writer,
  qcValueBaseId: number,
  change: RecordChange,
  by: Author,
  { blockOverdueGauge = false } = {},
): Promise<void> {
  const before = (await loadRecords(store, db, [qcValueBaseId])).get(qcValueBaseId)
  if (!before) throw notFound()
  if (!ruleOf('save').from.includes(before.status)) {
    throw new Refusal(codes.conflict, `qcRecord.notWhile.${before.status}`)
  }
  if (change.lockVersion !== before.lockVersion) throw staleRecord()
  // later than any signature of before, whatever the clock says
  const contentAt = Math.max(by.now, before.updatedAt + 1)
  const author = { ...by, now: contentAt }
  const { head, values, measured } = await contentAfter(store, db, before, change, author)
  if (blockOverdueGauge) {
    await refuseMarked(store, db, measured, change.values ?? [], { ...before, ...head })
  }
  const after = { ...before, ...head }
  const changes = contentChanges(recordContent(before, before.values), recordContent(after, values))
  if (changes.length === 0) return
  const isCorrection = needsChangeReason(before)
  if (isCorrection) refuseUnfounded(change)
  await writeValues(store, db, before.values, values, isCorrection)
  await db
    .update(store.t.valueBases)
    .set({ ...head, contentAt, updatedAt: contentAt, lockVersion: before.lockVersion + 1 })
    .where(eq(store.t.valueBases.qcValueBaseId, qcValueBaseId))
  if (!isCorrection && author.userId === before.operatorId) return
  const reasons = isCorrection && { reasonCode: change.reasonCode || null, reason: change.reason || null }
  const action = isCorrection ? CORRECTION : 'update'
  const about = { entity: 'record', entityId: qcValueBaseId, action, ...reasons } as const
  await appendAudit(
    store,
    db,
    author,
    changes.map((differing): AuditEntry => ({ ...about, ...differing })),
  )
  if (isCorrection) await chartsChanged(store, db, [{ before, after: { ...after, contentAt } }], author)
}

function refuseUnfounded(change: RecordChange) {
  if (isChangeReason(change)) return
  const field = change.reasonCode === OTHER_REASON ? 'reason' : 'reasonCode'
  throw new Refusal(codes.badRequest, 'qcRecord.changeReasonNeeded').at(field)
}

type NewValue = Omit<Value, 'valueId'>
/** `measured` are those that this change brings. */
type After = { head: Partial<ValueBase>; values: NewValue[]; measured: NewValue[] }

/** What the record says after a change: judged anew, its day and shift by the clock of the product line. */
async function contentAfter(
  store: Dialect,
  db: Writer,
  before: LoadedRecord,
  change: RecordChange,
  author: Author,
): Promise<After> {
  const { qcValueBaseId, productId } = before
  const items = await itemsBound(store, db, before.versionId)
  const { inspection, values } = judgeValues(items, change.values ?? before.values.map(givenOf), before.source)
  const { judgement, ngItems, warnItems, missingItems } = inspection
  const inspectedAt = change.inspectedAt === undefined ? before.inspectedAt : Date.parse(change.inspectedAt)
  const place = (await clocksOf(store, db, [productId]))(productId, inspectedAt)
  const isMoved = inspectedAt !== before.inspectedAt
  const isSameShift = !isMoved && change.shiftId === undefined
  const { businessDay, tzMin } = isMoved ? place : before
  const known = new Map(before.values.map((value) => [keyOf(value), value]))
  const news = { qcValueBaseId, enteredBy: author.userId, enteredAt: author.now, corrected: false }
  const equipmentId = change.equipmentId === undefined ? before.equipmentId : change.equipmentId
  const mark = await markingFor(store, db, [{ equipmentId, inspectedAt, values }])
  const isMeasuredElsewhere = isMoved || equipmentId !== before.equipmentId
  const measured: NewValue[] = []
  const after = values.map((value): NewValue => {
    const old = known.get(keyOf(value))
    const isSame = old !== undefined && !differs(old, value)
    // what was true when it was measured stays, whatever was calibrated since
    if (isSame && !isMeasuredElsewhere) return { ...old, ...value, gaugeOverdueSince: old.gaugeOverdueSince }
    const marked = mark(value, { equipmentId, inspectedAt })
    const now = isSame ? { ...old, ...marked } : { ...news, corrected: old?.corrected ?? false, ...marked }
    measured.push(now)
    return now
  })
  return {
    head: {
      lotId: change.lotId === undefined ? before.lotId : change.lotId,
      equipmentId,
      shiftId: change.shiftId ?? (isSameShift ? before.shiftId : place.shiftId),
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

const keyOf = ({ itemId, sampleNo }: Pick<Value, 'itemId' | 'sampleNo'>) => `${itemId}/${sampleNo}`

/** What somebody enters, beside what follows from it. */
export const enteredFields = [
  'state',
  'missingCode',
  'raw',
  'den',
  'gaugeId',
  'confirmed',
] as const satisfies (keyof Value)[]
const differs = (old: Pick<Value, (typeof enteredFields)[number]>, now: typeof old) =>
  enteredFields.some((field) => old[field] !== now[field])

const givenOf = ({ den, ...value }: Value): ValueInput => ({ ...value, den: den === null ? null : String(den) })

/** Values that are another than before are written anew, those that are gone deleted; the others stay as they are. */
async function writeValues(
  { t: { values: table } }: Dialect,
  db: Writer,
  before: readonly Value[],
  after: readonly NewValue[],
  isCorrection: boolean,
) {
  const old = new Map(before.map((value) => [keyOf(value), value]))
  const changed = after.filter((value) => {
    const known = old.get(keyOf(value))
    return (
      !known ||
      differs(known, value) ||
      known.judgement !== value.judgement ||
      known.gaugeOverdueSince !== value.gaugeOverdueSince
    )
  })
  const touched = new Set(changed.map(keyOf))
  const staying = new Set(after.map(keyOf))
  const gone = before.filter((value) => touched.has(keyOf(value)) || !staying.has(keyOf(value)))
  for (const chunk of chunks(gone.map(({ valueId }) => valueId))) {
    await db.delete(table).where(inArray(table.valueId, chunk))
  }
  const rows = changed.map(({ corrected, ...value }) => ({
    ...value,
    valueId: undefined, // a new row
    corrected: corrected || (isCorrection && isAnother(old.get(keyOf(value)), value)),
  }))
  for (const some of chunks(rows)) await db.insert(table).values(some)
}

const isAnother = (old: Value | undefined, now: Omit<NewValue, 'corrected'>) => !old || differs(old, now)
