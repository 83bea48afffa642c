import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { AnalysisItem } from '#shared/qc/analysis/schema'
import { analysisApi } from '../../../api/qc/analysis'
import { useProducts } from '../../../ui/qc/products'
import { spcOptions, type Address, type AnalysisQuery } from './analysis-query'
import { deviceZone } from './line-clock'
import { dayFrom, dayTo, DEFAULT_RANGE, rangeFrom } from './ranges'
import { ANALYSIS_KEY } from '../../../ui/qc/query-keys'

/** The item with the most open signals; without signals the first charted one of a present version. */
function mostUrgent(items: readonly AnalysisItem[]): AnalysisItem | undefined {
  const first = items.find(({ isSpc, isRemoved }) => isSpc && !isRemoved) ?? items[0]
  return items.reduce((most, item) => (item.openSignals > (most?.openSignals ?? 0) ? item : most), first)
}

/** The smallest chart that the server computes: it has the time of the last value. */
const MIN_POINTS = 50

/**
 * The characteristic of the page, its query and its chart. Without a time range in the address, the range ends at the
 * last values, whatever their age.
 */
export function useAnalysis(address: Address) {
  const items = useQuery({
    queryKey: [ANALYSIS_KEY, 'item', address.product],
    queryFn: ({ signal }) => analysisApi.items(address.product, signal),
    staleTime: 30_000,
    retry: false,
  })
  const itemKey = address.itemKey ?? (items.data && mostUrgent(items.data)?.itemKey)
  const item = items.data?.find((candidate) => candidate.itemKey === itemKey)
  const clock = useProducts().find(({ code }) => code === item?.product)
  const hasNoTimes = address.range === undefined && address.from === undefined && address.to === undefined

  const current = useQuery({ ...spcOptions(queryOf(address, itemKey ?? '', clock)), enabled: itemKey !== undefined })
  const isEmpty = current.data?.values === 0 && !current.isPlaceholderData
  const { range: _range, from: _from, to: _to, zoom: _zoom, vsFrom: _vsFrom, vsTo: _vsTo, ...timeless } = address
  const allTime = useQuery({
    queryKey: [ANALYSIS_KEY, 'last', itemKey, timeless],
    queryFn: ({ signal }) => analysisApi.spc({ ...timeless, itemKey, maxPoints: MIN_POINTS }, signal),
    enabled: isEmpty,
    retry: false,
  })
  const lastAt = isEmpty ? allTime.data?.points.findLast(({ mean }) => mean !== null)?.at : undefined
  const query = useMemo(
    () => queryOf(address, itemKey ?? '', clock, hasNoTimes ? lastAt : undefined),
    [address, itemKey, clock, hasNoTimes, lastAt],
  )
  const spc = useQuery({ ...spcOptions(query), enabled: itemKey !== undefined })
  const { vsFrom, vsTo } = address
  const beside = { ...query, ...timesOf(vsFrom, vsTo, clock) }
  const other = useQuery({ ...spcOptions(beside), enabled: itemKey !== undefined && (vsFrom ?? vsTo) !== undefined })
  return {
    items,
    itemKey,
    query,
    spc,
    /** The chart of the compared period. */
    other: (vsFrom ?? vsTo) === undefined ? undefined : other.data,
    /** The clock of the product line, once it is known, and its time zone. */
    clock,
    tz: clock?.tz ?? deviceZone(),
    /** The time of the last value, if the requested range has none. */
    lastAt,
    isWaiting: isEmpty && allTime.isPending,
  }
}

type Clock = Parameters<typeof rangeFrom>[2]

/** The instants between two days; a missing end is open. */
const timesOf = (from: string | undefined, to: string | undefined, clock: Clock) => ({
  from: from && dayFrom(from, clock),
  to: to && dayTo(to, clock),
})

function queryOf(address: Address, itemKey: string, clock: Clock, lastAt?: string): AnalysisQuery {
  const { range, from, to, zoom: _zoom, vsFrom: _vsFrom, vsTo: _vsTo, ...filters } = address
  const isCustom = from !== undefined || to !== undefined
  const times = isCustom
    ? timesOf(from, to, clock)
    : { from: rangeFrom(range ?? DEFAULT_RANGE, lastAt ? Date.parse(lastAt) : Date.now(), clock) }
  return { ...filters, ...times, itemKey }
}
