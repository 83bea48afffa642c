import { Hono, type Context } from 'hono'
import { codes } from '#shared/envelope'
import { statuses } from '#shared/constants'
import { Captcha, LoginInput, RefreshInput, Ticket } from '#shared/schemas/login'
import type { AppEnv, SessionEnv } from '../http/app-env'
import { bearerOf } from '../http/authenticate'
import { answers } from '../http/describe'
import { ok } from '../http/envelope'
import { validate } from '../http/validate'
import {
  accessOf,
  endSession,
  findOperator,
  openSession,
  swapToken,
  type Ticket as NewTicket,
} from '../queries/session'
import { findCredential } from '../queries/user'
import { log } from '../log'
import { Refusal } from '../refusal'
import { createCaptchas } from '../security/captcha'
import { decoy, verifyPassword } from '../security/password'
import { createThrottle } from '../security/throttle'
import { usernameKey } from '../security/username'
import type { Store } from '../store'

/** Signing in, for anyone. */
export function loginRoutes() {
  const captchas = createCaptchas()
  const throttle = createThrottle()
  void decoy() // made now, so that the first unknown name takes no longer than others

  /** One answer and one time for an unknown name, a wrong password, and a user who may not act. */
  async function checkedUser(c: Context<AppEnv>, { username, password, code, uuid }: LoginInput): Promise<number> {
    const { store, settings, address, now } = c.var
    if (settings.captcha === 'always' && !captchas.check(uuid ?? '', code ?? '', now)) {
      throw new Refusal(codes.badRequest, 'login.captchaWrong')
    }
    const outcome = await throttle.attempt(usernameKey(username), address, now, () => userOf(store, username, password))
    if (!('found' in outcome)) {
      const seconds = Math.ceil(outcome.waitMs / 1000)
      throw new Refusal(codes.tooMany, 'login.throttled', { seconds }).with({ 'retry-after': String(seconds) })
    }
    if (settings.mode === 'production') {
      // the name is left out: people type their password there
      log('info', 'sign-in', { requestId: c.var.requestId, address, userId: outcome.found })
    }
    if (outcome.found === undefined) throw new Refusal(codes.badRequest, 'login.failed')
    return outcome.found
  }

  return new Hono<AppEnv>()
    .get('/captcha', answers('login', 'A new captcha', undefined, Captcha), (c) => {
      if (c.var.settings.captcha === 'never') return ok(c, '', 'done.captcha', { id: '', enabled: false })
      const { id, picture } = captchas.issue(c.var.address, c.var.now)
      return ok(c, picture, 'done.captcha', { id, enabled: true })
    })
    .post('/login', answers('login', 'Sign in', undefined, Ticket), validate('json', LoginInput), async (c) => {
      const userId = await checkedUser(c, c.req.valid('json'))
      return ticket(c, await openSession(c.var.store, userId, c.var.now, c.var.settings))
    })
}

/** The user with this name and password, when they may sign in. */
async function userOf(store: Store, username: string, password: string): Promise<number | undefined> {
  const user = await findCredential(store, username)
  const isRight = await verifyPassword(password, user?.passwordHash)
  const { roles } = await accessOf(store, user?.userId ?? 0)
  return user && isRight && user.status === statuses.on && roles.length > 0 ? user.userId : undefined
}

/** Swapping a token: it proves itself, so no header is needed; stands beside the API, where its clients look for it. */
export const refreshRoutes = new Hono<AppEnv>().post(
  '/refreshtoken',
  answers('login', 'Swap the token for a new one', undefined, Ticket),
  validate('json', RefreshInput),
  async (c) => {
    const { store, now, settings } = c.var
    const { token } = c.req.valid('json')
    const bearer = bearerOf(c.req.header('authorization'))
    const operator =
      bearer === undefined || bearer === token ? await findOperator(store, token, now, settings) : 'unknown'
    if (operator === 'expired') throw new Refusal(codes.sessionExpired, 'error.sessionExpired')
    const swapped = operator === 'unknown' ? undefined : await swapToken(store, token, now)
    if (!swapped) throw new Refusal(codes.signedOut, 'error.signedOut')
    return ticket(c, swapped)
  },
)

export const logoutRoutes = new Hono<SessionEnv>().post('/logout', answers('login', 'Sign out'), async (c) => {
  await endSession(c.var.store, c.var.operator.sessionId, c.var.now)
  return ok(c, null, 'done.signedOut')
})

const ticket = (c: Context<AppEnv>, { token, endsAt }: NewTicket) =>
  ok(c, null, 'done.found', { token, expire: new Date(endsAt).toISOString() })
