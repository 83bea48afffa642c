import type { RouterRoute } from 'hono/types'
import type { Code } from '#shared/envelope'
import type { Locale } from '#shared/i18n/text'
import type { Settings } from '../../env'
import type { Store } from '../store'

type AppVariables = {
  store: Store
  settings: Settings
  requestId: string
  locale: Locale
  /** Unix time in milliseconds at which the whole request, with its body, had arrived. */
  now: number
  clock: () => number
  /** True for a long body without a session, which no route reads. */
  isUnread?: boolean
  /** Network address of the caller, behind trusted proxies. */
  address: string
  /** The handlers of the request; read them by `routesOf`. */
  routes?: RouterRoute[]
  /** Code of a refusal, for the log. */
  code?: Code
}

type Connection = {
  /** Of the peer at the listener. */
  address?: string
  /** Gives the request so many seconds to arrive and to be answered, instead of those of the listener; at most 255. */
  allowSeconds?: (seconds: number) => void
}

/** The variables of every handler, and the connection as `c.env`. */
export type AppEnv = { Variables: AppVariables; Bindings: Connection }
