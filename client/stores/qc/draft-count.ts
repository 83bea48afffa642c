import { proxy } from 'valtio'

/** How many records of the operator lie on this device alone. Apart from the drafts, so that asking costs nothing. */
export const draftCount = proxy({ unsent: 0 })
