import { businessDay, instantOn, shiftAt } from '#shared/qc/day'
import type { ProductOption } from '#shared/schemas/qc-product'
import { zoneHere } from './line-clock'

export const rangeNames = ['shift', 'day', '7', '30', '90', '365'] as const
export type RangeName = (typeof rangeNames)[number]

/** Long enough for limits to be estimated, short enough for every point to be seen. */
export const USUAL_RANGE: RangeName = '90'

const DAY_MS = 86_400_000
const MINUTE_MS = 60_000

type Clock = Pick<ProductOption, 'tz' | 'shifts'>

const clockOfDevice = (): Clock => ({ tz: zoneHere(), shifts: [] })

/** When the day of a product line, or days before that one, began: with its first shift, else at midnight. */
function dayBegan(now: number, { tz, shifts }: Clock, before = 0): number {
  const dayStartMin = shifts[0]?.startMin ?? 0
  return clockAt(daysAfter(businessDay(now, { tz, dayStartMin }), -before), dayStartMin, tz)
}

/** Days of the calendar: on two days of the year they have 23 or 25 hours. */
const daysAfter = (day: string, days: number) => new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10)

/** When the clocks of `tz` show a minute of a day. */
const clockAt = (day: string, minute: number, tz: string) =>
  instantOn(`${day} ${new Date(minute * MINUTE_MS).toISOString().slice(11, 19)}`, tz)

/** When the shift that is at work began; between shifts the day. */
function shiftBegan(now: number, clock: Clock): number {
  const shift = shiftAt(now, clock.tz, clock.shifts)
  if (!shift) return dayBegan(now, clock)
  const { tz } = clock
  const today = businessDay(now, { tz, dayStartMin: 0 })
  const began = clockAt(today, shift.startMin, tz)
  return began > now ? clockAt(daysAfter(today, -1), shift.startMin, tz) : began
}

/** Where a range that ends at `end` begins, by the clock of the product line. */
export function rangeFrom(name: RangeName, end: number, clock: Clock = clockOfDevice()): string {
  const began = name === 'shift' ? shiftBegan(end, clock) : dayBegan(end, clock, name === 'day' ? 0 : Number(name) - 1)
  return new Date(began).toISOString()
}

/** The first instant of a day of the calendar, and its last, by the clock of the product line. */
export const dayFrom = (day: string, { tz }: Clock = clockOfDevice()) => new Date(instantOn(day, tz)).toISOString()
export const dayTo = (day: string, { tz }: Clock = clockOfDevice()) =>
  new Date(instantOn(daysAfter(day, 1), tz) - 1).toISOString()
