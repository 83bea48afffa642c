import { DAY_MS } from '#shared/durations'
import { and, eq, isNotNull, lte } from 'drizzle-orm'
import { statuses } from '#shared/constants'
import type { DomainWorks } from '../../admin/job/kinds'
import { dayAt } from '../../platform/list/day'
import { literal, statement } from '../../platform/list/statement'
import type { Tables } from '../../tables'
import { notifyOf } from './dispatch'

/** Days before the calibration expires, unless the job sets them. */
const DAYS_AHEAD = 14

const calibratedUntil = statement(({ db, t: { equipment }, bind }) =>
  db
    .select({
      equipmentId: equipment.equipmentId,
      productId: equipment.productId,
      code: equipment.code,
      name: equipment.name,
      calibrationDue: equipment.calibrationDue,
    })
    .from(equipment)
    .where(
      and(
        eq(equipment.status, literal(statuses.on)),
        isNotNull(equipment.calibrationDue),
        lte(equipment.calibrationDue, bind('until')),
      ),
    )
    .orderBy(equipment.equipmentId),
)

type Dated = Pick<Tables['equipment']['$inferSelect'], 'equipmentId' | 'calibrationDue'>

/** True from the day after the last valid day. */
export const isCalibrationPast = ({ calibrationDue }: Pick<Dated, 'calibrationDue'>, now: number) =>
  calibrationDue! < dayAt(now)

/** The key of a calibration date that is near, or past. */
export const calibrationKey = (dated: Dated, now: number) =>
  `calibration ${dated.equipmentId} ${dated.calibrationDue} ${isCalibrationPast(dated, now) ? 'past' : 'near'}`

/** Notifies of each calibration date twice: before it and after it. */
export const calibrationDue: DomainWorks['calibration-due'] = async ({ store, args, now }) => {
  const until = dayAt(now) + (Number(args) || DAYS_AHEAD) * DAY_MS
  const due = await calibratedUntil(store, { until })
  await notifyOf(
    store,
    due.map(({ equipmentId, productId, code, name, calibrationDue }) => ({
      event: 'calibrationDue' as const,
      key: calibrationKey({ equipmentId, calibrationDue }, now),
      entityId: equipmentId,
      subject: `${code} ${name}`,
      productId,
      severity: undefined,
      deptId: null,
      operatorId: null,
      eventId: undefined,
    })),
    now,
  )
  return { key: 'job.done.calibration', values: { count: due.length } }
}
