import { Hono } from 'hono'
import { z } from 'zod'
import { Ticket } from '#shared/access/login'
import { ActingRole } from '#shared/access/operator'
import { IdsBody, pageOf } from '#shared/list/page'
import { OwnSession, Session, SessionQuery } from '#shared/access/session'
import type { SessionEnv } from './session-env'
import { answers } from '../../platform/http/describe'
import { ok } from '../../platform/http/envelope'
import { found } from '../../platform/http/refusal'
import { permit } from '../permission/permit'
import { validate } from '../../platform/http/validate'
import { bearerOf, swapKeyOf } from './authenticate'
import { endSessions } from './end'
import { listSessions, ownSessions } from './list'
import { answerTicket } from './ticket'
import { setActingRole } from './token'

/** The operator's own open sessions. */
export const ownSessionRoutes = new Hono<SessionEnv>()
  .get('/', answers('session', 'route.session.listOwn', z.array(OwnSession)), async (c) => {
    const { store, operator, now, settings } = c.var
    return ok(c, await ownSessions(store, operator, now, settings))
  })
  .delete('/', answers('session', 'route.session.endOwn', z.array(z.int())), validate('json', IdsBody), async (c) => {
    const { store, operator, context } = c.var
    const which = { userId: operator.userId, sessionIds: c.req.valid('json').ids }
    const ended = await endSessions(store, which, context)
    return ok(c, found(someOf(ended)), 'session.ended')
  })

/** The open sessions of all users. */
export const sessionRoutes = new Hono<SessionEnv>()
  .get(
    '/',
    answers('session', 'route.session.list', pageOf(Session)),
    permit('admin:sysSession:list'),
    validate('query', SessionQuery),
    async (c) => {
      const { store, operator, now, settings } = c.var
      return ok(c, await listSessions(store, c.req.valid('query'), operator, now, settings))
    },
  )
  .delete(
    '/',
    answers('session', 'route.session.end', z.array(z.int())),
    permit('admin:sysSession:remove'),
    validate('json', IdsBody),
    async (c) => {
      const { store, context } = c.var
      const which = { sessionIds: c.req.valid('json').ids }
      const ended = await endSessions(store, which, context)
      return ok(c, found(someOf(ended)), 'session.ended')
    },
  )

/** Some may have ended meanwhile, which is the wanted result; none at all is a mistake. */
const someOf = (ids: number[]) => (ids.length > 0 ? ids : undefined)

export const actingRoleRoutes = new Hono<SessionEnv>().put(
  '/user/acting-role',
  answers('operator', 'route.operator.actingRole', undefined, Ticket),
  validate('json', ActingRole),
  async (c) => {
    const { store, context } = c.var
    const token = bearerOf(c.req.header('authorization')) ?? ''
    const swap = { token, swapKey: swapKeyOf(c) }
    return answerTicket(c, await setActingRole(store, swap, c.req.valid('json').roleKey, context), null)
  },
)
