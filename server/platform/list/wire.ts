import { statuses, type Status } from '#shared/constants'

/** A status as those clients know it that keep it as a number. */
export const statusNumber = (status: Status): 1 | 2 => (status === statuses.on ? 2 : 1)

/** When a row was made and changed, as instants. */
export const stampsOf = ({ createdAt, updatedAt }: { createdAt: number; updatedAt: number }) => ({
  createdAt: new Date(createdAt).toISOString(),
  updatedAt: new Date(updatedAt).toISOString(),
})
