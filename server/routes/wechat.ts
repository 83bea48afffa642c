import { Hono, type Context } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import { statuses, type SignInReason } from '#shared/constants'
import { codes } from '#shared/envelope'
import type { PlainTextKey } from '#shared/i18n/text'
import { Ticket } from '#shared/schemas/login'
import { QrCode, QrConfirm, QrLogin, QrParam, QrQuery, QrState } from '#shared/schemas/wechat'
import type { AppEnv } from '../http/app-env'
import { answers } from '../http/describe'
import { deviceOf } from '../http/device'
import { ok } from '../http/envelope'
import { answerTicket } from '../http/ticket'
import { validate } from '../http/validate'
import { log } from '../log'
import { findBound } from '../queries/binding'
import { noteSignIn } from '../queries/login-log'
import { accessOf, openSession } from '../queries/session'
import { Refusal } from '../refusal'
import type { QrSignIns } from '../security/qr-sign-in'
import { createCounter, networkOf } from '../security/throttle'
import { newToken } from '../security/token'
import { describeAgent } from '../security/user-agent'
import type { Store } from '../store'
import type { Identity, Wecom } from '../wecom/client'
import { wecomLinks } from '../wecom/links'

/** Holds the nonce that tells the browser which asked for a QR code. */
export const QR_COOKIE = 'caliper-qr'
const COOKIE_PATH = '/api/v1'

/** Every failure asks something of WeCom or of the disk. A whole plant may share one network. */
const failuresPerNetwork = { free: 30, firstWaitMs: 5_000, longestWaitMs: 60_000, forgiveMs: 10_000 }

type Ended = { reason: SignInReason; userId?: number; username?: string }

const sayings = {
  'wecom-not-bound': 'wecom.notBound',
  disabled: 'wecom.mayNotSignIn',
  'no-role': 'wecom.mayNotSignIn',
} as const satisfies Partial<Record<SignInReason, PlainTextKey>>

/** Signing in by scanning a QR code with WeCom, for anyone. `wecom` is undefined when it is not set up. */
export function wechatRoutes(qr: QrSignIns, wecom: Wecom | undefined) {
  const failures = createCounter(failuresPerNetwork)

  return new Hono<AppEnv>()
    .get(
      '/wechat/crop-qrcode',
      answers('wechat', 'A new QR code to sign in with, or to bind an account with', QrCode),
      validate('query', QrQuery),
      (c) => {
        const { settings, address, now, locale } = c.var
        const links = wecomLinks(settings, locale)
        if (!links) throw notSetUp()
        if (settings.wecom?.isSimulated && !isOwnMachine(address)) {
          throw new Refusal(codes.forbidden, 'wecom.simulatorHere')
        }
        const nonce = nonceOf(c) ?? newToken()
        setCookie(c, QR_COOKIE, nonce, {
          path: COOKIE_PATH,
          httpOnly: true,
          sameSite: 'Strict',
          secure: settings.https,
        })
        const { purpose } = c.req.valid('query')
        const { state, endsAt } = qr.issue({ nonce, purpose, asked: { ...deviceOf(c), at: now } })
        return ok(c, { ...links(state), state, expire: new Date(endsAt).toISOString() })
      },
    )
    .get(
      '/wechat/crop-qrcode/:state',
      answers('wechat', 'How far an attempt by QR code is', QrState),
      validate('param', QrParam),
      (c) => {
        const { asked, ...view } = qr.view(c.req.valid('param').state, nonceOf(c), c.var.now)
        return ok(c, { ...view, asked: asked && computerOf(asked) })
      },
    )
    .post(
      '/wechat/crop-qrcode/confirm',
      answers('wechat', 'The answer of the phone that scanned a QR code'),
      validate('json', QrConfirm),
      (c) => {
        const { state, code, isRefused } = c.req.valid('json')
        const answer = isRefused || code === undefined ? 'refused' : { code }
        if (!qr.answer(state, answer, c.var.now)) throw new Refusal(codes.badRequest, 'wecom.badState')
        return ok(c, null, 'done.noted')
      },
    )
    .post(
      '/wechat/crop-qrcode/login',
      answers('wechat', 'Sign in with what WeCom has answered', undefined, Ticket),
      validate('json', QrLogin),
      async (c) => {
        if (!wecom) throw notSetUp()
        const { store, settings, address, now } = c.var
        const { state, code } = c.req.valid('json')
        const network = networkOf(address)
        const waitMs = failures.waitMs(network, now)
        if (waitMs > 0) throw throttled(waitMs)
        const takeBack = failures.count(network, now)

        if (!qr.take(state, nonceOf(c), { purpose: 'sign-in', code }, now)) {
          await note(c, { reason: 'wecom-refused' })
          throw new Refusal(codes.badRequest, 'wecom.badState')
        }
        const identity = await wecom.identify(code)
        if (identity.kind !== 'member') {
          await note(c, { reason: identity.kind === 'away' ? 'wecom-away' : 'wecom-refused' })
          throw refusalOf(identity)
        }
        const ended = await endOf(store, wecom.corpId, identity.memberId)
        if (ended.reason !== 'done') {
          await note(c, ended)
          throw new Refusal(codes.badRequest, sayings[ended.reason])
        }
        takeBack()
        const { userId } = ended
        tell(c, ended)
        return answerTicket(
          c,
          await openSession(store, { userId, method: 'wecom', device: deviceOf(c) }, now, settings),
        )
      },
    )
}

