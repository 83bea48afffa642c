import { Hono, type Context } from 'hono'
import { z } from 'zod'
import { compress } from 'hono/compress'
import { codes } from '#shared/envelope'
import { statuses, type SignInReason } from '#shared/constants'
import { Captcha, LoginInput, RefreshInput, Ticket } from '#shared/access/login'
import { Start } from '#shared/access/operator'
import type { AppEnv } from '../../platform/http/app-env'
import type { SessionEnv } from '../session/session-env'
import { tokenGate } from '../api-token/gate'
import { actAs, bearerOf, swapKeyOf } from '../session/authenticate'
import { answers, refuses } from '../../platform/http/describe'
import { deviceOf } from '../session/device'
import { ok } from '../../platform/http/envelope'
import { throttled, Refusal } from '../../platform/http/refusal'
import { answerTicket } from '../session/ticket'
import { validate } from '../../platform/http/validate'
import { accessOf } from '../session/access'
import { isKnownNetwork } from './known-network'
import { noteSignIn } from './sign-in-log'
import { endReplayed, endSession } from '../session/end'
import { openSession, swapToken } from '../session/token'
import { findCredential, isCredential } from '../user/queries'
import type { Settings } from '../../env'
import { log } from '../../platform/log/index'
import { createCaptchas } from '../../platform/security/captcha'
import { createCaptchaPolicies } from '../../platform/security/captcha-policy'
import { createSignInLogLimit } from '../../platform/security/log-limits'
import { verifyPassword } from '../../platform/security/password'
import type { PasswordThrottle } from '../../platform/security/password-throttle'
import { usernameKey } from '../../platform/security/username'
import type { Reader, Store } from '../../platform/store'

/**
 * Routes of signing in, for everyone.
 * @param startOf returns the answer of `GET /start`
 */
export function loginRoutes(
  shared: Pick<Store, 'sharedState' | 'keyFor'>,
  throttle: PasswordThrottle,
  startOf: (c: Context<SessionEnv>) => Promise<Start>,
) {
  const captchas = createCaptchas(shared)
  const captchaPolicyFor = createCaptchaPolicies(shared.sharedState)
  const mayLog = createSignInLogLimit()
  /** Ids of entries that may be replaced; as many as attempts that failed at the same time. */
  const passing: number[] = []

  /** Same answer and same time for an unknown name, a wrong password, and a user who is locked out. */
  async function checkedUser(c: Context<AppEnv>, input: LoginInput, needsCaptcha: boolean): Promise<Proven> {
    const { store, settings, address, now } = c.var
    const { username, password, code, uuid } = input
    if (needsCaptcha && !(await captchas.check(uuid ?? '', code ?? '', address, now))) {
      await noteUnchecked(c, 'captcha')
      throw new Refusal(codes.badRequest, code ? 'login.captchaWrong' : 'login.captchaNeeded').at('code')
    }
    let attempt: Attempt = { reason: 'throttled' }
    async function check() {
      attempt = await attemptOf(store, { username, password, now, settings })
      return attempt.proven
    }
    const isKnownHere = () => isKnownNetwork(store, username, address, now)
    const outcome = await throttle.attempt(usernameKey(username), address, now, check, isKnownHere)
    if (!('found' in outcome)) {
      await noteUnchecked(c, 'throttled')
      throw throttled(outcome.waitMs)
    }
    if (settings.mode === 'production') {
      // the name is left out: people sometimes type their password there
      log('info', 'sign-in', { requestId: c.var.requestId, address, userId: outcome.found?.userId })
    }
    if (outcome.found === undefined) {
      await captchaPolicyFor(settings.captcha).noteFailure(address, now)
      await noteChecked(c, attempt)
      throw failed(attempt, settings)
    }
    return outcome.found
  }

  /** Logs an attempt that was refused before the password was checked. */
  async function noteUnchecked(c: Context<AppEnv>, reason: SignInReason) {
    if (mayLog(c.var.address, c.var.now)) await note(c, { reason })
  }

  /**
   * Logs an attempt with a wrong name or password. If there is no room for another unknown name, the entry replaces the
   * last such one: skipping the write would be faster, and so reveal that the account does not exist.
   */
  async function noteChecked(c: Context<AppEnv>, attempt: Attempt) {
    const isLasting = attempt.userId !== undefined || mayLog(c.var.address, c.var.now)
    if (isLasting) await note(c, attempt)
    else passing.push(await note(c, attempt, passing.pop()))
  }

  return new Hono<AppEnv>()
    .get(
      '/captcha',
      answers('login', 'route.login.captcha', z.string(), Captcha),
      refuses(codes.tooMany),
      async (c) => {
        const { settings, address, now } = c.var
        if (!(await captchaPolicyFor(settings.captcha).isNeeded(address, now)))
          return ok(c, '', 'done.captcha', { id: '', enabled: false })
        const waitMs = captchas.ask(address, now)
        if (waitMs > 0) throw throttled(waitMs)
        const { id, picture, challenge } = await captchas.issue(address, now)
        return ok(c, picture, 'done.captcha', { id, enabled: true, challenge })
      },
    )
    .post(
      '/login',
      compress(),
      answers('login', 'route.login.signIn', Start.nullable(), Ticket),
      refuses(codes.tooMany),
      validate('json', LoginInput),
      async (c) => {
        const { settings, address, now } = c.var
        const input = c.req.valid('json')
        const captchaPolicy = captchaPolicyFor(settings.captcha)
        const user = await captchaPolicy.admit(address, now, (isNeeded) => checkedUser(c, input, isNeeded))
        const stillHolds = (db: Reader) => isCredential(c.var.store, db, user.userId, user.passwordHash)
        const signIn = { userId: user.userId, method: 'password', device: deviceOf(c), stillHolds } as const
        const ticket = await openSession(c.var.store, signIn, c.var.now, c.var.settings)
        if (!ticket) throw new Refusal(codes.badRequest, 'login.failed') // the password was changed meanwhile
        const isAsked = input.start && !ticket.mustChangePassword
        return answerTicket(c, ticket, isAsked ? await startFor(c, ticket.token) : null)
      },
    )

  /** Null if it cannot be read: an error in the figures of the first page must not lock anybody out. */
  async function startFor(c: Context<AppEnv>, token: string): Promise<Start | null> {
    try {
      return await startOf(await actAs(c, token))
    } catch (error) {
      log('error', 'start-with-sign-in', { requestId: c.var.requestId, error: String(error) })
      return null
    }
  }
}

