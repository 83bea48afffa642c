import { proxy } from 'valtio'

/** Facts that an operator should know during work. */
export const notices = proxy({
  /** The server does not answer. */
  isOffline: false,
  /** The server has another build of the pages than the one that runs here. */
  hasNewVersion: false,
})