/** A demo may be open to a network, where its passwords are random; nobody there gets past them by the simulator. */
const isOwnMachine = (address: string) => address === '::1' || /^127(\.\d+){3}$/.test(address)

/** What stands behind the bound account of a member. */
async function endOf(store: Store, corpId: string, memberId: string) {
  const user = await findBound(store, corpId, memberId)
  if (!user) return { reason: 'wecom-not-bound' } as const
  const { userId, username, status } = user
  if (status !== statuses.on) return { reason: 'disabled', userId, username } as const
  const { roles } = await accessOf(store, userId)
  return { reason: roles.length > 0 ? 'done' : 'no-role', userId, username } as const
}

function note(c: Context<AppEnv>, ended: Ended) {
  const { reason, userId = null, username = '' } = ended
  tell(c, ended)
  return noteSignIn(
    c.var.store,
    { event: 'sign-in', reason, method: 'wecom', userId, username, device: deviceOf(c) },
    c.var.now,
  )
}

function tell(c: Context<AppEnv>, { reason, userId }: Ended) {
  const { settings, requestId, address } = c.var
  if (settings.mode === 'production') log('info', 'sign-in', { requestId, address, userId, method: 'wecom', reason })
}

/** The nonce of the asking browser, when it has one of ours. */
export const nonceOf = <Env extends AppEnv>(c: Context<Env>): string | undefined =>
  getCookie(c, QR_COOKIE)?.match(/^[\w-]{43}$/)?.[0]

export const notSetUp = () => new Refusal(codes.notFound, 'wecom.notSetUp')

/** Why no member is known by a code. */
export function refusalOf({ kind }: Exclude<Identity, { kind: 'member' }>) {
  if (kind === 'away') return new Refusal(codes.busy, 'wecom.away')
  return new Refusal(codes.badRequest, kind === 'stranger' ? 'wecom.stranger' : 'wecom.refused')
}

function throttled(waitMs: number) {
  const seconds = Math.ceil(waitMs / 1000)
  return new Refusal(codes.tooMany, 'login.throttled', { seconds }).with({ 'retry-after': String(seconds) })
}

const computerOf = ({ address, userAgent, at }: { address: string; userAgent: string; at: number }) => {
  const { browser, os } = describeAgent(userAgent)
  return { address, browser, os, at: new Date(at).toISOString() }
}
