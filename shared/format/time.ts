import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../durations'
import type { Locale, Message } from '../i18n/text'

/** The instants of servers and browsers: a Date, milliseconds, seconds of 10 digits, or text of either or ISO. */
export type TimeValue = Date | number | string | null | undefined

/** Replaces a missing instant. */
export const NO_TIME = '-'

const JUST_NOW_MS = 30 * SECOND_MS

/**
 * The instant of `value`. Undefined for an empty or invalid one, and for the first day of year 1, which servers of
 * this family send for an empty time. Text without a time zone is in the zone of the browser.
 */
export function toDate(value: TimeValue): Date | undefined {
  if (!value) return undefined
  if (typeof value === 'string') {
    const text = value.trim()
    if (/^\d+$/.test(text)) return toDate(Number(text))
    // 2001-01-01 only looks similar: it is a normal day.
    if (/(^|\D)(00)?01-01-01/.test(text)) return undefined
    return sensible(new Date(inIso(text)))
  }
  if (typeof value === 'number') return sensible(new Date(isInSeconds(value) ? value * SECOND_MS : value))
  return sensible(value)
}

const isInSeconds = (value: number) => value >= 1e9 && value < 1e10

/** Browsers read a bare `2026-11-20` as midnight in UTC, and some do not accept a blank before the time. */
const inIso = (text: string) => (/^\d{4}-\d\d-\d\d$/.test(text) ? `${text}T00:00` : text.replace(/^(\S{10}) /, '$1T'))

const sensible = (date: Date) => (date.getFullYear() > 1 ? date : undefined)

/** An instant to the minute: `2026-11-20 10:42`. */
export const MINUTE = '{y}-{m}-{d} {h}:{i}'
/** Year, month, day, hour, minute, second. */
const FULL = '{y}-{m}-{d} {h}:{i}:{s}'

/**
 * An instant in the time zone of the browser, by default `2026-11-20 10:42:05`; `-` for an empty one.
 *
 * @param pattern `{y}`, `{m}`, `{d}`, `{h}`, `{i}`, `{s}` stand for year to second, `{a}` for the day of the week
 * @param locale language of the day of the week: 五, or Fri
 */
export function formatTime(value: TimeValue, pattern = FULL, locale: Locale = 'zh'): string {
  const date = toDate(value)
  if (!date) return NO_TIME
  const parts: Record<string, () => string> = {
    y: () => String(date.getFullYear()).padStart(4, '0'),
    m: () => two(date.getMonth() + 1),
    d: () => two(date.getDate()),
    h: () => two(date.getHours()),
    i: () => two(date.getMinutes()),
    s: () => two(date.getSeconds()),
    a: () => new Intl.DateTimeFormat(locale, { weekday: locale === 'zh' ? 'narrow' : 'short' }).format(date),
  }
  return pattern.replace(/\{([ymdhisa])\}/g, (_, part: string) => parts[part]!())
}

const two = (value: number) => String(value).padStart(2, '0')

/** The day of an instant in the time zone of the browser, `2026-11-20`. */
export const dayOf = (date: Date) => formatTime(date, '{y}-{m}-{d}')

/** The short form for lists: `10:42` today, `11-20 10:42` this year, else `2025-11-20 10:42`; `-` for an empty one. */
export function shortTime(value: TimeValue, now: Date): string {
  const date = toDate(value)
  return date ? formatTime(date, shortPattern(date, now)) : NO_TIME
}

/** The pattern of {@link shortTime}: for both ends of an axis, that of the earlier one. */
export function shortPattern(date: Date, now: Date): string {
  if (dayOf(date) === dayOf(now)) return '{h}:{i}'
  return date.getFullYear() === now.getFullYear() ? '{m}-{d} {h}:{i}' : MINUTE
}

/**
 * The time since an instant, in whole minutes, hours or days. Undefined for no instant, and for a future one beyond
 * the tolerance of clocks.
 */
export function relativeTime(value: TimeValue, now: Date): Message | undefined {
  const date = toDate(value)
  const ms = date ? now.getTime() - date.getTime() : -Infinity
  if (ms <= -JUST_NOW_MS) return undefined
  if (ms < JUST_NOW_MS) return { key: 'time.justNow', values: undefined }
  if (ms < HOUR_MS) return { key: 'time.minutesAgo', values: { count: Math.max(1, Math.floor(ms / MINUTE_MS)) } }
  if (ms < DAY_MS) return { key: 'time.hoursAgo', values: { count: Math.floor(ms / HOUR_MS) } }
  return { key: 'time.daysAgo', values: { count: Math.floor(ms / DAY_MS) } }
}

/** Days `yyyy-MM-dd`, both included, with the parameter names of this API family's lists. Without them: any time. */
export type DayRange = { beginTime?: string | undefined; endTime?: string | undefined }

/** The range of days between two instants, in either order; empty unless both are given. */
export function rangeOf(one?: TimeValue, other?: TimeValue): DayRange {
  const dates = [toDate(one), toDate(other)].filter((date) => date !== undefined)
  const [beginTime, endTime] = dates.map(dayOf).toSorted()
  return endTime === undefined ? {} : { beginTime, endTime }
}
