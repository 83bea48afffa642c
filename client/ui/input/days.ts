import { dayOf } from '#shared/format/time'

/** Days are `yyyy-MM-dd` everywhere; noon avoids clock changes. */
export const dateOf = (day: string) => new Date(`${day}T12:00:00`)

export const addDays = (day: string, count: number) => {
  const date = dateOf(day)
  date.setDate(date.getDate() + count)
  return dayOf(date)
}

/** The same day of another month, or its last day if the month is shorter. */
export function addMonths(day: string, count: number): string {
  const date = dateOf(day)
  const dayOfMonth = date.getDate()
  date.setDate(1)
  date.setMonth(date.getMonth() + count)
  date.setDate(Math.min(dayOfMonth, new Date(date.getFullYear(), date.getMonth() + 1, 0).getDate()))
  return dayOf(date)
}

/** Monday is 0: weeks begin on Monday in ISO 8601 and in China. */
const weekday = (day: string) => (dateOf(day).getDay() + 6) % 7

export const startOfWeek = (day: string) => addDays(day, -weekday(day))

/** The weeks of the month of `day`, each from Monday to Sunday. */
export function weeksOf(day: string): string[][] {
  const first = `${day.slice(0, 8)}01`
  const start = startOfWeek(first)
  const weeks: string[][] = []
  for (let monday = start; weeks.length === 0 || monday.slice(0, 7) === day.slice(0, 7); monday = addDays(monday, 7)) {
    weeks.push(Array.from({ length: 7 }, (_, index) => addDays(monday, index)))
  }
  return weeks
}
