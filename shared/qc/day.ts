import { localMinutes, offsetAt } from '../format/line-time'

/** A product line's clock: its time zone by IANA name, and the minute after midnight at which its day begins. */
export type Clock = { tz: string; dayStartMin: number }
/** Begins and ends at a minute after midnight. A shift that ends before it begins crosses midnight. */
export type ShiftTimes = { startMin: number; endMin: number }

const DAY_MIN = 24 * 60
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
