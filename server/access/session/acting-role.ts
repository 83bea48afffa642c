import { Hono } from 'hono'
import { Ticket } from '#shared/access/login'
import { ActingRole } from '#shared/access/operator'
import type { SessionEnv } from './session-env'
import { bearerOf, swapKeyOf } from './authenticate'
import { answers } from '../../platform/http/describe'
import { answerTicket } from './ticket'
import { validate } from '../../platform/http/validate'
import { setActingRole } from './token'

export const actingRoleRoutes = new Hono<SessionEnv>().put(
  '/user/acting-role',
  answers('operator', 'Act as one of your roles, or as all of them, under a new token', undefined, Ticket),
  validate('json', ActingRole),
  async (c) => {
    const { store, context } = c.var
    const token = bearerOf(c.req.header('authorization')) ?? ''
    const swap = { token, swapKey: swapKeyOf(c) }
    return answerTicket(c, await setActingRole(store, swap, c.req.valid('json').roleKey, context))
  },
)
