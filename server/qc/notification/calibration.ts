import { DAY_MS } from '#shared/durations'
import { and, eq, isNotNull, lte } from 'drizzle-orm'
import { statuses } from '#shared/constants'
import type { DomainWorks } from '../../admin/job/kinds'
import { dayAt } from '../../platform/list/day'
import { literal, statement } from '../../platform/list/statement'
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

/** Notifies of each calibration date twice: before it and after it. */
export const calibrationDue: DomainWorks['calibration-due'] = async ({ store, args, now }) => {
  const today = dayAt(now)
  const until = today + (Number(args) || DAYS_AHEAD) * DAY_MS
  const due = await calibratedUntil(store, { until })
  await notifyOf(
    store,
    due.map(({ equipmentId, productId, code, name, calibrationDue }) => ({
      event: 'calibrationDue' as const,
      key: `calibration ${equipmentId} ${calibrationDue} ${calibrationDue! < today ? 'past' : 'near'}`,
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
