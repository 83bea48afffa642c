import { Hono } from 'hono'
import { z } from 'zod'
import { codes } from '#shared/envelope'
import {
  BindInput,
  Messenger,
  MessengerChange,
  Proposal,
  ProposalInput,
  WecomQrCode,
  UnbindInput,
} from '#shared/access/wecom'
import type { SessionEnv } from '../session/session-env'
import { answers, closedToPrograms, refuses } from '../../platform/http/describe'
import { deviceOf } from '../session/device'
import { ok } from '../../platform/http/envelope'
import { found, throttled, Refusal } from '../../platform/http/refusal'
import { proveOwnPassword } from '../login/own-password'
import { permit } from '../permission/permit'
import { validate } from '../../platform/http/validate'
import { log } from '../../platform/log/index'
import { bindSelf, getBinding, setBinding, unbindSelf } from './binding'
import { getUser } from '../user/queries'
import { createBindingProposals } from '../../platform/security/binding-proposal'
import { createCounter } from '../../platform/security/counter'
import type { QrSignIns } from '../../platform/security/qr-sign-in'
import type { PasswordThrottle } from '../../platform/security/password-throttle'
import type { SharedState } from '../../platform/store/shared-state'
import type { Wecom } from './client'
import { newQrCode, keepNonce, nonceOf, notSetUp } from './qr-code'
import { refusalOf } from './wechat'

/** Every failure costs a call to WeCom. */
const failuresPerUser = { free: 10, firstWaitMs: 5_000, longestWaitMs: 60_000, forgiveMs: 10_000 }
const wrongPassword = { key: 'wecom.wrongPassword', field: 'password' } as const

/** The binding of accounts to members of the company in WeCom. `wecom` is undefined if it is not set up. */
export function messengerRoutes(
  sharedState: SharedState,
  qr: QrSignIns,
  wecom: Wecom | undefined,
  throttle: PasswordThrottle,
) {
  const proposals = createBindingProposals(sharedState)
  const failures = createCounter(failuresPerUser)

  return new Hono<SessionEnv>()
    .get('/user/messenger', answers('messenger', 'route.messenger.get', Messenger), async (c) => {
      const { store, operator } = c.var
      const binding = wecom && (await getBinding(store, wecom.corpId, operator.userId))
      return ok(c, {
        isEnabled: wecom !== undefined,
        memberId: binding?.memberId ?? null,
        boundAt: binding ? new Date(binding.boundAt).toISOString() : null,
      })
    })
    .get(
      '/user/messenger/crop-qrcode',
      answers('messenger', 'route.messenger.qrCode', WecomQrCode),
      refuses(codes.notFound, codes.tooMany),
      async (c) => {
        const { store, operator } = c.var
        const { userId, username, nickName } = found(await getUser(store, operator.userId))
        return ok(c, await newQrCode(c, qr, { userId, userName: username, nickName }))
      },
    )
    .post(
      '/user/messenger/proposal',
      answers('messenger', 'route.messenger.proposal', Proposal),
      refuses(codes.notFound, codes.tooMany),
      validate('json', ProposalInput),
      async (c) => {
        if (!wecom) throw notSetUp()
        const { operator, now } = c.var
        const { userId } = operator
        const { state, code } = c.req.valid('json')
        const waitMs = failures.waitMs(String(userId), now)
        if (waitMs > 0) throw throttled(waitMs)
        const takeBack = failures.count(String(userId), now)
        if (!(await qr.take(state, await nonceOf(c), { code, userId }, now))) {
          throw new Refusal(codes.badRequest, 'wecom.badState')
        }
        const nonce = await keepNonce(c)
        const identity = await wecom.identify(code)
        if (identity.kind !== 'member') throw refusalOf(identity)
        takeBack()
        const { memberId } = identity
        const endsAt = await proposals.keep(userId, { state, nonce, memberId }, now)
        return ok(c, { memberId, expire: new Date(endsAt).toISOString() })
      },
    )
    .post(
      '/user/messenger',
      answers('messenger', 'route.messenger.bind'),
      refuses(codes.notFound, codes.tooMany),
      validate('json', BindInput),
      async (c) => {
        if (!wecom) throw notSetUp()
        const { store, operator, now } = c.var
        const { state, password } = c.req.valid('json')
        // first, so that the proposal survives a mistyped password
        const passwordHash = await proveOwnPassword(c, throttle, password, wrongPassword)
        const memberId = await proposals.take(operator.userId, { state, nonce: await nonceOf(c) }, now)
        if (memberId === undefined) throw new Refusal(codes.badRequest, 'wecom.badState')
        const { corpId } = wecom
        await bindSelf(store, { corpId, memberId }, { operator, passwordHash, device: deviceOf(c) }, now)
        return ok(c, null, 'wecom.bound')
      },
    )
    .delete(
      '/user/messenger',
      answers('messenger', 'route.messenger.unbind'),
      refuses(codes.tooMany),
      validate('json', UnbindInput),
      async (c) => {
        if (!wecom) throw notSetUp()
        const { store, operator, now } = c.var
        const passwordHash = await proveOwnPassword(c, throttle, c.req.valid('json').password, wrongPassword)
        const proven = { operator, passwordHash, device: deviceOf(c) }
        const isEnded = await unbindSelf(store, wecom.corpId, proven, now)
        if (!isEnded) throw new Refusal(codes.conflict, 'wecom.noBinding')
        return ok(c, null, 'wecom.unbound')
      },
    )
    .put(
      '/sys-user/messenger',
      answers('messenger', 'route.messenger.setForUser', z.int()),
      closedToPrograms(),
      permit('admin:sysUser:edit'),
      validate('json', MessengerChange),
      async (c) => {
        if (!wecom) throw notSetUp()
        const { store, settings, operator, requestId, context } = c.var
        const { userId, memberId } = c.req.valid('json')
        const changed = found(await setBinding(store, { userId, corpId: wecom.corpId, memberId }, context))
        if (settings.mode === 'production') log('info', 'wecom-binding', { requestId, by: operator.userId, userId })
        return ok(c, changed, memberId === '' ? 'wecom.unbound' : 'wecom.bound')
      },
    )
}
