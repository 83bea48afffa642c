import { useQuery } from '@tanstack/react-query'
import { useParams, useSearch } from 'wouter'
import { NEW_RECORD } from '#shared/qc/paths'
import { recordApi } from '../../../api/qc/record'
import { ErrorState } from '../../../ui/feedback/ErrorState'
import { part } from '../../../ui/part'
import { Skeleton } from '../../../ui/feedback/Skeleton'
import { useTabTitle } from '../../../ui/tab'
import { recordKey } from './record-query'
import { StoredRecord } from './StoredRecord'

const LocalRecord = part(() => import('./entry/LocalRecord'))
const PrintView = part(() => import('./print/PrintView'))

/** One record: a record on the server by its id, or a draft on this device under the id `new`. */
export default function RecordDetailPage() {
  const { qcValueBaseId = '' } = useParams()
  const search = new URLSearchParams(useSearch())
  if (qcValueBaseId === NEW_RECORD) return <LocalRecord key={search.get('uid')} clientUid={search.get('uid') ?? ''} />
  return <ServerRecord id={Number(qcValueBaseId)} isPrinting={search.get('print') === '1'} />
}

function ServerRecord({ id, isPrinting }: { id: number; isPrinting: boolean }) {
  const { data, error, refetch } = useQuery({
    queryKey: recordKey(id),
    queryFn: ({ signal }) => recordApi.get(id, signal),
    retry: false,
  })
  useTabTitle(data?.recordNo)
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton height="480px" />
  return (
    <>
      <StoredRecord record={data} />
      {isPrinting && <PrintView id={id} />}
    </>
  )
}
