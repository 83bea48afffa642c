import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useLocation, useSearch } from 'wouter'
import { readAnalysis, type AnalysisAnswers, type AnalysisParameters } from '../../../../api/qc/analysis'
import type { AnalysisItem } from '#shared/qc/analysis/schema'
import { spcOptions, type AnalysisQuery } from '../analysis-query'
import { atOneMoment } from '../at-one-moment'
import { ANALYSIS_KEY } from '../../../../ui/qc/query-keys'

/** The answer of one call of the analysis; while another is on its way the one before is shown. */
export const useCall = <Call extends keyof AnalysisAnswers>(call: Call, query: AnalysisParameters, isWanted = true) =>
  useQuery({
    queryKey: [ANALYSIS_KEY, call, query],
    queryFn: ({ client, signal }) => atOneMoment(client, () => readAnalysis(call, query, signal)),
    placeholderData: keepPreviousData,
    enabled: isWanted,
    retry: false,
  })

/** The characteristic that a query is of; it comes with its chart, which the page has anyway. */
export const useItem = (query: AnalysisQuery): AnalysisItem | undefined => useQuery(spcOptions(query)).data?.item

/** A choice of a tab, kept in the address under its name; what is usual is left out of it. */
export function useChoice<Value extends string>(
  name: string,
  values: readonly Value[],
  usual: Value,
): [Value, (value: Value) => void] {
  const search = useSearch()
  const [path, navigate] = useLocation()
  const given = new URLSearchParams(search).get(name)
  function choose(value: Value) {
    const next = new URLSearchParams(search)
    if (value === usual) next.delete(name)
    else next.set(name, value)
    const text = next.toString().replaceAll('%2C', ',')
    navigate(text ? `${path}?${text}` : path, { replace: true })
  }
  return [values.find((value) => value === given) ?? usual, choose]
}
