import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useLocation, useSearch } from 'wouter'
import { drawnCharts, retestChoices } from '#shared/qc/analysis/kinds'
import { recordStatuses } from '#shared/qc/constants'
import { chartFigures, type ChartFigure } from '#shared/spc/charts/chart-settings'
import { RULES } from '#shared/spc/rules/figures'
import { SIGMA_METHODS } from '#shared/spc/charts/track'
import { analysisApi } from '../../../api/qc/analysis'
import { rangeNames } from './ranges'
import { ANALYSIS_KEY } from '../../../ui/qc/query-keys'
import { atOneMoment } from './at-one-moment'

/** Which values, and how they are drawn, as all calls of the analysis take it. Resolved: times are instants. */
export type AnalysisQuery = Readonly<Omit<Address, 'range' | 'from' | 'to' | 'itemKey'>> & {
  readonly itemKey: string
  readonly from?: string | undefined
  readonly to?: string | undefined
}

/** What stands in the address; what is not there is as usual. */
export type Address = ReturnType<typeof readAddress>

/** A change of it: undefined takes something out. */
type AddressChange = { [Name in keyof Address]?: Address[Name] | undefined }
export type ChangeAddress = (change: AddressChange) => void

const oneOf = <Value extends string>(values: readonly Value[], text: string | null) =>
  values.find((value) => value === text)

const idOf = (text: string | null) => (text !== null && /^\d{1,9}$/.test(text) ? Number(text) : undefined)

/** A figure that the server will take; anything else is as if it were not there. */
function figureOf(search: URLSearchParams, name: ChartFigure) {
  const [text, [low, high]] = [search.get(name), chartFigures[name].bounds]
  const figure = text === null || text === '' ? NaN : Number(text)
  return figure >= low && figure <= high ? figure : undefined
}

const day = /^\d{4}-\d\d-\d\d$/

function readAddress(search: URLSearchParams) {
  const asDay = (name: string) => search.get(name)?.match(day)?.[0]
  const rules = RULES.filter((rule) => search.get('rules')?.split(',').includes(rule))
  const found = {
    product: search.get('product') ?? undefined,
    itemKey: search.get('itemKey') ?? undefined,
    range: oneOf(rangeNames, search.get('range')),
    from: asDay('from'),
    to: asDay('to'),
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
  }
  return found
}

/** The filters and settings of the page, kept in its address beside the tab. Changing them leaves no step to go back. */
export function useAnalysisAddress(): [Address, ChangeAddress] {
  const search = useSearch()
  const [path, navigate] = useLocation()
  const address = useMemo(() => readAddress(new URLSearchParams(search)), [search])
  function change(changed: AddressChange) {
    const next = new URLSearchParams(search)
    for (const [name, value] of Object.entries(changed)) {
      if (value === undefined || value === '') next.delete(name)
      else next.set(name, String(value))
    }
    const query = next.toString().replaceAll('%2C', ',')
    navigate(query ? `${path}?${query}` : path, { replace: true })
  }
  return [address, change]
}

/** What belongs to one characteristic only, and is let go with it. */
export const ofItem: AddressChange = {
  equipmentId: undefined,
  lotId: undefined,
  shiftId: undefined,
  operatorId: undefined,
  versionNo: undefined,
  chart: undefined,
  sigma: undefined,
  limitSetId: undefined,
}

/** The control chart of a query: shared by the verdict, the chart and the table of its points. */
export const spcOptions = (query: AnalysisQuery) =>
  queryOptions({
    queryKey: [ANALYSIS_KEY, 'spc', query],
    queryFn: ({ client, signal }) => atOneMoment(client, () => analysisApi.spc(query, signal)),
    placeholderData: keepPreviousData,
    retry: false,
  })
