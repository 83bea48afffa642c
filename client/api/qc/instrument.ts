import type { Instrument, InstrumentCreated, InstrumentInput } from '#shared/qc/instrument'
import { read, request } from '../http'

const path = '/qc/instrument'

/** Keys for instruments and gateways that send measurements. */
export const instrumentApi = {
  /** The newest first, revoked ones included. */
  list: (signal?: AbortSignal) => read<Instrument[]>(path, signal),
  /** The key is returned only this once. */
  create: (body: InstrumentInput) => request<InstrumentCreated>('POST', path, { body }),
  revoke: (instrumentId: number) => request<number>('DELETE', `${path}/${instrumentId}`),
}
