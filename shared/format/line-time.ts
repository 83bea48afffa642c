import { MINUTE, NO_TIME, toDate, type TimeValue } from './time'

/** The format of each time zone, with its last requested minute: one record needs the same minute several times. */
const clocks = new Map<string, { format: Intl.DateTimeFormat; minute: number; local: number }>()

/** The local time in `tz`: minutes since 1970 as if it were UTC. */
export function localMinutes(at: number, tz: string): number {
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
