import { Hono } from 'hono'
import { z } from 'zod'
import { LoginLogEntry, LoginLogQuery, OwnLoginLogQuery } from '#shared/admin/sign-in-log'
import { IdParam, IdsBody, pageOf } from '#shared/list/page'
import type { SessionEnv } from '../../access/session/session-env'
import { answers, answersSheet } from '../../platform/http/describe'
import { ok } from '../../platform/http/envelope'
import { found } from '../../platform/http/refusal'
import { permit } from '../../access/permission/permit'
import { exportQuery, sendSheet } from '../../access/crud/send-sheet'
import { validate } from '../../platform/http/validate'
import { deleteSignIns } from '../../access/operation-log/delete'
import { getLoginLogEntry, listLoginLog, loginLogBatches, ownLoginLog } from './list'
import type { SheetColumn } from '../../platform/sheets/cell'
import { wordFor } from '../../platform/sheets/words'

/** The sign-in log of the operator's own account. */
export const ownLoginLogRoutes = new Hono<SessionEnv>().get(
  '/',
  answers('login-log', 'route.loginLog.own', pageOf(LoginLogEntry)),
  validate('query', OwnLoginLogQuery),
  async (c) => {
    const { store, operator, locale } = c.var
    return ok(c, await ownLoginLog(store, operator.userId, c.req.valid('query'), locale))
  },
)

const outcomeWords = { '2': 'operation.done', '1': 'operation.refused' } as const
const methodWords = { password: 'session.method.password', wecom: 'session.method.wecom' } as const

export const signInColumns: SheetColumn<LoginLogEntry>[] = [
  { title: 'record.id', value: ({ id }) => id },
  { id: 'loginTime', title: 'operation.time', value: ({ loginTime }) => new Date(loginTime) },
  { id: 'username', title: 'login.username', value: ({ username }) => username },
  { id: 'msg', title: 'loginLog.message', value: ({ msg }) => msg },
  { id: 'status', title: 'operation.outcome', value: ({ status }, locale) => wordFor(locale, outcomeWords, status) },
  { id: 'method', title: 'session.method', value: ({ method }, locale) => wordFor(locale, methodWords, method) },
  { id: 'ipaddr', title: 'operation.address', value: ({ ipaddr }) => ipaddr },
  { id: 'device', title: 'operation.browser', value: ({ browser }) => browser },
  { id: 'device', title: 'operation.system', value: ({ os }) => os },
]

/** The sign-in log of all accounts. */
export const loginLogRoutes = new Hono<SessionEnv>()
  .get(
    '/',
    answers('login-log', 'route.loginLog.list', pageOf(LoginLogEntry)),
    permit('admin:sysLoginLog:list'),
    validate('query', LoginLogQuery),
    async (c) => ok(c, await listLoginLog(c.var.store, c.req.valid('query'), c.var.locale)),
  )
  .get(
    '/export',
    answersSheet('login-log', 'route.loginLog.export'),
    permit('admin:sysLoginLog:export'),
    validate('query', exportQuery(LoginLogQuery)),
    (c) => {
      const { format, ...query } = c.req.valid('query')
      const batches = loginLogBatches(c.var.store, query, c.var.locale)
      return sendSheet(c, { name: 'sign-in-log', title: 'loginLog.title', format, columns: signInColumns, batches })
    },
  )
  .get(
    '/:id',
    answers('login-log', 'route.loginLog.get', LoginLogEntry),
    permit('admin:sysLoginLog:query'),
    validate('param', IdParam),
    async (c) => ok(c, found(await getLoginLogEntry(c.var.store, c.req.valid('param').id, c.var.locale))),
  )
  .delete(
    '/',
    answers('login-log', 'route.loginLog.remove', z.array(z.int())),
    permit('admin:sysLoginLog:remove'),
    validate('json', IdsBody),
    async (c) => ok(c, await deleteSignIns(c.var.store, c.req.valid('json').ids, c.var.context), 'done.deleted'),
  )
