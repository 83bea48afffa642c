import { statuses, type Status } from '#shared/constants'

/** Some resources have it as text on the wire, others as a number. */
export type AnyStatus = Status | number

export const isOn = (status: AnyStatus | undefined): boolean => String(status) === statuses.on
