import { businessDay, clockAt, daysAfter, lastDaysFrom, shiftStart } from '#shared/qc/day'
import type { ProductOption } from '#shared/qc/product'
import { deviceZone } from './line-clock'

export const rangeNames = ['shift', 'day', '7', '30', '90', '365'] as const
type RangeName = (typeof rangeNames)[number]

/** Long enough to estimate limits, short enough to see every point. */
export const DEFAULT_RANGE: RangeName = '90'

type Clock = Pick<ProductOption, 'tz' | 'dayStartMin' | 'shifts'>

const clockOfDevice = (): Clock => ({ tz: deviceZone(), dayStartMin: 0, shifts: [] })

/** The beginning of a range that ends at `end`, by the clock of the product line. Between shifts, `shift` is the day. */
export function rangeFrom(name: RangeName, end: number, clock: Clock = clockOfDevice()): string {
  const shift = name === 'shift' ? shiftStart(end, clock.tz, clock.shifts) : undefined
  const days = name === 'shift' || name === 'day' ? 1 : Number(name)
  return new Date(shift ?? lastDaysFrom(end, days, clock)).toISOString()
}

/** The business day of an instant by the clock of the product line. */
export const dayAt = (at: number, clock: Clock = clockOfDevice()) => businessDay(at, clock)

/** The first and the last instant of a business day of the product line. */
export const dayFrom = (day: string, { tz, dayStartMin }: Clock = clockOfDevice()) =>
  new Date(clockAt(day, dayStartMin, tz)).toISOString()
export const dayTo = (day: string, { tz, dayStartMin }: Clock = clockOfDevice()) =>
  new Date(clockAt(daysAfter(day, 1), dayStartMin, tz) - 1).toISOString()
