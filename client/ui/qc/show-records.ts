import { navigate } from 'wouter/use-browser-location'
import { searchOf } from '#shared/list-query'

/** Goes to the list of records, narrowed to those that a row of another list stands in. */
export const showRecords = (filters: { product?: string; lotId?: number; equipmentId?: number }): void =>
  navigate(`/caliper/qc/value-base${searchOf(filters)}`)
