import { and, isNotNull } from 'drizzle-orm'
import { codes } from '#shared/envelope'
import type { ValueInput } from '#shared/qc/record/schema'
import { Refusal } from '../../platform/http/refusal'
import type { Dialect, Reader } from '../../platform/store'
import { dayAt, dayText } from '../../platform/list/day'
import type { JudgedValue } from '../record/values'
import { statementIn } from '../../platform/list/statement'
import { named } from '../../platform/message/index'

/** Equipment with a calibration date, stored as a day. */
type Calibrated = { equipmentId: number; name: string; nameEn: string; calibrationDue: number | null }

const calibratedIn = statementIn((store, db) => {
  const { equipmentId, name, nameEn, calibrationDue } = store.t.equipment
  return db
    .select({ equipmentId, name, nameEn, calibrationDue })
    .from(store.t.equipment)
    .where(and(store.among(equipmentId, store.bind('ids'), 'ids'), isNotNull(calibrationDue)))
})

/** True if the calibration of equipment had expired on the day of an inspection. */
const isOverdueAt = (calibrationDue: number | null, inspectedAt: number): boolean =>
  calibrationDue !== null && calibrationDue < dayAt(inspectedAt)

/** @throws Refusal at the field if the calibration had expired */
export function refuseOverdue(one: Calibrated, inspectedAt: number, field: string): void {
  if (!isOverdueAt(one.calibrationDue, inspectedAt)) return
  const values = { ...named(one), day: dayText(one.calibrationDue) ?? '' }
  throw new Refusal(codes.conflict, 'qcRecord.gaugeOverdue', values).at(field)
}

type Measured = { equipmentId: number | null; inspectedAt: number; values: readonly Pick<JudgedValue, 'gaugeId'>[] }

type At = Omit<Measured, 'values'>
/** A value before a change of its record. */
type Before = At & { value: Pick<JudgedValue, 'gaugeId' | 'state' | 'gaugeOverdueSince'> }

/** Marks values measured with equipment whose calibration had expired; `before` is the value that a change corrects. */
type Marking = <Value extends JudgedValue>(value: Value, at: At, before?: Before) => Value

const usedFor = ({ gaugeId }: Pick<JudgedValue, 'gaugeId'>, { equipmentId }: Pick<At, 'equipmentId'>) =>
  gaugeId ?? equipmentId

/**
 * Reads the calibration dates of the equipment that measured the records: the gauge of each value, or else the
 * equipment of the record, as instruments and sheets give it.
 */
export async function markingFor(store: Dialect, db: Reader, records: readonly Measured[]): Promise<Marking> {
  const ids = new Set(
    records.flatMap(({ equipmentId, values }) => [equipmentId, ...values.map(({ gaugeId }) => gaugeId)]),
  )
  ids.delete(null)
  const rows = ids.size > 0 ? await calibratedIn(store, db, { ids: JSON.stringify({ ids: [...ids] }) }) : []
  const calibrated = new Map(rows.map((row) => [row.equipmentId, row]))
  return (value, at, before) => {
    const due = calibrated.get(usedFor(value, at) ?? 0)?.calibrationDue ?? null
    const gaugeOverdueSince = value.state === 'present' ? overdueSince(value, at, due, before) : null
    return value.gaugeOverdueSince === gaugeOverdueSince ? value : { ...value, gaugeOverdueSince }
  }
}

/** The date that had expired. What the same gauge measured keeps the date of that time, whatever `due` has become. */
function overdueSince(value: Pick<JudgedValue, 'gaugeId'>, at: At, due: number | null, before?: Before): number | null {
  if (before?.value.state === 'present' && usedFor(before.value, before) === usedFor(value, at)) {
    const { gaugeOverdueSince: since } = before.value
    if (since !== null) return isOverdueAt(since, at.inspectedAt) ? since : null
    if (isOverdueAt(due, before.inspectedAt)) return null // valid then: the date was set earlier afterwards
  }
  return isOverdueAt(due, at.inspectedAt) ? due : null
}

/**
 * For installations that accept no such values.
 * @throws Refusal for the first marked value that is still overdue: at its gauge, or at the equipment of the record
 */
export async function refuseMarked(
  store: Dialect,
  db: Reader,
  measured: readonly JudgedValue[],
  given: readonly ValueInput[],
  at: At,
): Promise<void> {
  const marked = measured.filter(({ gaugeOverdueSince }) => gaugeOverdueSince !== null)
  if (marked.length === 0) return
  const ids = [...new Set(marked.map((value) => usedFor(value, at)))]
  const rows = await calibratedIn(store, db, { ids: JSON.stringify({ ids }) })
  for (const value of marked) {
    const used = rows.find(({ equipmentId }) => equipmentId === usedFor(value, at))
    const index = given.findIndex(({ itemKey, sampleNo }) => itemKey === value.itemKey && sampleNo === value.sampleNo)
    if (used)
      refuseOverdue(used, at.inspectedAt, value.gaugeId && index >= 0 ? `values.${index}.gaugeId` : 'equipmentId')
  }
}
