import { useQuery } from '@tanstack/react-query'
import { recordApi } from '../../../../api/qc/record'
import { ErrorState } from '../../../../ui/feedback/ErrorState'
import { Skeleton } from '../../../../ui/feedback/Skeleton'
import { RunChart } from '../item/RunChart'

/** One characteristic of a record and of the records around it. */
export function ItemChart({ qcValueBaseId, itemKey }: { qcValueBaseId: number; itemKey: string }) {
  const { data, error, refetch } = useQuery({
    queryKey: ['qc-record-item', qcValueBaseId, itemKey],
    queryFn: ({ signal }) => recordApi.item(qcValueBaseId, itemKey, signal),
    retry: false,
  })
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />
  return data ? <RunChart info={data} /> : <Skeleton height="340px" />
}
