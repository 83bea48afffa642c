import { createContext } from 'react'

/** True while the record is being sent: what is sent can no longer be removed. */
export const IsSending = createContext(false)
