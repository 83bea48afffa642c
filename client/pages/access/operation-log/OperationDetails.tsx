import { useQuery } from '@tanstack/react-query'
import { statuses } from '#shared/constants'
import { formatTime } from '#shared/format/time'
import type { Operation, OperationDetail } from '#shared/access/operation'
import { operationApi } from '../../../api/access/operation-log'
import { Fact } from '../../../ui/layout/Fact'
import { deviceText } from '../../../ui/app/device'
import { Dialog } from '../../../ui/overlay/Dialog'
import { ErrorState } from '../../../ui/feedback/ErrorState'
import type { DetailsProps } from '../../../ui/record/list-page'
import { Skeleton } from '../../../ui/feedback/Skeleton'
import { useText, type T } from '../../../ui/useText'
import { Changes } from '../../../ui/feedback/Changes'
import { operatorOf, summaryOf } from './columns'
import { nameOfField } from './field-words'
import { inWords, isFields, type Fields } from './value-words'
import './operation-log.css'

/** One entry: operator, action, time, address, and the changes. */
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
          <Fact key={label} label={label}>
            {value}
          </Fact>
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
    [t('operation.program'), entry.program],
    [t('operation.time'), formatTime(operTime)],
    [t('operation.address'), operIp],
    [t('operation.device'), deviceText(entry, t)],
    [t('operation.name'), name],
    [t('operation.record'), record],
    [t('operation.outcome'), t(status === statuses.on ? 'operation.done' : 'operation.refused')],
    [t('record.reason'), jsonResult],
    [t('operation.request'), `${entry.requestMethod} ${entry.operUrl}`],
    [t('operation.latency'), entry.latencyTime],
    [t('operation.requestId'), entry.requestId],
  ]
  return facts.filter(([, value]) => value !== '')
}

/** Up to this number, the records of an entry are shown open; beyond it, all are closed. */
const MAX_OPEN = 3

/** The changes of one entry: the fields of its record, or those of each of its records. */
function EntryChanges({ entry: { before, after, stem } }: { entry: OperationDetail }) {
  const records = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
  const of = (side: Fields | null, record: string) => (isFields(side?.[record]) ? side[record] : null)
  const isBulk = records.some((record) => record !== 'names' && (of(before, record) ?? of(after, record)))
  if (!isBulk) return <RecordChanges before={before} after={after} stem={stem} />
  return records.map((record) => (
    <details key={record} className="operation-one" open={records.length <= MAX_OPEN}>
      <summary>{record}</summary>
      <RecordChanges before={of(before, record)} after={of(after, record)} stem={stem} />
    </details>
  ))
}

type RecordProps = { before: Fields | null; after: Fields | null; stem: string }

function RecordChanges({ before, after, stem }: RecordProps) {
  const t = useText()
  const [was, is] = inWords(before, after, stem, t)
  return <Changes before={was} after={is} nameOf={(field) => nameOfField(field, t)} />
}
