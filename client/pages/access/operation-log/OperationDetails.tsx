import { useQuery } from '@tanstack/react-query'
import { statuses } from '#shared/constants'
import { formatTime } from '#shared/format/time'
import type { Operation } from '#shared/access/operation'
import { operationApi } from '../../../api/access/operation-log'
import { deviceText } from '../../../ui/app/device'
import { Dialog } from '../../../ui/overlay/Dialog'
import { ErrorState } from '../../../ui/feedback/ErrorState'
import type { DetailsProps } from '../../../ui/record/list-page'
import { Skeleton } from '../../../ui/feedback/Skeleton'
import { useText, type T } from '../../../ui/useText'
import { operatorOf, summaryOf } from './columns'
import { EntryChanges } from './EntryChanges'
import './operation-log.css'

/** One entry: who, what, when, from where, and what was changed. */
export default function OperationDetails({ row, onClose }: DetailsProps<Operation>) {
  const t = useText()
  const { data, error, refetch } = useQuery({
    queryKey: ['operation', row.id],
    queryFn: () => operationApi.get(row.id),
    retry: false,
  })
  return (
    <Dialog title={summaryOf(row, t)} open onClose={onClose} size="medium">
      <dl className="operation-facts">
        {factsOf(row, t).map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <h3 className="operation-changes">{t('changes.label')}</h3>
      {error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : data ? (
        <EntryChanges entry={data} />
      ) : (
        <Skeleton height="120px" />
      )}
    </Dialog>
  )
}

function factsOf(entry: Operation, t: T): [label: string, value: string][] {
  const { operName, operNickName, deptName, operTime, operIp, name, record, status, jsonResult } = entry
  const facts: [string, string][] = [
    [t('operation.user'), [operatorOf({ operName, operNickName }), deptName].filter(Boolean).join(' · ')],
    [t('operation.time'), formatTime(operTime)],
    [t('operation.address'), operIp],
    [t('operation.device'), deviceText(entry, t)],
    [t('operation.name'), name],
    [t('operation.record'), record],
    [t('operation.outcome'), t(status === statuses.on ? 'operation.done' : 'operation.refused')],
    [t('operation.reason'), jsonResult],
    [t('operation.request'), `${entry.requestMethod} ${entry.operUrl}`],
    [t('operation.latency'), entry.latencyTime],
    [t('operation.requestId'), entry.requestId],
  ]
  return facts.filter(([, value]) => value !== '')
}
