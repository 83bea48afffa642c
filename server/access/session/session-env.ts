import type { PermissionTag } from '#shared/permissions'
import type { AppEnv } from '../../platform/http/app-env'
import type { RequestContext } from '../operation-log/write'
import type { Operator } from './queries'

/** What handlers below `authenticate` find besides. Public routes use `AppEnv`, so they cannot read it. */
export type SessionEnv = {
  Variables: AppEnv['Variables'] & {
    operator: Operator
    context: RequestContext
    /** The permissions that the route has asked for: of each list the operator holds one. */
    asked?: (readonly PermissionTag[])[]
  }
  Bindings: AppEnv['Bindings']
}
