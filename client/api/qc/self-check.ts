import type { Selfcheck } from '#shared/qc/self-check'
import { request } from '../http'

/** The statistics engine beside figures that are known. */
export const getSelfcheck = (signal?: AbortSignal) =>
  request<Selfcheck>('GET', '/qc/selfcheck', { failures: 'show', ...(signal && { signal }) })
