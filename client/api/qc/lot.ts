import type { LotStatus } from '#shared/qc/constants'
import type { Lot, LotDetail, LotInput, LotOption, LotOptionQuery, LotQuery, LotRelease } from '#shared/qc/lot'
import { request } from '../http'
import { changeAt, changeOf, resourceApi } from '../resource'

export const lotApi = {
  ...resourceApi<Lot, LotDetail, LotInput, LotQuery>('/qc/lot'),
  setStatus: (lot: Lot, status: LotStatus) => changeAt(`/qc/lot/${lot.lotId}`, changeOf(lot, { status })),
  /** Failures are shown in the form. */
  hold: (lotId: number, reason: string) =>
    request<number>('POST', `/qc/lot/${lotId}/hold`, { body: { reason }, failures: 'show' }),
  release: (lotId: number, release: LotRelease) =>
    request<number>('POST', `/qc/lot/${lotId}/release`, { body: release, failures: 'show' }),
}

/** The first matches, the newest first. */
export const getLotOptions = (query: Partial<LotOptionQuery>, signal?: AbortSignal) =>
  request<LotOption[]>('GET', '/qc/lot/option-select', { query, failures: 'show', ...(signal && { signal }) })
