import { statuses, type Status } from '#shared/constants'

/** A status as those clients know it that keep it as a number. */
export const statusNumber = (status: Status): 1 | 2 => (status === statuses.on ? 2 : 1)

/** Unix milliseconds as an instant. */
export const instant = (at: number) => new Date(at).toISOString()
export const instantOrNull = (at: number | null) => (at === null ? null : instant(at))

/** When a row was made and changed, as instants. */
export const stampsOf = ({ createdAt, updatedAt }: { createdAt: number; updatedAt: number }) => ({
  createdAt: instant(createdAt),
  updatedAt: instant(updatedAt),
})
