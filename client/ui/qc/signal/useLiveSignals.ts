import { SIGNAL_KEY } from '../query-keys'
import { useLiveQueries } from '../useLiveQueries'

/** Has what is shown of signals fetched anew as they come and go. */
export const useLiveSignals = () => useLiveQueries(SIGNAL_KEY, ['signal'])
