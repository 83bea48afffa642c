import { navigate } from 'wouter/use-browser-location'
import { recordsPath } from '#shared/qc/paths'

/** Opens the list of records, filtered by a row of another list. */
export const showRecords = (filters: Parameters<typeof recordsPath>[0]): void => navigate(recordsPath(filters))
