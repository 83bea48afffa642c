import { MINUTE, NO_TIME, toDate, type TimeValue } from '../format/time'

/** A product line's clock: its time zone by IANA name, and the minute after midnight at which its day begins. */
export type Clock = { tz: string; dayStartMin: number }
/** Begins and ends at a minute after midnight. A shift that ends before it begins crosses midnight. */
export type ShiftTimes = { startMin: number; endMin: number }

const DAY_MIN = 24 * 60
/** The format of each time zone, with its last requested minute: one record needs the same minute several times. */
const clocks = new Map<string, { format: Intl.DateTimeFormat; minute: number; local: number }>()

/** The local time in `tz`: minutes since 1970 as if it were UTC. */
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

/** Minutes by which `tz` is ahead of UTC at an instant. */
export const offsetAt = (at: number, tz: string): number => localMinutes(at, tz) - Math.floor(at / 60_000)

/** The business day of an instant, `YYYY-MM-DD`. A night shift belongs to the day on which it began. */
export function businessDay(at: number, { tz, dayStartMin }: Clock): string {
  return new Date((localMinutes(at, tz) - dayStartMin) * 60_000).toISOString().slice(0, 10)
}

/** The first of `shifts` that runs at an instant. */
export function shiftAt<Shift extends ShiftTimes>(at: number, tz: string, shifts: readonly Shift[]): Shift | undefined {
  const minute = localMinutes(at, tz) % DAY_MIN
  return shifts.find(({ startMin, endMin }) =>
    startMin < endMin ? minute >= startMin && minute < endMin : minute >= startMin || minute < endMin,
  )
}

/** The start of the shift that runs at `at`; undefined if none runs. */
export function shiftStart(at: number, tz: string, shifts: readonly ShiftTimes[]): number | undefined {
  const shift = shiftAt(at, tz, shifts)
  if (!shift) return undefined
  const local = localMinutes(at, tz)
  return instantShowing(local - ((local - shift.startMin + DAY_MIN) % DAY_MIN), tz)
}

/** The end of a shift that runs at `at`. */
export const shiftEnd = (at: number, tz: string, { endMin }: ShiftTimes) =>
  clockAfter(at, (endMin - (localMinutes(at, tz) % DAY_MIN) + DAY_MIN) % DAY_MIN || DAY_MIN, tz)

/** The instant at which the clock in `tz` is `minutes` further than at `at`, which is more or less than their time. */
export function clockAfter(at: number, minutes: number, tz: string): number {
  const shown = localMinutes(at, tz) + minutes
  const elapsed = (Math.floor(at / 60_000) + minutes) * 60_000
  // in the repeated hour, the later of the two
  return localMinutes(elapsed, tz) === shown ? elapsed : instantShowing(shown, tz)
}

const wall = /^(\d{4})-(\d{2})-(\d{2})(?: (\d{2}):(\d{2}):(\d{2}))?$/

/**
 * The instant of the local time `yyyy-MM-dd HH:mm:ss` in `tz`, or of the start of that day. A text with its own offset
 * is read by that offset. A time in the skipped hour of spring is read by the offset before the change. A time in the
 * repeated hour is the first of the two. NaN if the text is not a time.
 */
export function instantOn(text: string, tz: string): number {
  const parts = wall.exec(text)?.slice(1)
  if (!parts) return Date.parse(text)
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = parts.map((part) => Number(part ?? 0))
  return instantShowing(Date.UTC(year, month - 1, day, hour, minute) / 60_000, tz) + second * 1000
}

/** The same for minutes since 1970 as if they were UTC. */
function instantShowing(shown: number, tz: string): number {
  const before = shown - offsetAt((shown - DAY_MIN) * 60_000, tz)
  const after = shown - offsetAt((shown + DAY_MIN) * 60_000, tz)
  const fits = (minute: number) => localMinutes(minute * 60_000, tz) === shown
  return (fits(before) || !fits(after) ? before : after) * 60_000
}

/** Calendar days: two days of the year have 23 or 25 hours. */
export const daysAfter = (day: string, days: number) =>
  new Date(Date.parse(day) + days * DAY_MIN * 60_000).toISOString().slice(0, 10)

/** The instant at which the local time in `tz` is a minute of a day. */
export const clockAt = (day: string, minute: number, tz: string) =>
  instantShowing(Date.parse(day) / 60_000 + minute, tz)

/** The start of the last `days` business days, the day of `at` included. It is the meaning of "30 days" everywhere. */
export const lastDaysFrom = (at: number, days: number, clock: Clock) =>
  clockAt(daysAfter(businessDay(at, clock), 1 - days), clock.dayStartMin, clock.tz)

/**
 * An instant in the local time of `tz`, `2026-11-20 10:42` by default (`pattern` changes it). `-` for no instant.
 * `formatTime` does the same by the clock of the device.
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

/** The short form for drawings: `10:42` on the day of `now`, `11-20 10:42` in its year, else `2025-11-20 10:42`. */
export function shortLineTime(value: TimeValue, now: Date, tz: string): string {
  const differs = (pattern: string) => lineTime(value, tz, pattern) !== lineTime(now, tz, pattern)
  if (differs('{y}')) return lineTime(value, tz)
  return lineTime(value, tz, differs('{m}-{d}') ? '{m}-{d} {h}:{i}' : '{h}:{i}')
}
