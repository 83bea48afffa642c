import type { SignalState } from '#shared/qc/analysis/kinds'
import type { Page } from '#shared/list/page'
import type { Signal } from '#shared/qc/signal'
import { signalApi, type SignalSearch } from '../../../api/qc/signal'

/** As the address of the page has it: without a state it is those about which something is still to be done. */
export type ShownSignals = Omit<SignalSearch, 'state' | 'unsettled'> & { state?: SignalState | 'all' | undefined }

export const listShown = ({ state, ...query }: ShownSignals, signal: AbortSignal): Promise<Page<Signal>> =>
  signalApi.list({ ...query, ...(state === undefined ? { unsettled: '1' } : state !== 'all' && { state }) }, signal)
