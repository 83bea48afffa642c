import { Hono } from 'hono'
import { z } from 'zod'
import { codes } from '#shared/envelope'
import { isPasswordUnlikeName, PasswordChange } from '#shared/access/password'
import { MAX_AVATAR_BYTES, MAX_AVATAR_EDGE, MIN_AVATAR_EDGE, OwnRecordChange, Profile } from '#shared/access/profile'
import type { SessionEnv } from '../session/session-env'
import { answers, refuses } from '../../platform/http/describe'
import { ok } from '../../platform/http/envelope'
import { found, Refusal } from '../../platform/http/refusal'
import { hashChosen } from '../login/new-password'
import { proveOwnPassword } from '../login/own-password'
import { pictureIn, takeUpload } from '../files/upload'
import { validate } from '../../platform/http/validate'
import { setAvatar } from '../files/queries'
import { changeOwnPassword, getProfile, changesContact, updateProfile } from './queries'
import { getUser } from '../user/queries'
import { containsPassword } from '../../platform/security/password'
import type { PasswordThrottle } from '../../platform/security/password-throttle'

/** Operators' own data: reading and changing it. */
export const profileRoutes = new Hono<SessionEnv>()
  .get('/user/profile', answers('profile', 'route.profile.get', Profile), async (c) =>
    ok(c, found(await getProfile(c.var.store, c.var.operator.userId))),
  )
  .post(
    '/user/avatar',
    answers('profile', 'route.profile.setAvatar', z.string()),
    takeUpload(['upload[]', 'file'], MAX_AVATAR_BYTES),
    async (c) => {
      const { store, upload, context } = c.var
      const picture = pictureIn(upload, 'upload[]', { min: MIN_AVATAR_EDGE, max: MAX_AVATAR_EDGE })
      const path = await setAvatar(store, picture, context)
      return ok(c, path, 'profile.avatarSaved')
    },
  )
  .delete('/user/avatar', answers('profile', 'route.profile.removeAvatar'), async (c) => {
    await setAvatar(c.var.store, undefined, c.var.context)
    return ok(c, null, 'profile.avatarRemoved')
  })

/** Changes the operator's own record; a new phone or e-mail needs the password. */
export const ownRecordRoutes = (throttle: PasswordThrottle) =>
  new Hono<SessionEnv>().put(
    '/sys-user/profile',
    answers('profile', 'route.profile.update', z.int()),
    refuses(codes.tooMany),
    validate('json', OwnRecordChange),
    async (c) => {
      const { store, operator, context } = c.var
      const change = c.req.valid('json')
      const wrong = { key: 'profile.wrongOwnPassword', field: 'password' } as const
      const isAsked = changesContact(await getUser(store, operator.userId), change)
      const proof = isAsked && change.password ? await proveOwnPassword(c, throttle, change.password, wrong) : undefined
      for (const field of ['nickName', 'introduction'] as const) {
        if (proof === undefined || !containsPassword(change[field], change.password ?? '')) continue
        throw new Refusal(codes.badRequest, 'qcRecord.holdsPassword').at(field)
      }
      const userId = await updateProfile(store, change, proof, context)
      return ok(c, found(userId), 'profile.saved')
    },
  )

/** Changes the operator's own password. Separate, because nothing may store its requests. */
export const ownPasswordRoutes = (throttle: PasswordThrottle) =>
  new Hono<SessionEnv>().put(
    '/user/pwd/set',
    answers('profile', 'route.profile.setPassword'),
    refuses(codes.tooMany),
    validate('json', PasswordChange),
    async (c) => {
      const { store, operator, context } = c.var
      const { oldPassword, newPassword } = c.req.valid('json')
      if (!isPasswordUnlikeName({ username: operator.username, password: newPassword })) {
        throw new Refusal(codes.badRequest, 'password.likeName').at('newPassword')
      }
      const wrong = { key: 'profile.wrongPassword', field: 'oldPassword' } as const
      const before = await proveOwnPassword(c, throttle, oldPassword, wrong)
      const after = await hashChosen(c, newPassword, 'newPassword')
      const isChanged = await changeOwnPassword(store, { before, after }, context)
      if (!isChanged) throw new Refusal(codes.forbidden, wrong.key).at(wrong.field)
      return ok(c, null, 'profile.passwordChanged')
    },
  )
