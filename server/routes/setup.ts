import { Hono } from 'hono'
import { z } from 'zod'
import { codes } from '#shared/envelope'
import { SetupInput } from '#shared/schemas/setup'
import type { AppEnv } from '../http/app-env'
import { answers, refuses } from '../http/describe'
import { ok } from '../http/envelope'
import { hashChosen } from '../http/new-password'
import { validate } from '../http/validate'
import { createFirstAdministrator } from '../queries/user'
import { Refusal } from '../refusal'
import { endSetup, isSetupToken } from '../security/setup'

export const setupRoutes = new Hono<AppEnv>().post(
  '/setup',
  answers('setup', 'Make the first administrator, with the token of the set-up link', z.int()),
  refuses(codes.conflict),
  validate('json', SetupInput),
  async (c) => {
    const { token, username, nickName, password } = c.req.valid('json')
    if (!isSetupToken(token, c.var.now)) throw new Refusal(codes.badRequest, 'setup.badToken')
    const passwordHash = await hashChosen(c, password)
    const userId = await createFirstAdministrator(c.var.store, { username, nickName, passwordHash }, c.var.now)
    endSetup()
    return ok(c, userId, 'setup.done')
  },
)
