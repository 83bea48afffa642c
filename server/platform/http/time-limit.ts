import { createMiddleware } from 'hono/factory'
import { atLength, limits } from '../store/limits'
import { DatabaseAway } from '../store/silence'
import { withTimeout } from '../chunks/yield-to-event-loop'
import type { AppEnv } from './app-env'

/** Requests that read or write much: exports, imports, verification of the audit trail, clearing of logs and trash. */
const LONG = /\/(export|import|verify|restore)$|^\/api\/v1\/(operlog\/clean|trash)(\/|$)/
/** Analyses may read a million values, but a person waits for the page: they do not wait for a silent database. */
const LARGE = /^\/api\/v1\/qc\/analysis\//

/** Refuses requests beyond the time limit. Not for an embedded database: it has no delays outside of this process. */
export const requestLimit = createMiddleware<AppEnv>(function requestLimit(c, next) {
  const { path } = c.req
  if (LONG.test(path) || LARGE.test(path)) return next()
  return withTimeout(next(), limits.requestMs, () => {
    throw new DatabaseAway('The request took too long.')
  })
})

/** Gives long requests the limits of long work, after authentication. */
export const longRequests = createMiddleware<AppEnv>(function longRequests(c, next) {
  const { path } = c.req
  if (LONG.test(path)) return atLength(next)
  if (LARGE.test(path)) return atLength(next, { isPatient: false })
  return next()
})
