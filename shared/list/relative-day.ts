import { businessDay, clockAt, daysAfter, type Clock } from '../qc/day'

/** Periods relative to today. Addresses and saved views use them in the place of a day. */
export const relativePeriods = [
  'today',
  'yesterday',
  'last-7-days',
  'last-30-days',
  'this-week',
  'last-week',
  'this-month',
  'last-month',
] as const
export type RelativePeriod = (typeof relativePeriods)[number]

export const isRelativePeriod = (text: unknown): text is RelativePeriod =>
  relativePeriods.some((period) => period === text)

/** The first and the last day of a period, both included, relative to `today`. Weeks begin on Monday. */
export function daysOf(period: RelativePeriod, today: string): [first: string, last: string] {
  const monday = daysAfter(today, -((new Date(today).getUTCDay() + 6) % 7))
  const firstOfMonth = `${today.slice(0, 8)}01`
  const lastOfPreviousMonth = daysAfter(firstOfMonth, -1)
  switch (period) {
    case 'today':
      return [today, today]
    case 'yesterday':
      return [daysAfter(today, -1), daysAfter(today, -1)]
    case 'last-7-days':
      return [daysAfter(today, -6), today]
    case 'last-30-days':
      return [daysAfter(today, -29), today]
    case 'this-week':
      return [monday, daysAfter(monday, 6)]
    case 'last-week':
      return [daysAfter(monday, -7), daysAfter(monday, -1)]
    case 'this-month':
      return [firstOfMonth, daysAfter(`${daysAfter(firstOfMonth, 31).slice(0, 8)}01`, -1)]
    case 'last-month':
      return [`${lastOfPreviousMonth.slice(0, 8)}01`, lastOfPreviousMonth]
  }
}

/** The first and the last millisecond of a period by a clock, in Unix milliseconds. */
export function instantsOf(period: RelativePeriod, now: number, clock: Clock): [first: number, last: number] {
  const [first, last] = daysOf(period, businessDay(now, clock))
  const begin = (day: string) => clockAt(day, clock.dayStartMin, clock.tz)
  return [begin(first), begin(daysAfter(last, 1)) - 1]
}
