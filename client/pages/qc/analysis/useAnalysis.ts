import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { AnalysisItem } from '#shared/qc/analysis/schema'
import { analysisApi } from '../../../api/qc/analysis'
import { useProducts } from '../../../ui/qc/products'
import { spcOptions, type Address, type AnalysisQuery } from './analysis-query'
import { zoneHere } from './line-clock'
import { dayFrom, dayTo, rangeFrom, USUAL_RANGE } from './ranges'
import { ANALYSIS_KEY } from '../../../ui/qc/query-keys'

/** The one with the most open signals; without signals the first that is to be charted. */
function mostUrgent(items: readonly AnalysisItem[]): AnalysisItem | undefined {
  const first = items.find(({ isSpc }) => isSpc) ?? items[0]
  return items.reduce((most, item) => (item.openSignals > (most?.openSignals ?? 0) ? item : most), first)
}

/** The smallest chart there is: it tells when the last value came in. */
const FEWEST = 50

/**
 * What the page shows: its characteristic, the query with its times, the chart. Where no time is asked for, it is that
 * of the last values, however long ago they came in.
 */
export function useAnalysis(address: Address) {
  const items = useQuery({
    queryKey: [ANALYSIS_KEY, 'item', address.product],
    queryFn: ({ signal }) => analysisApi.items(address.product, signal),
    staleTime: 30_000,
    retry: false,
  })
  const item = items.data?.find(({ itemKey }) => itemKey === address.itemKey)
  const itemKey = address.itemKey ?? (items.data && mostUrgent(items.data)?.itemKey)
  const product = (item ?? items.data?.find((one) => one.itemKey === itemKey))?.product
  const clock = useProducts().find(({ code }) => code === product)
  const isOpenEnded = address.range === undefined && address.from === undefined && address.to === undefined

  const now = useQuery({
    ...spcOptions(queryOf(address, itemKey ?? '', clock)),
    enabled: itemKey !== undefined,
  })
  const isEmpty = now.data?.values === 0 && !now.isPlaceholderData
  const { range: _range, from: _from, to: _to, ...anyTime } = address
  const ever = useQuery({
    queryKey: [ANALYSIS_KEY, 'last', itemKey, anyTime],
    queryFn: ({ signal }) => analysisApi.spc({ ...anyTime, itemKey, maxPoints: FEWEST }, signal),
    enabled: isEmpty,
    retry: false,
  })
  const last = isEmpty ? ever.data?.points.findLast(({ mean }) => mean !== null)?.at : undefined
  const query = useMemo(
    () => queryOf(address, itemKey ?? '', clock, isOpenEnded ? last : undefined),
    [address, itemKey, clock, isOpenEnded, last],
  )
  const spc = useQuery({ ...spcOptions(query), enabled: itemKey !== undefined })
  return {
    items,
    itemKey,
    query,
    spc,
    /** The time zone of the product line. */
    tz: clock?.tz ?? zoneHere(),
    /** When the last value came in, where none did in the time that is shown. */
    last,
    isWaiting: isEmpty && ever.isPending,
  }
}

function queryOf(
  address: Address,
  itemKey: string,
  clock: Parameters<typeof rangeFrom>[2],
  last?: string,
): AnalysisQuery {
  const { range, from, to, ...filters } = address
  const isCustom = from !== undefined || to !== undefined
  const times = isCustom
    ? { ...(from && { from: dayFrom(from, clock) }), ...(to && { to: dayTo(to, clock) }) }
    : { from: rangeFrom(range ?? USUAL_RANGE, last ? Date.parse(last) : Date.now(), clock) }
  return { ...filters, ...times, itemKey }
}
