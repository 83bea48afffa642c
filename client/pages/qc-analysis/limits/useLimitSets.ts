import { useQuery } from '@tanstack/react-query'
import type { Exclusion, LimitSet } from '#shared/schemas/qc-limit'
import { exclusionApi, limitSetApi } from '../../../api/qc-limit'
import { useAllowed } from '../../../ui/Allow'
import { LIMIT_KEY } from '../../../ui/qc/query-keys'

const none: readonly LimitSet[] = []

/** All limits a characteristic ever had, the latest first; none for whoever may not see them. */
export function useLimitSets(itemKey: string): readonly LimitSet[] {
  const { data } = useQuery({
    queryKey: [LIMIT_KEY, itemKey],
    queryFn: ({ signal }) => limitSetApi.list(itemKey, signal),
    enabled: useAllowed(['qc:limit:list']),
    retry: false,
  })
  return data?.list ?? none
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