/** A user, and the hash that matched the password. */
type Proven = { userId: number; passwordHash: string }
/** The result of an attempt, and its account if known. */
type Attempt = Noted & { proven?: Proven }
type Noted = { reason: SignInReason; userId?: number; username?: string }

type Given = { username: string; password: string; now: number; settings: Settings }

async function attemptOf(store: Store, { username, password, now, settings }: Given): Promise<Attempt> {
  const user = await findCredential(store, username)
  const isRight = await verifyPassword(password, user?.passwordHash)
  const { roles } = await accessOf(store, user?.userId ?? 0)
  if (!user) return { reason: 'unknown-user' }
  const account = { userId: user.userId, username: user.username }
  if (!isRight) return { reason: 'wrong-password', ...account }
  if (user.status !== statuses.on) return { reason: 'disabled', ...account }
  if (roles.length === 0) return { reason: 'no-role', ...account }
  const isExpired = user.mustChangePassword && user.changedAt + settings.initialPasswordMs <= now
  if (isExpired) return { reason: 'password-expired', ...account }
  return { reason: 'done', ...account, proven: { userId: user.userId, passwordHash: user.passwordHash } }
}

/** Only a caller who knows the password learns that it has expired. */
const failed = ({ reason }: Attempt, { initialPasswordMs }: Settings) =>
  reason === 'password-expired'
    ? new Refusal(codes.badRequest, 'login.passwordExpired', { hours: initialPasswordMs / 3_600_000 })
    : new Refusal(codes.badRequest, 'login.failed')

/** Returns the id of the entry; `insteadOf` is the id of a replaced one. */
function note(c: Context<AppEnv>, { reason, userId, username = '' }: Noted, insteadOf?: number) {
  const { store, now } = c.var
  const entry = { event: 'sign-in', reason, method: 'password', userId: userId ?? null, username } as const
  return noteSignIn(store, { ...entry, device: deviceOf(c) }, now, insteadOf)
}

/**
 * Swaps a token. The token is in the body, so no header is needed. The path is outside of the API, where its clients
 * expect it. With a random `x-swap-key`, a swap repeated after a lost answer gets the same answer.
 */
export const refreshRoutes = new Hono<AppEnv>().post(
  '/refreshtoken',
  answers('login', 'route.login.refresh', undefined, Ticket),
  refuses(codes.signedOut),
  validate('json', RefreshInput),
  async (c) => {
    const { store, now, settings } = c.var
    const { token } = c.req.valid('json')
    const bearer = bearerOf(c.req.header('authorization'))
    if (bearer !== undefined && bearer !== token) throw new Refusal(codes.signedOut, 'error.signedOut')
    const swap = { token, swapKey: swapKeyOf(c) }
    const swapped = await swapToken(store, swap, now, settings)
    if (swapped === 'expired') throw new Refusal(codes.sessionExpired, 'error.sessionExpired')
    if (swapped === 'replaced') await endReplayed(store, { ...swap, device: deviceOf(c) }, now, settings)
    if (swapped === 'unknown' || swapped === 'replaced') throw new Refusal(codes.signedOut, 'error.signedOut')
    return answerTicket(c, swapped, null)
  },
)

export const logoutRoutes = new Hono<SessionEnv>().post(
  '/logout',
  answers('login', 'route.login.signOut'),
  tokenGate,
  async (c) => {
    await endSession(c.var.store, c.var.operator, deviceOf(c), c.var.now)
    return ok(c, null, 'done.signedOut')
  },
)
