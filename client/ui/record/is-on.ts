import { statuses, type Status } from '#shared/constants'

/** The API has it as text for some resources, as a number for others. */
export type AnyStatus = Status | number

export const isOn = (status: AnyStatus | undefined): boolean => String(status) === statuses.on
