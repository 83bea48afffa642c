import { formatTime } from '#shared/format/time'

/** An instant in the format of a date-time field: `2026-11-21T10:05`, in this device's time zone. */
export const toLocalTime = (iso: string): string => formatTime(iso, '{y}-{m}-{d}T{h}:{i}')

/** The value of such a field as an instant in ISO 8601; undefined while it is incomplete, such as with the year 0202. */
export function fromLocalTime(text: string): string | undefined {
  const at = new Date(text)
  return at.getFullYear() >= 1970 ? at.toISOString() : undefined
}
