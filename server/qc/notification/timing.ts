import { MINUTE_MS } from '#shared/durations'
import { offsetAt } from '#shared/format/line-time'
import { clockAfter } from '#shared/qc/day'

const DAY_MIN = 24 * 60

/** Quiet hours of a rule, `HH:MM`, and the time for which it gathers events. */
type Timing = { quietFrom: string; quietTo: string; digestMinutes: number }

/** Minutes after midnight in a time zone. */
const minuteOfDay = (at: number, tz: string) =>
  (((Math.floor(at / MINUTE_MS) + offsetAt(at, tz)) % DAY_MIN) + DAY_MIN) % DAY_MIN

const minutesOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))

/** The end of the quiet hours around `at`, Unix milliseconds; `at` itself outside of quiet hours. */
export function afterQuiet(at: number, { quietFrom, quietTo }: Omit<Timing, 'digestMinutes'>, tz: string): number {
  if (quietFrom === '' || quietTo === '' || quietFrom === quietTo) return at
  const [from, to, minute] = [minutesOf(quietFrom), minutesOf(quietTo), minuteOfDay(at, tz)]
  const isQuiet = from < to ? minute >= from && minute < to : minute >= from || minute < to
  if (!isQuiet) return at
  return clockAfter(at, (to - minute + DAY_MIN) % DAY_MIN, tz)
}

/**
 * The time at which an event of `at` is sent: the end of its interval, counted from midnight, but not in quiet hours.
 */
export function dueAt(at: number, rule: Timing, tz: string): number {
  const { digestMinutes } = rule
  if (digestMinutes === 0) return afterQuiet(at, rule, tz)
  const wait = digestMinutes - (minuteOfDay(at, tz) % digestMinutes)
  return afterQuiet(clockAfter(at, wait, tz), rule, tz)
}
