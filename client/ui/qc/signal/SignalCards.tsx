import { useQuery } from '@tanstack/react-query'
import { useRef, type ReactNode } from 'react'
import type { Signal } from '#shared/qc/signal'
import { signalApi } from '../../../api/qc/signal'
import { ErrorState } from '../../feedback/ErrorState'
import { Skeleton } from '../../feedback/Skeleton'
import { useFocusInList } from '../../form/useFocusInList'
import { SignalCard } from './SignalCard'
import { useLiveSignals } from './useLiveSignals'
import { SIGNAL_KEY } from '../query-keys'

/** More than the signals of all characteristics of a record. */
const ALL = 100

type SignalCardsProps = {
  qcValueBaseId: number
  /** Only this characteristic. */
  itemKey?: string
  /** Shown if there are no cards. */
  none?: ReactNode
}

const queryOf = (qcValueBaseId: number) => ({
  queryKey: [SIGNAL_KEY, 'record', qcValueBaseId],
  queryFn: ({ signal }: { signal: AbortSignal }) => signalApi.list({ qcValueBaseId, pageSize: ALL }, signal),
  retry: false,
})

/** The signals of a record; undefined until loaded. */
export const useRecordSignals = (qcValueBaseId: number, isAllowed: boolean): readonly Signal[] | undefined =>
  useQuery({ ...queryOf(qcValueBaseId), enabled: isAllowed }).data?.list

/** The number of open signals of a record; undefined until loaded. */
export const useOpenSignals = (qcValueBaseId: number, isAllowed: boolean): number | undefined =>
  useRecordSignals(qcValueBaseId, isAllowed)?.filter(({ state }) => state === 'open').length

/** The signals of a record. */
export function SignalCards({ qcValueBaseId, itemKey, none = null }: SignalCardsProps) {
  useLiveSignals()
  const { data, error, refetch } = useQuery(queryOf(qcValueBaseId))
  const box = useRef<HTMLDivElement>(null)
  const heldFocus = useFocusInList(box, '.signal-card') // an action that was taken is no longer offered
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton height="120px" />
  const shown = data.list.filter((signal) => itemKey === undefined || signal.itemKey === itemKey)
  if (shown.length === 0) return none
  return (
    <div ref={box} className="grid signal-cards" {...heldFocus}>
      {shown.map((signal) => (
        <SignalCard key={signal.signalId} signal={signal} />
      ))}
    </div>
  )
}
