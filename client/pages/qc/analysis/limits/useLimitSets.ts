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

/** All limits a characteristic ever had, the latest first; none for whoever may not see them. */
function useLimitSets(itemKey: string): readonly LimitSet[] {
  const { data } = useQuery({
    queryKey: [LIMIT_KEY, itemKey],
    queryFn: ({ signal }) => limitSetApi.list(itemKey, signal),
    enabled: useAllowed(['qc:limit:list']),
    retry: false,
  })
  return data?.list ?? none
}

/** The same, and which machines have limits of their own beside those that a chart shows. */
export function useLimits({ itemKey, equipmentId }: AnalysisQuery, spc: Spc | undefined) {
  const sets = useLimitSets(itemKey)
  const locale = useLocale()
  return { sets, machines: spc ? machinesApart(spc, sets, equipmentId, locale) : [] }
}

/** Who left a record out of the limits of a characteristic, when and why; undefined where nobody did. */
export function useExclusion(itemKey: string, qcValueBaseId: number, isExcluded: boolean): Exclusion | undefined {
  const { data } = useQuery({
    queryKey: [LIMIT_KEY, 'exclusion', itemKey],
    queryFn: ({ signal }) => exclusionApi.list(itemKey, signal),
    enabled: isExcluded,
    retry: false,
  })
  return data?.list.find((one) => one.qcValueBaseId === qcValueBaseId)
}
