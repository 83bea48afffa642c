import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { useLocation, useSearch } from 'wouter'
import { drawnCharts, retestChoices } from '#shared/qc/analysis/kinds'
import { recordStatuses } from '#shared/qc/constants'
import { chartFigures, type ChartFigure } from '#shared/spc/charts/chart-options'
import { RULES } from '#shared/spc/rules/figures'
import { SIGMA_METHODS } from '#shared/spc/charts/track'
import { analysisApi } from '../../../api/qc/analysis'
import { addressOf, addressPattern, rangeOf, type VisibleRange } from './control/visible-range'
import { rangeNames } from './ranges'
import { ANALYSIS_KEY } from '../../../ui/qc/query-keys'
import { readConsistently } from './read-consistently'

/** The values and the settings of the chart, for all calls of the analysis. Times are instants. */
export type AnalysisQuery = Readonly<Omit<Address, 'range' | 'from' | 'to' | 'itemKey' | PageParameter>> & {
  readonly itemKey: string
  readonly from?: string | undefined
  readonly to?: string | undefined
}

/** Parameters of the address that no call takes. */
type PageParameter = 'zoom' | 'vsFrom' | 'vsTo'

/** The filters and settings in the address; missing ones have their default. */
export type Address = ReturnType<typeof readAddress>

/** A change of the address; undefined removes a parameter. */
type AddressChange = { [Name in keyof Address]?: Address[Name] | undefined }
export type ChangeAddress = (change: AddressChange) => void

const oneOf = <Value extends string>(values: readonly Value[], text: string | null) =>
  values.find((value) => value === text)

const idOf = (text: string | null) => (text !== null && /^\d{1,9}$/.test(text) ? Number(text) : undefined)

/** A figure within the bounds of the server; undefined for anything else. */
function figureOf(search: URLSearchParams, name: ChartFigure) {
  const [text, [low, high]] = [search.get(name), chartFigures[name].bounds]
  const figure = text === null || text === '' ? NaN : Number(text)
  return figure >= low && figure <= high ? figure : undefined
}

const day = /^\d{4}-\d\d-\d\d$/

function readAddress(search: URLSearchParams) {
  const asDay = (name: string) => search.get(name)?.match(day)?.[0]
  const rules = RULES.filter((rule) => search.get('rules')?.split(',').includes(rule))
  return {
    product: search.get('product') ?? undefined,
    itemKey: search.get('itemKey') ?? undefined,
    range: oneOf(rangeNames, search.get('range')),
    from: asDay('from'),
    to: asDay('to'),
    /** The compared period. */
    vsFrom: asDay('vsFrom'),
    vsTo: asDay('vsTo'),
    equipmentId: idOf(search.get('equipmentId')),
    shiftId: idOf(search.get('shiftId')),
    operatorId: idOf(search.get('operatorId')),
    lotId: idOf(search.get('lotId')),
    status: oneOf(recordStatuses, search.get('status')),
    versionNo: idOf(search.get('versionNo')),
    retest: oneOf(retestChoices, search.get('retest')),
    chart: oneOf(drawnCharts, search.get('chart')),
    sigma: oneOf(SIGMA_METHODS, search.get('sigma')),
    rules: rules.length > 0 ? rules : undefined,
    lambda: figureOf(search, 'lambda'),
    L: figureOf(search, 'L'),
    k: figureOf(search, 'k'),
    h: figureOf(search, 'h'),
    fir: oneOf(['1'] as const, search.get('fir')),
    limitSetId: idOf(search.get('limitSetId')),
    zoom: search.get('zoom')?.match(addressPattern)?.[0],
  }
}

/** The filters and settings of the page, kept in its address beside the tab. */
export function useAnalysisAddress(): [Address, ChangeAddress] {
  const search = useSearch()
  const change = useChangeSearch()
  return [useMemo(() => readAddress(new URLSearchParams(search)), [search]), change]
}

/** The address changes once the window of the chart has rested this long. */
const REST_MS = 300

/** The visible points of the chart, kept in the address. */
export function useVisibleRange(
  { zoom }: Pick<Address, 'zoom'>,
  change: ChangeAddress,
): [VisibleRange | undefined, (range: VisibleRange | undefined) => void] {
  const [range, setRange] = useState(() => rangeOf(zoom))
  const [known, setKnown] = useState(zoom)
  const next = addressOf(range)
  if (zoom !== known) {
    setKnown(zoom)
    if (zoom !== next) setRange(rangeOf(zoom)) // another address was opened
  }
  useEffect(() => {
    if (next === known) return
    const timer = setTimeout(() => change({ zoom: next }), REST_MS)
    return () => clearTimeout(timer)
  }, [next, known, change])
  return [range, setRange]
}

/** A choice of a tab, kept in the address under its name, unless it is the default. */
export function useChoice<Value extends string>(
  name: string,
  values: readonly Value[],
  usual: Value,
): [Value, (value: Value) => void] {
  const chosen = oneOf(values, new URLSearchParams(useSearch()).get(name)) ?? usual
  const change = useChangeSearch()
  return [chosen, (value) => change({ [name]: value === usual ? undefined : value })]
}

/** The chart of one characteristic, or small charts of all of a product line. */
export const useView = () => useChoice('view', ['one', 'all'], 'one')

/** Changes parameters of the address; undefined removes one. It replaces the address: going back leaves the page. */
function useChangeSearch() {
  const search = useSearch()
  const [path, navigate] = useLocation()
  return (change: Record<string, unknown>) => {
    const next = new URLSearchParams(search)
    for (const [name, value] of Object.entries(change)) {
      if (value === undefined || value === '') next.delete(name)
      else next.set(name, String(value))
    }
    const query = next.toString().replaceAll('%2C', ',')
    navigate(query ? `${path}?${query}` : path, { replace: true })
  }
}

/** Removes the parameters that only apply to one characteristic. */
export const withoutItem: AddressChange = {
  zoom: undefined,
  equipmentId: undefined,
  lotId: undefined,
  shiftId: undefined,
  operatorId: undefined,
  versionNo: undefined,
  chart: undefined,
  sigma: undefined,
  limitSetId: undefined,
}

/** The control chart of a query, shared by the verdict, the chart and the table of its points. */
export const spcOptions = (query: AnalysisQuery) =>
  queryOptions({
    queryKey: [ANALYSIS_KEY, 'spc', query],
    queryFn: ({ client, signal }) => readConsistently(client, () => analysisApi.spc(query, signal)),
    placeholderData: keepPreviousData,
    retry: false,
  })
