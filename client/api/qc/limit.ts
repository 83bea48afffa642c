import type { Page } from '#shared/list/page'
import type {
  Exclusion,
  ExclusionInput,
  ExclusionKey,
  LimitEstimate,
  LimitEstimateQuery,
  LimitSet,
  LimitSetChange,
  LimitSetInput,
} from '#shared/qc/limit'
import type { z } from '#shared/zod'
import { read, request } from '../http'

/** More than the phases of any characteristic. */
const ALL = 100

export const limitSetApi = {
  /** The limit sets of one characteristic, the latest first. */
  list: (itemKey: string, signal?: AbortSignal) =>
    read<Page<LimitSet>>('/qc/limit-set', signal, { itemKey, pageSize: ALL, validFromOrder: 'desc' }),
  /** The limits that would result from the values of a period. */
  estimate: (query: z.input<typeof LimitEstimateQuery>, signal?: AbortSignal) =>
    read<LimitEstimate>('/qc/limit-set/estimate', signal, query),
  create: (set: z.input<typeof LimitSetInput>) => request<unknown>('POST', '/qc/limit-set', { body: set }),
  change: (limitSetId: number, change: z.input<typeof LimitSetChange>) =>
    request<unknown>('PUT', `/qc/limit-set/${limitSetId}`, { body: change }),
}

/** Points excluded from the estimation of limits. */
export const exclusionApi = {
  list: (itemKey: string, signal?: AbortSignal) =>
    read<Page<Exclusion>>('/qc/exclusion', signal, { itemKey, pageSize: ALL, inspectedAtOrder: 'desc' }),
  exclude: (point: z.input<typeof ExclusionInput>) => request<unknown>('POST', '/qc/exclusion', { body: point }),
  include: (point: z.input<typeof ExclusionKey>) => request<unknown>('DELETE', '/qc/exclusion', { body: point }),
}
