import type { QueryClient } from '@tanstack/react-query'
import type { RecordDetail } from '#shared/qc/record/schema'
import { takeAnswer } from '../../../ui/form/take-answer'

/** Identifies the list of records among the queries. */
export const LIST_KEY = 'qc-record'

const ONE_KEY = 'qc-record-one'
export const recordKey = (qcValueBaseId: number) => [ONE_KEY, qcValueBaseId] as const

/** Shows a record from an answer of the server, and refetches everything else. */
export function takeRecord(queries: QueryClient, record: RecordDetail): void {
  takeAnswer(queries, recordKey(record.qcValueBaseId), record)
  void queries.invalidateQueries({
    predicate: ({ queryKey: [name, id] }) => name !== ONE_KEY || id !== record.qcValueBaseId,
  })
}
