import { statuses, type Status } from '#shared/constants'

/** A status as a number, for clients that need one. */
export const statusNumber = (status: Status): 1 | 2 => (status === statuses.on ? 2 : 1)

const MAX_INSTANTS = 10_000
const instants = new Map<number, string>()

/** Unix milliseconds as an instant. Results are cached, because pages are often read again. */
export function instant(at: number): string {
  const kept = instants.get(at)
  if (kept !== undefined) return kept
  if (instants.size >= MAX_INSTANTS) instants.clear()
  const text = new Date(at).toISOString()
  instants.set(at, text)
  return text
}

export const instantOrNull = (at: number | null) => (at === null ? null : instant(at))

/** The times of creation and last change of a row, as instants. */
export const stampsOf = ({ createdAt, updatedAt }: { createdAt: number; updatedAt: number }) => ({
  createdAt: instant(createdAt),
  updatedAt: instant(updatedAt),
})
