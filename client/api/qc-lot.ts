import type { LotStatus } from '#shared/qc/constants'
import type { Lot, LotInput, LotOption, LotOptionQuery, LotQuery } from '#shared/schemas/qc-lot'
import { request } from './http'
import { resourceApi } from './resource'

export const lotApi = {
  ...resourceApi<Lot, Lot, LotInput, LotQuery>('/qc/lot'),
  setStatus: ({ lotId, lotNo }: Lot, status: LotStatus) =>
    request<number>('PUT', `/qc/lot/${lotId}`, { body: { lotNo, status } }),
}

/** The first matches, the newest first. */
export const getLotOptions = (query: Partial<LotOptionQuery>, signal?: AbortSignal) =>
  request<LotOption[]>('GET', '/qc/lot/option-select', { query, failures: 'show', ...(signal && { signal }) })
