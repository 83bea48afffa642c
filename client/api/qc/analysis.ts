import type {
  AnalysisItem,
  BoxAnswer,
  CapabilityAnswer,
  CapabilityTrend,
  Distribution,
  Pareto,
  Spc,
  Workload,
  Yield,
} from '#shared/qc/analysis/schema'
import type { AllCharts } from '#shared/qc/analysis/all-charts'
import type { RecentItem } from '#shared/qc/record/recent'
import { read, request } from '../http'

const path = '/qc/analysis'

/** The value of an analysis parameter; each value of a list is its own parameter in the address. */
export type AnalysisParameters = Readonly<Record<string, string | number | readonly (string | number)[] | undefined>>

/** The answer of each analysis call. */
export type AnalysisAnswers = {
  item: AnalysisItem[]
  charts: AllCharts
  spc: Spc
  capability: CapabilityAnswer
  'capability-trend': CapabilityTrend
  distribution: Distribution
  box: BoxAnswer
  pareto: Pareto
  yield: Yield
  workload: Workload
  recent: RecentItem[]
}

/** A call of the analysis with its filters; several values of a name become repeated parameters. */
export function readAnalysis<Call extends keyof AnalysisAnswers>(
  call: Call,
  parameters: AnalysisParameters,
  signal?: AbortSignal,
) {
  const search = new URLSearchParams()
  for (const [name, values] of Object.entries(parameters)) {
    for (const value of [values].flat()) if (value !== undefined && value !== '') search.append(name, String(value))
  }
  return read<AnalysisAnswers[Call]>(`${path}/${call}?${search}`, signal)
}

export const analysisApi = {
  items: (product: string | undefined, signal?: AbortSignal) => readAnalysis('item', { product }, signal),
  spc: (query: AnalysisParameters, signal?: AbortSignal) => readAnalysis('spc', query, signal),
}

/** The chart of the dashboard. It loads with the figures, so it does not count as work. */
export const getOverviewChart = ({ itemKey, from }: { itemKey: string; from: string | null }, signal: AbortSignal) =>
  request<Spc>('GET', '/qc/analysis/spc', {
    query: { itemKey, from: from ?? undefined },
    failures: 'pass',
    signal,
    isIdle: true,
  })
