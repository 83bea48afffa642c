import { businessDay, clockAt, daysAfter, instantOn, lastDaysFrom, shiftAt } from '#shared/qc/day'
import type { ProductOption } from '#shared/qc/product'
import { zoneHere } from './line-clock'

export const rangeNames = ['shift', 'day', '7', '30', '90', '365'] as const
type RangeName = (typeof rangeNames)[number]

/** Long enough for limits to be estimated, short enough for every point to be seen. */
export const USUAL_RANGE: RangeName = '90'

type Clock = Pick<ProductOption, 'tz' | 'dayStartMin' | 'shifts'>

const clockOfDevice = (): Clock => ({ tz: zoneHere(), dayStartMin: 0, shifts: [] })

/** When the shift that is at work began; between shifts the day. */
function shiftBegan(now: number, clock: Clock): number {
  const shift = shiftAt(now, clock.tz, clock.shifts)
  if (!shift) return lastDaysFrom(now, 1, clock)
  const { tz } = clock
  const today = businessDay(now, { tz, dayStartMin: 0 })
  const began = clockAt(today, shift.startMin, tz)
  return began > now ? clockAt(daysAfter(today, -1), shift.startMin, tz) : began
}

/** Where a range that ends at `end` begins, by the clock of the product line. */
export function rangeFrom(name: RangeName, end: number, clock: Clock = clockOfDevice()): string {
  const began = name === 'shift' ? shiftBegan(end, clock) : lastDaysFrom(end, name === 'day' ? 1 : Number(name), clock)
  return new Date(began).toISOString()
}

/** The first instant of a day of the calendar, and its last, by the clock of the product line. */
export const dayFrom = (day: string, { tz }: Clock = clockOfDevice()) => new Date(instantOn(day, tz)).toISOString()
export const dayTo = (day: string, { tz }: Clock = clockOfDevice()) =>
  new Date(instantOn(daysAfter(day, 1), tz) - 1).toISOString()
