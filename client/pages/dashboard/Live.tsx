import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useSnapshot } from 'valtio'
import { formatTime } from '#shared/format/time'
import { getOverview } from '../../api/access/operator'
import { feedState, onFeed } from '../../stores/qc/feed'
import { CHART_KEY, overviewQuery } from '../../stores/qc/overview-query'
import { everySecond } from '../../ui/qc/every-second'
import { useText } from '../../ui/useText'

/** The polling interval while events may be missed. */
const POLL_MS = 60_000
/** Longer than one failed poll: then the age of the figures is shown. */
const OLD_MS = POLL_MS + 15_000
const LOOK_EVERY_MS = 5000

/**
 * Reloads the figures on records and signals, and once at the start for earlier events. This keeps no session alive. If
 * it fails, the old figures stay, with their time.
 */
export default function Live() {
  const t = useText()
  const queries = useQueryClient()
  const isLive = useSnapshot(feedState()).line === 'connected'
  useEffect(() => {
    const [refresh, stop] = everySecond(() => void fetchAnew(queries).catch(() => {}))
    refresh()
    const leave = onFeed(refresh)
    return () => {
      leave()
      stop()
    }
  }, [queries])
  const oldest = useOldness(queries, isLive)
  useEffect(() => {
    const poll = setInterval(() => {
      if (isBehind(queries, isLive)) void fetchAnew(queries).catch(() => {})
    }, POLL_MS)
    return () => clearInterval(poll)
  }, [queries, isLive])
  return (
    oldest !== undefined && (
      <p className="dashboard-stale" role="status">
        {t('qcWall.asOf', { time: formatTime(oldest, '{h}:{i}:{s}') })}
      </p>
    )
  )
}

/** True if the figures may lack an event: the live feed is down, or the last reading failed. */
const isBehind = (queries: QueryClient, isLive: boolean) =>
  !isLive || queries.getQueryState(overviewQuery.queryKey)?.status === 'error'

/** The time of the figures, once they are old and may lack an event. */
function useOldness(queries: QueryClient, isLive: boolean): number | undefined {
  const [oldest, setOldest] = useState<number>()
  useEffect(() => {
    const timer = setInterval(() => {
      const { dataUpdatedAt = 0 } = queries.getQueryState(overviewQuery.queryKey) ?? {}
      const isOld = dataUpdatedAt > 0 && Date.now() - dataUpdatedAt > OLD_MS && isBehind(queries, isLive)
      setOldest(isOld ? dataUpdatedAt : undefined)
    }, LOOK_EVERY_MS)
    return () => clearInterval(timer)
  }, [queries, isLive])
  return oldest
}

async function fetchAnew(queries: QueryClient) {
  const { queryKey } = overviewQuery
  const before = queries.getQueryData(queryKey)?.qc?.chart
  const queryFn = ({ signal }: { signal: AbortSignal }) => getOverview(signal, 'pass', true)
  const { qc } = await queries.fetchQuery({ ...overviewQuery, queryFn, staleTime: 0 })
  // another chart, or one with another beginning, loads automatically
  if (JSON.stringify(qc?.chart) === JSON.stringify(before)) {
    await queries.invalidateQueries({ queryKey: [CHART_KEY] })
  }
}
