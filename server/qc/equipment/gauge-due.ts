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
const isOverdueAt = ({ calibrationDue }: Pick<Calibrated, 'calibrationDue'>, inspectedAt: number): boolean =>
  calibrationDue !== null && calibrationDue < dayAt(inspectedAt)

/** @throws Refusal at the field if the calibration had expired */
export function refuseOverdue(one: Calibrated, inspectedAt: number, field: string): void {
  if (!isOverdueAt(one, inspectedAt)) return
  const values = { ...named(one), day: dayText(one.calibrationDue) ?? '' }
  throw new Refusal(codes.conflict, 'qcRecord.gaugeOverdue', values).at(field)
}

type Measured = { equipmentId: number | null; inspectedAt: number; values: readonly Pick<JudgedValue, 'gaugeId'>[] }

/** Marks values measured with equipment whose calibration had expired. */
type Marking = <Value extends JudgedValue>(value: Value, at: Omit<Measured, 'values'>) => Value

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
  return (value, { equipmentId, inspectedAt }) => {
    const used = calibrated.get(value.gaugeId ?? equipmentId ?? 0)
    const isMarked = used !== undefined && value.state === 'present' && isOverdueAt(used, inspectedAt)
    const gaugeOverdueSince = isMarked ? used.calibrationDue : null
    return value.gaugeOverdueSince === gaugeOverdueSince ? value : { ...value, gaugeOverdueSince }
  }
}

/**
 * For installations that accept no such values.
 * @throws Refusal for the first marked value: at its gauge, or at the equipment of the record
 */
export async function refuseMarked(
  store: Dialect,
  db: Reader,
  marked: readonly JudgedValue[],
  given: readonly ValueInput[],
  { equipmentId, inspectedAt }: Omit<Measured, 'values'>,
): Promise<void> {
  const value = marked.find(({ gaugeOverdueSince }) => gaugeOverdueSince !== null)
  if (!value) return
  const ids = [value.gaugeId ?? equipmentId]
  const [used] = await calibratedIn(store, db, { ids: JSON.stringify({ ids }) })
  const index = given.findIndex(({ itemKey, sampleNo }) => itemKey === value.itemKey && sampleNo === value.sampleNo)
  if (used) refuseOverdue(used, inspectedAt, value.gaugeId && index >= 0 ? `values.${index}.gaugeId` : 'equipmentId')
}
