import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { readAnalysis, type AnalysisAnswers, type AnalysisParameters } from '../../../../api/qc/analysis'
import type { AnalysisItem } from '#shared/qc/analysis/schema'
import { spcOptions, type AnalysisQuery } from '../analysis-query'
import { readConsistently } from '../read-consistently'
import { ANALYSIS_KEY } from '../../../../ui/qc/query-keys'

/** The answer of a call of the analysis. The previous answer stays until the next one has arrived. */
export const useCall = <Call extends keyof AnalysisAnswers>(call: Call, query: AnalysisParameters, isEnabled = true) =>
  useQuery({
    queryKey: [ANALYSIS_KEY, call, query],
    queryFn: ({ client, signal }) => readConsistently(client, () => readAnalysis(call, query, signal)),
    placeholderData: keepPreviousData,
    enabled: isEnabled,
    retry: false,
  })

/** The characteristic of a query; it comes with its control chart, which the page loads anyway. */
export const useItem = (query: AnalysisQuery): AnalysisItem | undefined => useQuery(spcOptions(query)).data?.item
