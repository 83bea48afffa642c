const two = (value: number) => String(value).padStart(2, '0')

/** `2026-11-20`, in the time zone of the browser. */
export const dayOf = (date: Date) => `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`

/** `2026-11-20 10:42:05`. */
export const fullTime = (date: Date) => `${dayOf(date)} ${minuteOf(date)}:${two(date.getSeconds())}`

const minuteOf = (date: Date) => `${two(date.getHours())}:${two(date.getMinutes())}`

/** As much as a list needs: `10:42` today, `11-20 10:42` this year, else `2025-11-20 10:42`. */
export function shortTime(date: Date, now: Date): string {
  const day = dayOf(date)
  if (day === dayOf(now)) return minuteOf(date)
  return `${date.getFullYear() === now.getFullYear() ? day.slice(5) : day} ${minuteOf(date)}`
}

/** The instant `iso` names; undefined for none, for nonsense, and for year 1, which servers of this family send for none. */
export function instantOf(iso: string | null | undefined): Date | undefined {
  if (!iso || iso.startsWith('0001-')) return undefined
  const date = new Date(iso)
  return Number.isNaN(date.getTime()) ? undefined : date
}
