import { useQuery } from '@tanstack/react-query'
import type { Spc } from '#shared/qc/analysis/schema'
import type { Exclusion, LimitSet } from '#shared/qc/limit'
import { exclusionApi, limitSetApi } from '../../../../api/qc/limit'
import { useAllowed } from '../../../../ui/Allow'
import { LIMIT_KEY } from '../../../../ui/qc/query-keys'
import { useLocale } from '../../../../ui/useText'
import type { AnalysisQuery } from '../analysis-query'
import { machinesApart } from './machines-apart'

const none: readonly LimitSet[] = []

/** All limit sets of a characteristic, the latest first; none for an operator who may not see them. */
export function useLimitSets(itemKey: string): readonly LimitSet[] {
  const { data } = useQuery({
    queryKey: [LIMIT_KEY, itemKey],
    queryFn: ({ signal }) => limitSetApi.list(itemKey, signal),
    enabled: useAllowed(['qc:limit:list']),
    retry: false,
  })
  return data?.list ?? none
}

/** All limit sets, and the machines with their own limits beside those of a chart. */
export function useLimits({ itemKey, equipmentId }: AnalysisQuery, spc: Spc | undefined) {
  const sets = useLimitSets(itemKey)
  const locale = useLocale()
  return { sets, machines: spc ? machinesApart(spc, sets, equipmentId, locale) : [] }
}

/** The exclusion of a record from the limits of a characteristic, once loaded. */
export function useExclusion(itemKey: string, qcValueBaseId: number): Exclusion | undefined {
  const { data } = useQuery({
    queryKey: [LIMIT_KEY, 'exclusion', itemKey],
    queryFn: ({ signal }) => exclusionApi.list(itemKey, signal),
    retry: false,
  })
  return data?.list.find((exclusion) => exclusion.qcValueBaseId === qcValueBaseId)
}
