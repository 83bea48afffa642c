import { DAY_MS } from '#shared/durations'

/** A calendar day as stored in columns: its first instant in UTC, in milliseconds. */
export const dayOf = (text: string | null): number | null => (text === null ? null : Date.parse(`${text}T00:00:00Z`))

/** A stored day as `YYYY-MM-DD`. */
export const dayText = (day: number | null): string | null =>
  day === null ? null : new Date(day).toISOString().slice(0, 10)

/** The day of an instant in the server's time zone. */
export const dayAt = (now: number): number => {
  const localMs = now - new Date(now).getTimezoneOffset() * 60_000
  return localMs - (((localMs % DAY_MS) + DAY_MS) % DAY_MS)
}
