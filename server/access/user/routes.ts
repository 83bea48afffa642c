import { Hono } from 'hono'
import { regularRoute } from '../operation-log/route-title'
import { createMiddleware } from 'hono/factory'
import { z } from 'zod'
import { codes } from '#shared/envelope'
import { Id, IdParam } from '#shared/list/page'
import { isAllowed } from '#shared/permissions'
import { user } from '#shared/access/user-resource'
import { isPasswordUnlikeName } from '#shared/access/password'
import { ProfileChange } from '#shared/access/profile'
import {
  PasswordReset,
  User,
  UserChange,
  UserChangeById,
  UserChoices,
  UserDetail,
  UserInput,
  UserQuery,
  UserStatus,
} from '#shared/access/user'
import type { SessionEnv } from '../session/session-env'
import { answers } from '../../platform/http/describe'
import { ok } from '../../platform/http/envelope'
import { found, Refusal } from '../../platform/http/refusal'
import { hashChosen } from '../login/new-password'
import { updateProfile } from '../profile/queries'
import { crud } from '../crud/crud'
import { permit } from '../permission/permit'
import { readJson, validate } from '../../platform/http/validate'
import {
  createManagedUser,
  deleteUsers,
  resetPassword,
  restoreUsers,
  setUserStatus,
  updateUser,
  userToReset,
} from './write'
import { getUserDetail, listUsers, userGroups, userBatches } from './list'
import { userImportRoutes, userSheetColumns } from './sheets'
import { userChoices } from './rights'

/** Routes that set a password. They are a separate group, because their answers are not kept for repeated requests. */
export const userPasswordRoutes = new Hono<SessionEnv>()
  .post(
    '/sys-user',
    answers('user', 'route.user.create', z.int()),
    permit('admin:sysUser:add'),
    validate('json', UserInput),
    async (c) => {
      const { password, ...input } = c.req.valid('json')
      const userId = await createManagedUser(c.var.store, input, await hashChosen(c, password), c.var.context)
      return ok(c, userId, 'done.created')
    },
  )
  .put(
    '/user/pwd/reset',
    answers('user', 'route.user.resetPassword', z.int()),
    permit('admin:sysUser:resetPassword'),
    validate('json', PasswordReset),
    async (c) => {
      const { store, context } = c.var
      const { userId, password } = c.req.valid('json')
      const { username } = found(await userToReset(store, userId, context))
      if (!isPasswordUnlikeName({ username, password })) {
        throw new Refusal(codes.badRequest, 'password.likeName').at('password')
      }
      const passwordHash = await hashChosen(c, password)
      return ok(c, found(await resetPassword(store, userId, passwordHash, context)), 'user.passwordReset')
    },
  )

const OwnRecord = ProfileChange.omit({ introduction: true, password: true }).extend({ userId: Id.optional() })

/**
 * Clients of the family save the own profile with the call that changes any user. For operators without that right, it
 * changes only the fields that everybody may change without the password. A sent password is not stored, and all other
 * fields stay. A record without an id is the operator's own; other ids go on, to be refused.
 */
const ownProfile = createMiddleware<SessionEnv>(async function ownProfile(c, next) {
  const { operator, store, context } = c.var
  if (isAllowed(operator.permissions, ['admin:sysUser:edit'])) return next()
  const { data } = OwnRecord.safeParse(await readJson(c).catch(() => undefined))
  if (!data || (data.userId ?? operator.userId) !== operator.userId) return next()
  const { userId: _, ...change } = data
  return ok(c, found(await updateProfile(store, change, undefined, context)), 'profile.saved')
})

const regular = crud(
  user,
  { row: User, input: UserInput, change: UserChange, query: UserQuery },
  {
    list: listUsers,
    groups: userGroups,
    batches: userBatches,
    update: updateUser,
    bulk: 'users',
    remove: deleteUsers,
    restore: restoreUsers,
    columns: userSheetColumns,
  },
)

export const userRoutes = new Hono<SessionEnv>()
  .get('/choices', answers('user', 'route.user.choices', UserChoices), permit('admin:sysUser:list'), async (c) =>
    ok(c, await userChoices(c.var.store, c.var.operator)),
  )
  .put(
    '/',
    answers('user', 'route.user.updateByBody', z.int()),
    ownProfile,
    permit('admin:sysUser:edit'),
    validate('json', UserChangeById),
    async (c) => {
      const { userId, ...change } = c.req.valid('json')
      return ok(c, found(await updateUser(c.var.store, userId, change, c.var.context)), 'done.updated')
    },
  )
  .route('/', userImportRoutes)
  .route('/', regular)
  .get(
    '/:id',
    answers('user', regularRoute(user, 'get'), UserDetail),
    permit('admin:sysUser:query'),
    validate('param', IdParam),
    async (c) => {
      const { store, operator, settings } = c.var
      const { id } = c.req.valid('param')
      return ok(c, found(await getUserDetail(store, id, operator, settings.wecom?.corpId)))
    },
  )

export const userStatusRoutes = new Hono<SessionEnv>().put(
  '/',
  answers('user', 'route.user.setStatus', z.int()),
  permit('admin:sysUser:edit'),
  validate('json', UserStatus),
  async (c) => ok(c, found(await setUserStatus(c.var.store, c.req.valid('json'), c.var.context)), 'done.updated'),
)
