import { proxy } from 'valtio'

/**
 * The number of the operator's records that exist only on this device. Separate from the drafts, so that reading it is
 * cheap.
 */
export const draftCount = proxy({ unsent: 0 })
