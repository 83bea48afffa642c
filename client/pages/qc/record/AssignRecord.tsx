import { useQueryClient } from '@tanstack/react-query'
import type { RecordDetail } from '#shared/qc/record/schema'
import { participantTags } from '#shared/qc/record/workflow'
import { recordApi } from '../../../api/qc/record'
import { Allow } from '../../../ui/Allow'
import { AssignButton } from '../../../ui/qc/assign/AssignButton'
import { takeRecord } from './record-query'

/** Sets the owner and the due date of a record. */
export function AssignRecord({ record }: { record: RecordDetail }) {
  const queries = useQueryClient()
  const { qcValueBaseId: id, recordNo, assignment } = record
  return (
    <Allow tags={participantTags}>
      <AssignButton
        no={recordNo}
        name={['record', id]}
        assignment={assignment}
        assignees={(query, signal) => recordApi.assignees(id, query, signal)}
        save={async (input) => takeRecord(queries, await recordApi.assign(id, input))}
      />
    </Allow>
  )
}
