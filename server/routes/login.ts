import { Hono, type Context } from 'hono'
import { codes } from '#shared/envelope'
import { statuses, type SignInReason } from '#shared/constants'
import { Captcha, LoginInput, RefreshInput, Ticket } from '#shared/schemas/login'
import type { AppEnv, SessionEnv } from '../http/app-env'
import { bearerOf } from '../http/authenticate'
import { answers } from '../http/describe'
import { deviceOf } from '../http/device'
import { ok } from '../http/envelope'
import { answerTicket } from '../http/ticket'
import { validate } from '../http/validate'
import { noteSignIn } from '../queries/login-log'
import { accessOf, endReplayed, endSession, findOperator, openSession, swapToken } from '../queries/session'
import { findCredential } from '../queries/user'
import type { Settings } from '../env'
import { log } from '../log'
import { Refusal } from '../refusal'
import { createCaptchas } from '../security/captcha'
import { createCaptchaPolicy } from '../security/captcha-policy'
import { decoy, verifyPassword } from '../security/password'
import { createCounter, type Throttle } from '../security/throttle'
import { usernameKey } from '../security/username'
import type { Store } from '../store'

/** Attempts refused before the password is looked at cost their sender nothing: so many are written down, then one a minute. */
const notesPerAddress = { free: 20, firstWaitMs: 60_000, longestWaitMs: 60_000, forgiveMs: 60_000 }

/** Signing in, for anyone. */
export function loginRoutes(throttle: Throttle, asked: Settings['captcha']) {
  const captchas = createCaptchas()
  const captchaPolicy = createCaptchaPolicy(asked)
  const notes = createCounter(notesPerAddress)
  void decoy() // made now, so that the first unknown name takes no longer than others

  /** One answer and one time for an unknown name, a wrong password, and a user who may not act. */
  async function checkedUser(c: Context<AppEnv>, { username, password, code, uuid }: LoginInput): Promise<number> {
    const { store, settings, address, now } = c.var
    if (captchaPolicy.isNeeded(address, now) && !captchas.check(uuid ?? '', code ?? '', address, now)) {
      await noteEarly(c, 'captcha')
      throw new Refusal(codes.badRequest, code ? 'login.captchaWrong' : 'login.captchaNeeded')
    }
    let attempt: Attempt = { reason: 'throttled' }
    const outcome = await throttle.attempt(usernameKey(username), address, now, async () => {
      attempt = await attemptOf(store, username, password)
      return attempt.reason === 'done' ? attempt.userId : undefined
    })
    if (!('found' in outcome)) {
      await noteEarly(c, 'throttled')
      const seconds = Math.ceil(outcome.waitMs / 1000)
      throw new Refusal(codes.tooMany, 'login.throttled', { seconds }).with({ 'retry-after': String(seconds) })
    }
    if (settings.mode === 'production') {
      // the name is left out: people type their password there
      log('info', 'sign-in', { requestId: c.var.requestId, address, userId: outcome.found })
    }
    if (outcome.found === undefined) {
      captchaPolicy.noteFailure(address, now)
      await note(c, attempt)
      throw new Refusal(codes.badRequest, 'login.failed')
    }
    return outcome.found
  }

  async function noteEarly(c: Context<AppEnv>, reason: SignInReason) {
    const { address, now } = c.var
    if (notes.waitMs(address, now) > 0) return
    notes.count(address, now)
    await note(c, { reason })
  }

  return new Hono<AppEnv>()
    .get('/captcha', answers('login', 'A new captcha', undefined, Captcha), (c) => {
      const { address, now } = c.var
      if (!captchaPolicy.isNeeded(address, now)) return ok(c, '', 'done.captcha', { id: '', enabled: false })
      const { id, picture, challenge } = captchas.issue(address, now)
      return ok(c, picture, 'done.captcha', { id, enabled: true, challenge })
    })
    .post('/login', answers('login', 'Sign in', undefined, Ticket), validate('json', LoginInput), async (c) => {
      const userId = await checkedUser(c, c.req.valid('json'))
      const signIn = { userId, method: 'password', device: deviceOf(c) } as const
      return answerTicket(c, await openSession(c.var.store, signIn, c.var.now, c.var.settings))
    })
}

/** How an attempt ended, and the account it was made on as far as there is one. */
type Attempt = { reason: SignInReason; userId?: number; username?: string }

async function attemptOf(store: Store, username: string, password: string): Promise<Attempt> {
  const user = await findCredential(store, username)
  const isRight = await verifyPassword(password, user?.passwordHash)
  const { roles } = await accessOf(store, user?.userId ?? 0)
  if (!user) return { reason: 'unknown-user' }
  const account = { userId: user.userId, username: user.username }
  if (!isRight) return { reason: 'wrong-password', ...account }
  if (user.status !== statuses.on) return { reason: 'disabled', ...account }
  return { reason: roles.length > 0 ? 'done' : 'no-role', ...account }
}

const note = (
  c: Context<AppEnv>,
  { reason, userId = null, username = '' }: Omit<Attempt, 'userId'> & { userId?: number | null },
) =>
  noteSignIn(
    c.var.store,
    { event: 'sign-in', reason, method: 'password', userId, username, device: deviceOf(c) },
    c.var.now,
  )

/** Swapping a token: it proves itself, so no header is needed; stands beside the API, where its clients look for it. */
export const refreshRoutes = new Hono<AppEnv>().post(
  '/refreshtoken',
  answers('login', 'Swap the token for a new one', undefined, Ticket),
  validate('json', RefreshInput),
  async (c) => {
    const { store, now, settings } = c.var
    const { token } = c.req.valid('json')
    const bearer = bearerOf(c.req.header('authorization'))
    if (bearer !== undefined && bearer !== token) throw new Refusal(codes.signedOut, 'error.signedOut')
    const operator = await findOperator(store, token, now, settings)
    if (operator === 'expired') throw new Refusal(codes.sessionExpired, 'error.sessionExpired')
    if (operator === 'unknown') await endReplayed(store, token, deviceOf(c), now)
    const swapped = operator === 'unknown' ? undefined : await swapToken(store, token, now)
    if (!swapped) throw new Refusal(codes.signedOut, 'error.signedOut')
    return answerTicket(c, swapped)
  },
)

export const logoutRoutes = new Hono<SessionEnv>().post('/logout', answers('login', 'Sign out'), async (c) => {
  await endSession(c.var.store, c.var.operator, deviceOf(c), c.var.now)
  return ok(c, null, 'done.signedOut')
})
