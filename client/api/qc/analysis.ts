import type {
  AnalysisItem,
  BoxAnswer,
  CapabilityAnswer,
  Distribution,
  Pareto,
  Spc,
  Yield,
} from '#shared/qc/analysis/schema'
import type { RecentItem } from '#shared/qc/record/recent'
import { request } from '../http'

const path = '/qc/analysis'

/** What a parameter of an analysis may be; of several each stands by itself in the address. */
export type AnalysisParameters = Readonly<Record<string, string | number | readonly (string | number)[] | undefined>>

/** What each call of the analysis answers. */
export type AnalysisAnswers = {
  item: AnalysisItem[]
  spc: Spc
  capability: CapabilityAnswer
  distribution: Distribution
  box: BoxAnswer
  pareto: Pareto
  yield: Yield
  recent: RecentItem[]
}

/** A call of the analysis with its filters; several values of a name are written out one after the other. */
export function readAnalysis<Call extends keyof AnalysisAnswers>(
  call: Call,
  parameters: AnalysisParameters,
  signal?: AbortSignal,
) {
  const search = new URLSearchParams()
  for (const [name, given] of Object.entries(parameters)) {
    for (const value of [given].flat()) if (value !== undefined && value !== '') search.append(name, String(value))
  }
  return request<AnalysisAnswers[Call]>('GET', `${path}/${call}?${search}`, {
    failures: 'show',
    ...(signal && { signal }),
  })
}

export const analysisApi = {
  items: (product: string | undefined, signal?: AbortSignal) => readAnalysis('item', { product }, signal),
  spc: (query: AnalysisParameters, signal?: AbortSignal) => readAnalysis('spc', query, signal),
}
