import { Hono, type Context } from 'hono'
import { statuses, type SignInReason } from '#shared/constants'
import { codes } from '#shared/envelope'
import type { AnyPlainTextKey } from '#shared/i18n/text'
import { Ticket } from '#shared/access/login'
import { WecomQrCode, QrConfirm, QrLogin, QrParam, QrState } from '#shared/access/wecom'
import type { AppEnv } from '../../platform/http/app-env'
import { answers, refuses } from '../../platform/http/describe'
import { deviceOf } from '../session/device'
import { ok } from '../../platform/http/envelope'
import { throttled, Refusal } from '../../platform/http/refusal'
import { answerTicket } from '../session/ticket'
import { validate } from '../../platform/http/validate'
import { log } from '../../platform/log/index'
import { accessOf } from '../session/access'
import { findBound, isBound, type Member } from './binding'
import { noteSignIn } from '../login/sign-in-log'
import { openSession } from '../session/token'
import { createCounter } from '../../platform/security/counter'
import { networkOf } from '../../platform/security/network'
import { createSignInLogLimit } from '../../platform/security/log-limits'
import type { QrSignIns } from '../../platform/security/qr-sign-in'
import { describeAgent } from '../../platform/security/user-agent'
import type { Reader, Store } from '../../platform/store'
import type { Identity, Wecom } from './client'
import { newQrCode, keepNonce, nonceOf, notSetUp } from './qr-code'

/** Every failure costs a call to WeCom or a write to disk. A whole plant may share one network. */
const failuresPerNetwork = { free: 30, firstWaitMs: 5_000, longestWaitMs: 60_000, forgiveMs: 10_000 }

type Ended = { reason: SignInReason; userId?: number; username?: string }

const sayings = {
  'wecom-not-bound': 'wecom.notBound',
  disabled: 'wecom.mayNotSignIn',
  'no-role': 'wecom.mayNotSignIn',
} as const satisfies Partial<Record<SignInReason, AnyPlainTextKey>>

/** Signing in by scanning a QR code with WeCom, for everyone. `wecom` is undefined if it is not set up. */
export function wechatRoutes(qr: QrSignIns, wecom: Wecom | undefined) {
  const failures = createCounter(failuresPerNetwork)
  const mayLog = createSignInLogLimit(failuresPerNetwork.free)

  /** Logs an attempt without an account. */
  async function noteNobody(c: Context<AppEnv>, reason: SignInReason) {
    if (mayLog(c.var.address, c.var.now)) await note(c, { reason })
  }

  return new Hono<AppEnv>()
    .get(
      '/wechat/crop-qrcode',
      answers('wechat', 'route.wechat.qrCode', WecomQrCode),
      refuses(codes.notFound, codes.tooMany),
      async (c) => ok(c, await newQrCode(c, qr)),
    )
    .get(
      '/wechat/crop-qrcode/:state',
      answers('wechat', 'route.wechat.state', QrState),
      validate('param', QrParam),
      async (c) => {
        const { asked, account, ...view } = await qr.view(c.req.valid('param').state, await nonceOf(c), c.var.now)
        const named = account && { userName: account.userName, nickName: account.nickName }
        return ok(c, { ...view, account: named, asked: asked && computerOf(asked) })
      },
    )
    .post(
      '/wechat/crop-qrcode/confirm',
      answers('wechat', 'route.wechat.confirm'),
      validate('json', QrConfirm),
      async (c) => {
        const { state, code, isRefused } = c.req.valid('json')
        const answer = isRefused || code === undefined ? 'refused' : { code }
        if (!(await qr.answer(state, answer, c.var.now))) throw new Refusal(codes.badRequest, 'wecom.badState')
        return ok(c, null, 'done.noted')
      },
    )
    .post(
      '/wechat/crop-qrcode/login',
      answers('wechat', 'route.wechat.login', undefined, Ticket),
      refuses(codes.notFound, codes.tooMany, codes.busy),
      validate('json', QrLogin),
      async (c) => {
        if (!wecom) throw notSetUp()
        const { store, settings, address, now } = c.var
        const { state, code } = c.req.valid('json')
        const network = networkOf(address)
        const waitMs = failures.waitMs(network, now)
        if (waitMs > 0) throw throttled(waitMs)
        const takeBack = failures.count(network, now)

        if (!(await qr.take(state, await nonceOf(c), { code }, now))) {
          await noteNobody(c, 'wecom-refused')
          throw new Refusal(codes.badRequest, 'wecom.badState')
        }
        await keepNonce(c)
        const identity = await wecom.identify(code)
        if (identity.kind !== 'member') {
          await noteNobody(c, identity.kind === 'away' ? 'wecom-away' : 'wecom-refused')
          throw refusalOf(identity)
        }
        const member = { corpId: wecom.corpId, memberId: identity.memberId }
        const ended = await endOf(store, member)
        if (ended.reason !== 'done') throw await refused(c, ended)
        const { userId } = ended
        const stillHolds = (db: Reader) => isBound(store, db, { ...member, userId })
        const signIn = { userId, method: 'wecom', device: deviceOf(c), stillHolds } as const
        const ticket = await openSession(store, signIn, now, settings)
        if (!ticket) throw await refused(c, await endOf(store, member))
        takeBack()
        logSignIn(c, ended)
        return answerTicket(c, ticket, null)
      },
    )
}

/** Logs the refusal of a member and returns it. `done`: the state has changed since the refusal. */
async function refused(c: Context<AppEnv>, { reason, ...whose }: Awaited<ReturnType<typeof endOf>>) {
  const why = reason === 'done' ? 'wecom-not-bound' : reason
  await note(c, { ...whose, reason: why })
  return new Refusal(codes.badRequest, sayings[why])
}

/** The account of a member, and the result of its sign-in. */
async function endOf(store: Store, member: Member) {
  const user = await findBound(store, member)
  if (!user) return { reason: 'wecom-not-bound' } as const
  const { userId, username, status } = user
  if (status !== statuses.on) return { reason: 'disabled', userId, username } as const
  const { roles } = await accessOf(store, userId)
  return { reason: roles.length > 0 ? 'done' : 'no-role', userId, username } as const
}

function note(c: Context<AppEnv>, ended: Ended) {
  const { reason, userId = null, username = '' } = ended
  logSignIn(c, ended)
  return noteSignIn(
    c.var.store,
    { event: 'sign-in', reason, method: 'wecom', userId, username, device: deviceOf(c) },
    c.var.now,
  )
}

function logSignIn(c: Context<AppEnv>, { reason, userId }: Ended) {
  const { settings, requestId, address } = c.var
  if (settings.mode === 'production') log('info', 'sign-in', { requestId, address, userId, method: 'wecom', reason })
}

/** The refusal of a code without a member. */
export function refusalOf({ kind }: Exclude<Identity, { kind: 'member' }>) {
  if (kind === 'away') return new Refusal(codes.busy, 'wecom.away')
  return new Refusal(codes.badRequest, kind === 'stranger' ? 'wecom.stranger' : 'wecom.refused')
}

const computerOf = ({ address, userAgent, at }: { address: string; userAgent: string; at: number }) => {
  const { browser, os } = describeAgent(userAgent)
  return { address, browser, os, at: new Date(at).toISOString() }
}
