import type { Code } from '#shared/envelope'
import type { Locale } from '#shared/i18n/text'
import type { Settings } from '../../env'
import type { Store } from '../store'

type AppVariables = {
  store: Store
  settings: Settings
  requestId: string
  locale: Locale
  /** Unix time in milliseconds at which the request, its body included, had come. */
  now: number
  clock: () => number
  /** A long body of nobody who is signed in, which no route reads. */
  isUnread?: boolean
  /** Network address of the caller; a trusted proxy is looked through. */
  address: string
  /** Code of a refusal, for the log. */
  code?: Code
}

/** The variables of every handler; `c.env.address` is the peer's, as the listener saw it. */
export type AppEnv = { Variables: AppVariables; Bindings: { address?: string } }
