import { Hono } from 'hono'
import { codes } from '#shared/envelope'
import { ErrorReport } from '#shared/admin/error-log'
import type { SessionEnv } from '../../access/session/session-env'
import { tokenGate } from '../../access/api-token/gate'
import { answers, refuses } from '../../platform/http/describe'
import { ok } from '../../platform/http/envelope'
import { validate } from '../../platform/http/validate'
import { log } from '../../platform/log/index'
import { Refusal } from '../../platform/http/refusal'
import { createCounter } from '../../platform/security/counter'

/** Thirty at once per operator: a page that fails at every frame must not fill the log. */
const perOperator = { free: 30, firstWaitMs: 2_000, longestWaitMs: 60_000, forgiveMs: 2_000 }

/** Run-time errors of the client, for the log of the server. */
export function errorLogRoutes() {
  const reports = createCounter(perOperator)

  return new Hono<SessionEnv>().post(
    '/error-log',
    answers('error-log', 'route.errorLog.report'),
    refuses(codes.tooMany),
    tokenGate,
    validate('json', ErrorReport),
    (c) => {
      const { operator, now, requestId } = c.var
      const key = String(operator.userId)
      const waitMs = reports.waitMs(key, now)
      if (waitMs > 0) {
        const seconds = Math.ceil(waitMs / 1000)
        throw new Refusal(codes.tooMany, 'error.tooMany', { seconds }).with({ 'retry-after': String(seconds) })
      }
      reports.count(key, now)
      log('warn', 'client-error', { requestId, userId: operator.userId, ...c.req.valid('json') })
      return ok(c, null, 'done.noted')
    },
  )
}
