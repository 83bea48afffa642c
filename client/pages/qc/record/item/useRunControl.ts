import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Spc } from '#shared/qc/analysis/schema'
import type { ItemInfo } from '#shared/qc/record/schema'
import type { ChartKind, RuleId } from '#shared/spc/charts/track'
import { analysisApi } from '../../../../api/qc/analysis'
import { useAllowed } from '../../../../ui/Allow'
import { ANALYSIS_KEY } from '../../../../ui/qc/query-keys'

/** A record in its control chart: its frozen limits, and the rules that it breaks. */
type RunControl = { lcl: number | null; ucl: number | null; rules: readonly RuleId[] }

/** Control charts of the same figures as a run chart: means, single values, rates. */
const comparable: readonly ChartKind[] = ['imr', 'xbar-r', 'xbar-s', 'p', 'u', 'laney-p', 'laney-u']

/** The records of a run chart in their control chart, by their ids. Empty without frozen limits. */
export function useRunControl({ item, history }: ItemInfo): ReadonlyMap<number, RunControl> {
  const mayAnalyse = useAllowed(['qc:analysis:list'])
  const [from, to] = [history[0]?.inspectedAt, history.at(-1)?.inspectedAt]
  const query = { itemKey: item.itemKey, from, to }
  const { data } = useQuery({
    queryKey: [ANALYSIS_KEY, 'spc', query],
    queryFn: ({ signal }) => analysisApi.spc(query, signal),
    enabled: mayAnalyse && item.spc && from !== undefined,
    retry: false,
  })
  return useMemo(() => (data && comparable.includes(data.chart) ? frozenIn(data) : new Map()), [data])
}

function frozenIn({ phases, points }: Spc): ReadonlyMap<number, RunControl> {
  const frozen = phases.filter(({ isFrozen }) => isFrozen)
  return new Map(
    points
      .filter(({ index }) => frozen.some(({ firstIndex, lastIndex }) => index >= firstIndex && index <= lastIndex))
      .map(({ qcValueBaseId, lcl, ucl, signals, rangeSignals }) => [
        qcValueBaseId,
        { lcl, ucl, rules: [...new Set([...signals, ...rangeSignals])] },
      ]),
  )
}
