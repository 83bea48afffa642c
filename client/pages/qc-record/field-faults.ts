import type { Failure } from '../../api/failure'
import type { ChangedRecord } from '../../api/qc-record'
import { cellKey } from './entered'

/** What the server says of a record: of its values by `cellKey`, of its other fields by their name, of it as a whole. */
export type Faults = {
  cells: Readonly<Record<string, string>>
  fields: Readonly<Record<string, string>>
  message: string | undefined
}

export const NO_FAULTS: Faults = { cells: {}, fields: {}, message: undefined }

/** What was refused of values that were sent: the server names them by their place, `values.3.raw`. */
export function faultsOf({ errors = {}, message }: Failure, sent: NonNullable<ChangedRecord['values']>): Faults {
  const cells: Record<string, string> = {}
  const fields: Record<string, string> = {}
  for (const [field, words] of Object.entries(errors)) {
    const value = sent[Number(/^values\.(\d+)/.exec(field)?.[1] ?? -1)]
    if (value) cells[cellKey(value)] = words
    else fields[field] = words
  }
  return { cells, fields, message }
}
