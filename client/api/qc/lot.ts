import type { Lot, LotDetail, LotInput, LotOption, LotOptionQuery, LotQuery, LotRelease } from '#shared/qc/lot'
import { lot } from '#shared/qc/lot-resource'
import { read, request } from '../http'
import { resourceApi } from '../resource'

export const lotApi = {
  ...resourceApi<Lot, LotDetail, LotInput, LotQuery>(lot),
  /** Failures are shown in the form. */
  hold: (lotId: number, reason: string) =>
    request<number>('POST', `${lot.path}/${lotId}/hold`, { body: { reason }, failures: 'show' }),
  release: (lotId: number, release: LotRelease) =>
    request<number>('POST', `${lot.path}/${lotId}/release`, { body: release, failures: 'show' }),
}

/** The first matches, the newest first. */
export const getLotOptions = (query: Partial<LotOptionQuery>, signal?: AbortSignal) =>
  read<LotOption[]>(`${lot.path}/option-select`, signal, query)
