import { Hono } from 'hono'
import { LoginLogEntry, LoginLogQuery, OwnLoginLogQuery } from '#shared/schemas/login-log'
import { IdParam, pageOf } from '#shared/schemas/page'
import type { SessionEnv } from '../http/app-env'
import { answers } from '../http/describe'
import { ok } from '../http/envelope'
import { found } from '../http/found'
import { permit } from '../http/permit'
import { validate } from '../http/validate'
import { getLoginLogEntry, listLoginLog, ownLoginLog } from '../queries/login-log-list'

/** What the sign-in log tells of oneself. */
export const ownLoginLogRoutes = new Hono<SessionEnv>().get(
  '/',
  answers('login-log', 'The sign-in log of the own account', pageOf(LoginLogEntry)),
  validate('query', OwnLoginLogQuery),
  async (c) => {
    const { store, operator, locale } = c.var
    return ok(c, await ownLoginLog(store, operator.userId, c.req.valid('query'), locale))
  },
)

/** The sign-in log of all accounts. */
export const loginLogRoutes = new Hono<SessionEnv>()
  .get(
    '/',
    answers('login-log', 'List the sign-in log', pageOf(LoginLogEntry)),
    permit('admin:sysLoginLog:list'),
    validate('query', LoginLogQuery),
    async (c) => ok(c, await listLoginLog(c.var.store, c.req.valid('query'), c.var.locale)),
  )
  .get(
    '/:id',
    answers('login-log', 'One entry of the sign-in log', LoginLogEntry),
    permit('admin:sysLoginLog:query'),
    validate('param', IdParam),
    async (c) => {
      const entry = await getLoginLogEntry(c.var.store, c.req.valid('param').id, c.var.locale)
      return ok(c, found(entry))
    },
  )
