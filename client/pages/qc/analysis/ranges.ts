import { businessDay, clockAt, daysAfter, instantOn, lastDaysFrom, shiftAt } from '#shared/qc/day'
import type { ProductOption } from '#shared/qc/product'
import { deviceZone } from './line-clock'

export const rangeNames = ['shift', 'day', '7', '30', '90', '365'] as const
type RangeName = (typeof rangeNames)[number]

/** Long enough to estimate limits, short enough to see every point. */
export const DEFAULT_RANGE: RangeName = '90'

type Clock = Pick<ProductOption, 'tz' | 'dayStartMin' | 'shifts'>

const clockOfDevice = (): Clock => ({ tz: deviceZone(), dayStartMin: 0, shifts: [] })

/** The beginning of the running shift; between shifts, of the day. */
function shiftStart(now: number, clock: Clock): number {
  const shift = shiftAt(now, clock.tz, clock.shifts)
  if (!shift) return lastDaysFrom(now, 1, clock)
  const { tz } = clock
  const today = businessDay(now, { tz, dayStartMin: 0 })
  const start = clockAt(today, shift.startMin, tz)
  return start > now ? clockAt(daysAfter(today, -1), shift.startMin, tz) : start
}

/** The beginning of a range that ends at `end`, in the zone of the product line; an ISO instant. */
export function rangeFrom(name: RangeName, end: number, clock: Clock = clockOfDevice()): string {
  const start = name === 'shift' ? shiftStart(end, clock) : lastDaysFrom(end, name === 'day' ? 1 : Number(name), clock)
  return new Date(start).toISOString()
}

/** The first and the last instant of a calendar day in the zone of the product line. */
export const dayFrom = (day: string, { tz }: Clock = clockOfDevice()) => new Date(instantOn(day, tz)).toISOString()
export const dayTo = (day: string, { tz }: Clock = clockOfDevice()) =>
  new Date(instantOn(daysAfter(day, 1), tz) - 1).toISOString()
