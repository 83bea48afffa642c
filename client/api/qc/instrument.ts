import type { Instrument, InstrumentCreated, InstrumentInput } from '#shared/qc/instrument'
import { request } from '../http'

const path = '/qc/instrument'

/** Keys by which instruments and gateways send measurements. */
export const instrumentApi = {
  /** The newest first, revoked ones included. */
  list: (signal?: AbortSignal) => request<Instrument[]>('GET', path, { failures: 'show', ...(signal && { signal }) }),
  /** The key is told this once. */
  create: (body: InstrumentInput) => request<InstrumentCreated>('POST', path, { body }),
  revoke: (instrumentId: number) => request<number>('DELETE', `${path}/${instrumentId}`),
}
