import type { Locale } from '../i18n/text'

/** A schedule in one short sentence. Days are days of the week, 0 for Sunday. */
export type CronPlan =
  | { kind: 'minutes'; every: number }
  | { kind: 'hourly'; minute: number }
  | { kind: 'daily'; at: number }
  | { kind: 'weekly'; at: number; days: number[] }
  | { kind: 'monthly'; at: number; day: number }

const DAY_MINUTES = 1440
const weekdays = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat']

/** Reads the common forms of a cron expression; undefined for other forms. `at` is in minutes since midnight. */
export function cronPlanOf(expression: string): CronPlan | undefined {
  const parts = expression.trim().split(/\s+/)
  const [minute = '', hour = '', day = '', month = '', weekday = ''] = parts.length === 6 ? parts.slice(1) : parts
  if (parts.length < 5 || parts.length > 6 || (parts.length === 6 && parts[0] !== '0') || month !== '*')
    return undefined
  const isEveryDay = day === '*' && weekday === '*'
  const every = numberIn(/^\*\/(\d+)$/.exec(minute)?.[1], 1, 59)
  if (isEveryDay && hour === '*' && every !== undefined && 60 % every === 0) return { kind: 'minutes', every }
  const atMinute = numberIn(minute, 0, 59)
  if (atMinute === undefined) return undefined
  if (isEveryDay && hour === '*') return { kind: 'hourly', minute: atMinute }
  const atHour = numberIn(hour, 0, 23)
  if (atHour === undefined) return undefined
  const at = atHour * 60 + atMinute
  if (isEveryDay) return { kind: 'daily', at }
  const days = day === '*' ? daysOf(weekday) : undefined
  if (days) return { kind: 'weekly', at, days }
  const ofMonth = weekday === '*' ? numberIn(day, 1, 31) : undefined
  return ofMonth === undefined ? undefined : { kind: 'monthly', at, day: ofMonth }
}

const numberIn = (text: string | undefined, min: number, max: number) =>
  text !== undefined && /^\d{1,2}$/.test(text) && Number(text) >= min && Number(text) <= max ? Number(text) : undefined

/** `1`, `mon`, `1,3`, `1-5` and lists of these; 7 is also Sunday. */
function daysOf(list: string): number[] | undefined {
  const days = new Set<number>()
  for (const part of list.toLowerCase().split(',')) {
    const ends = part.split('-').map((end) => (weekdays.includes(end) ? weekdays.indexOf(end) : numberIn(end, 0, 7)))
    const [first, last = first] = ends
    if (ends.length > 2 || first === undefined || last === undefined || last < first) return undefined
    for (let day = first; day <= last; day++) days.add(day % 7)
  }
  return [...days].toSorted((a, b) => a - b)
}

/** The same plan on a clock that is `minutes` ahead; undefined if a day of the month would change. */
export function shifted(plan: CronPlan, minutes: number): CronPlan | undefined {
  if (plan.kind === 'minutes') return minutes % plan.every === 0 ? plan : undefined
  if (plan.kind === 'hourly') return { ...plan, minute: (((plan.minute + minutes) % 60) + 60) % 60 }
  const moved = plan.at + minutes
  const days = Math.floor(moved / DAY_MINUTES)
  const at = moved - days * DAY_MINUTES
  if (plan.kind === 'monthly') return days === 0 ? { ...plan, at } : undefined
  if (plan.kind === 'daily') return { ...plan, at }
  return { ...plan, at, days: plan.days.map((day) => (day + days + 7) % 7).toSorted((a, b) => a - b) }
}

/** The difference of `ofZone` minus `zone` at a moment, in minutes. An undefined zone is that of this computer. */
export function minutesAhead(ofZone: string | undefined, zone: string | undefined, at: Date): number {
  return (clockIn(ofZone, at) - clockIn(zone, at)) / 60_000
}

/** The local time as if it were UTC. The Swedish time format can be parsed again. */
const clockIn = (timeZone: string | undefined, at: Date) =>
  Date.parse(`${at.toLocaleString('sv-SE', { timeZone }).replace(' ', 'T')}Z`)

/** `02:30`. */
export const timeOf = (at: number): string =>
  `${String(Math.floor(at / 60)).padStart(2, '0')}:${String(at % 60).padStart(2, '0')}`

/** Names of days of the week: `周一、周五`, `Monday and Friday`. */
export function dayNames(locale: Locale, days: readonly number[]): string {
  const { format } = new Intl.DateTimeFormat(locale, { weekday: locale === 'zh' ? 'short' : 'long', timeZone: 'UTC' })
  const names = days.map((day) => format(Date.UTC(2026, 10, 22 + day))) // a Sunday
  return locale === 'zh' ? names.join('、') : new Intl.ListFormat(locale).format(names)
}
