import { navigate } from 'wouter/use-browser-location'
import { recordsPath } from '#shared/qc/paths'

/** Goes to the list of records, narrowed to those that a row of another list stands in. */
export const showRecords = (filters: Parameters<typeof recordsPath>[0]): void => navigate(recordsPath(filters))
