import { SIGNAL_KEY } from '../query-keys'
import { useLiveQueries } from '../useLiveQueries'

/** Reloads the shown signals when one changes. */
export const useLiveSignals = () => useLiveQueries(SIGNAL_KEY, ['signal'])
