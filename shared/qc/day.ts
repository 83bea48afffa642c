import { MINUTE, NO_TIME, toDate, type TimeValue } from '../format/time'

/** A product line's clock: its time zone by IANA name, and the minute after midnight at which its day begins. */
export type Clock = { tz: string; dayStartMin: number }
/** Begins and ends at a minute after midnight; one that ends before it begins goes over midnight. */
export type ShiftTimes = { startMin: number; endMin: number }

const DAY_MIN = 24 * 60
/** The format of each time zone, with the minute that it was asked for last: a record is asked for one several times. */
const clocks = new Map<string, { format: Intl.DateTimeFormat; minute: number; local: number }>()

/** What a clock on the wall of `tz` shows: minutes since 1970 as if that were UTC. */
function localMinutes(at: number, tz: string): number {
  const minute = Math.floor(at / 60_000)
  const clock = clocks.get(tz) ?? clockIn(tz)
  if (clock.minute === minute) return clock.local
  const part: Record<string, number> = {}
  for (const { type, value } of clock.format.formatToParts(at)) part[type] = Number(value)
  clock.minute = minute
  clock.local = Date.UTC(part['year']!, part['month']! - 1, part['day'], part['hour'], part['minute']) / 60_000
  return clock.local
}

function clockIn(tz: string) {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: tz,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
  })
  const clock = { format, minute: NaN, local: NaN }
  clocks.set(tz, clock)
  return clock
}

/** Minutes that `tz` is ahead of UTC at an instant. */
export const offsetAt = (at: number, tz: string): number => localMinutes(at, tz) - Math.floor(at / 60_000)

/** The day that an instant is counted to, `YYYY-MM-DD`: a night shift belongs to the day on which it began. */
export function businessDay(at: number, { tz, dayStartMin }: Clock): string {
  return new Date((localMinutes(at, tz) - dayStartMin) * 60_000).toISOString().slice(0, 10)
}

/** The first of `shifts` that is at work at an instant. */
export function shiftAt<Shift extends ShiftTimes>(at: number, tz: string, shifts: readonly Shift[]): Shift | undefined {
  const minute = localMinutes(at, tz) % DAY_MIN
  return shifts.find(({ startMin, endMin }) =>
    startMin < endMin ? minute >= startMin && minute < endMin : minute >= startMin || minute < endMin,
  )
}

/** When the shift began that runs at `at`; undefined where none does. */
export function shiftStart(at: number, tz: string, shifts: readonly ShiftTimes[]): number | undefined {
  const shift = shiftAt(at, tz, shifts)
  if (!shift) return undefined
  const minutes = (localMinutes(at, tz) - shift.startMin + DAY_MIN) % DAY_MIN
  return (Math.floor(at / 60_000) - minutes) * 60_000
}

const wall = /^(\d{4})-(\d{2})-(\d{2})(?: (\d{2}):(\d{2}):(\d{2}))?$/

/**
 * The instant at which a clock on the wall of `tz` shows `yyyy-MM-dd HH:mm:ss`, or begins that day; a text with an offset
 * says it by itself. In the hour that is skipped in spring the clock is taken to go on as before, in the one that comes
 * twice the first is meant. NaN of what is no time.
 */
export function instantOn(text: string, tz: string): number {
  const parts = wall.exec(text)?.slice(1)
  if (!parts) return Date.parse(text)
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = parts.map((part) => Number(part ?? 0))
  const shown = Date.UTC(year, month - 1, day, hour, minute, second)
  const before = shown - offsetAt(shown - DAY_MIN * 60_000, tz) * 60_000
  const after = shown - offsetAt(shown + DAY_MIN * 60_000, tz) * 60_000
  const fits = (at: number) => at + offsetAt(at, tz) * 60_000 === shown
  return fits(before) || !fits(after) ? before : after
}

/** Days of the calendar: on two days of the year they have 23 or 25 hours. */
export const daysAfter = (day: string, days: number) =>
  new Date(Date.parse(day) + days * DAY_MIN * 60_000).toISOString().slice(0, 10)

/** When the clocks of `tz` show a minute of a day. */
export const clockAt = (day: string, minute: number, tz: string) =>
  instantOn(`${day} ${new Date(minute * 60_000).toISOString().slice(11, 19)}`, tz)

/** When the last so many business days began, that of an instant among them: "30 days", wherever they are spoken of. */
export const lastDaysFrom = (at: number, days: number, clock: Clock) =>
  clockAt(daysAfter(businessDay(at, clock), 1 - days), clock.dayStartMin, clock.tz)

/**
 * An instant as clocks of `tz` show it, `2026-11-20 10:42` unless `pattern` says otherwise (see `formatTime`, which goes
 * by the clock of the device); `-` for none.
 */
export function lineTime(value: TimeValue, tz: string, pattern = MINUTE): string {
  const date = toDate(value)
  if (!date) return NO_TIME
  const shown = new Date(date.getTime() + offsetAt(date.getTime(), tz) * 60_000).toISOString()
  const places: Record<string, number> = { y: 0, m: 5, d: 8, h: 11, i: 14, s: 17 }
  return pattern.replace(/\{([ymdhis])\}/g, (_, part: string) =>
    shown.slice(places[part], part === 'y' ? 4 : places[part]! + 2),
  )
}

/** As much of it as a drawing needs: `10:42` on the day of `now`, `11-20 10:42` in its year, else `2025-11-20 10:42`. */
export function shortLineTime(value: TimeValue, now: Date, tz: string): string {
  const differs = (pattern: string) => lineTime(value, tz, pattern) !== lineTime(now, tz, pattern)
  if (differs('{y}')) return lineTime(value, tz)
  return lineTime(value, tz, differs('{m}-{d}') ? '{m}-{d} {h}:{i}' : '{h}:{i}')
}
