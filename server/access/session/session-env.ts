import type { PermissionTag } from '#shared/permissions'
import type { AppEnv } from '../../platform/http/app-env'
import type { RequestContext } from '../operation-log/write'
import type { Operator } from './queries'

/** The variables of handlers below `authenticate`. Public routes use `AppEnv`, so they cannot read them. */
export type SessionEnv = {
  Variables: AppEnv['Variables'] & {
    operator: Operator
    /** The version of the database before the operator was read; undefined if it reports no commits (PostgreSQL). */
    operatorVersion: number | undefined
    context: RequestContext
    /** The permissions that the route required: the operator holds one of each list. */
    asked?: (readonly PermissionTag[])[]
    /** The answer is kept for repetitions of the request: it has no secret, and the request sets no password. */
    isAnswerKept?: true
  }
  Bindings: AppEnv['Bindings']
}
