import type { Code } from '#shared/envelope'
import type { Locale } from '#shared/i18n/text'
import type { PermissionTag } from '#shared/permissions'
import type { Settings } from '../../env'
import type { Act } from '../../access/operation-log/write'
import type { Operator } from '../../access/session/queries'
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

/** What every handler finds: `c.env.address` is the peer's, as the listener saw it. */
export type AppEnv = { Variables: AppVariables; Bindings: { address?: string } }

/** What handlers below `authenticate` find as well. Public routes use `AppEnv`, so they cannot read it. */
type SessionVariables = AppVariables & {
  operator: Operator
  act: Act
  /** What the route has asked for: of each list the operator holds one. */
  asked?: (readonly PermissionTag[])[]
}
export type SessionEnv = { Variables: SessionVariables; Bindings: AppEnv['Bindings'] }
