import { proxy } from 'valtio'

/** Facts that an operator should know during work. */
export const notices = proxy({
  /** True if the server does not answer. */
  isOffline: false,
  /** True if the server has another build of the pages than the running one. */
  hasNewVersion: false,
})
