import { Hono } from 'hono'
import { z } from 'zod'
import { codes } from '#shared/envelope'
import { BindInput, Messenger, MessengerChange, UnbindInput } from '#shared/schemas/wechat'
import type { SessionEnv } from '../http/app-env'
import { answers } from '../http/describe'
import { ok } from '../http/envelope'
import { found } from '../http/found'
import { proveOwnPassword } from '../http/own-password'
import { permit } from '../http/permit'
import { validate } from '../http/validate'
import { bindSelf, getBinding, setBinding, unbind } from '../queries/binding'
import { Refusal } from '../refusal'
import type { QrSignIns } from '../security/qr-sign-in'
import type { Throttle } from '../security/throttle'
import type { Wecom } from '../wecom/client'
import { nonceOf, notSetUp, refusalOf } from './wechat'

const wrongPassword = { key: 'wecom.wrongPassword', field: 'password' } as const

/** Which member of the company in WeCom an account belongs to. `wecom` is undefined when it is not set up. */
export const messengerRoutes = (qr: QrSignIns, wecom: Wecom | undefined, throttle: Throttle) =>
  new Hono<SessionEnv>()
    .get('/user/messenger', answers('messenger', 'Your own binding to WeCom', Messenger), async (c) => {
      const { store, operator } = c.var
      const binding = wecom && (await getBinding(store, wecom.corpId, operator.userId))
      return ok(c, {
        isEnabled: wecom !== undefined,
        memberId: binding?.memberId ?? null,
        boundAt: binding ? new Date(binding.boundAt).toISOString() : null,
      })
    })
    .post(
      '/user/messenger',
      answers('messenger', 'Bind your own account to the member who has answered'),
      validate('json', BindInput),
      async (c) => {
        if (!wecom) throw notSetUp()
        const { store, operator, now } = c.var
        const { state, code, password } = c.req.valid('json')
        await proveOwnPassword(c, throttle, password, wrongPassword) // first: a mistyped one leaves the code good
        if (!qr.take(state, nonceOf(c), { purpose: 'bind', code }, now)) {
          throw new Refusal(codes.badRequest, 'wecom.badState')
        }
        const identity = await wecom.identify(code)
        if (identity.kind !== 'member') throw refusalOf(identity)
        const { memberId } = identity
        await bindSelf(store, { userId: operator.userId, corpId: wecom.corpId, memberId }, now)
        return ok(c, null, 'wecom.bound')
      },
    )
    .delete(
      '/user/messenger',
      answers('messenger', 'End your own binding'),
      validate('json', UnbindInput),
      async (c) => {
        if (!wecom) throw notSetUp()
        const { store, operator } = c.var
        await proveOwnPassword(c, throttle, c.req.valid('json').password, wrongPassword)
        const isEnded = await unbind(store, wecom.corpId, operator.userId)
        if (!isEnded) throw new Refusal(codes.conflict, 'wecom.noBinding')
        return ok(c, null, 'wecom.unbound')
      },
    )
    .put(
      '/sys-user/messenger',
      answers('messenger', 'Bind a user to a member, or to nobody', z.int()),
      permit('admin:sysUser:edit'),
      validate('json', MessengerChange),
      async (c) => {
        if (!wecom) throw notSetUp()
        const { store, operator, now } = c.var
        const { userId, memberId } = c.req.valid('json')
        const changed = await setBinding(store, { userId, corpId: wecom.corpId, memberId }, operator, now)
        return ok(c, found(changed), memberId === '' ? 'wecom.unbound' : 'wecom.bound')
      },
    )
