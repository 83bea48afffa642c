import { Hono } from 'hono'
import { z } from 'zod'
import { codes } from '#shared/envelope'
import { IdParam } from '#shared/list/page'
import { user } from '#shared/access/user-resource'
import { isPasswordUnlikeName } from '#shared/access/password'
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
import { ownProfile } from '../profile/own-profile'
import { crud } from '../crud/crud'
import { permit } from '../permission/permit'
import { validate } from '../../platform/http/validate'
import {
  createManagedUser,
  deleteUsers,
  resetPassword,
  restoreUsers,
  setUserStatus,
  updateUser,
  userToReset,
} from './write'
import { getUserDetail, listUsers, userBatches } from './list'
import { userImportRoutes, userSheetColumns } from './sheets'
import { userChoices } from './rights'

/** What is sent a password. Apart, because nothing may keep what is sent here. */
export const userPasswordRoutes = new Hono<SessionEnv>()
  .post(
    '/sys-user',
    answers('user', 'Create a user, who must choose another password at the first sign-in', z.int()),
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
    answers('user', 'Give a user another password to be changed at the next sign-in; ends their sessions', z.int()),
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

const regular = crud(
  user,
  { row: User, input: UserInput, change: UserChange, query: UserQuery },
  {
    list: listUsers,
    batches: userBatches,
    update: updateUser,
    remove: deleteUsers,
    restore: restoreUsers,
    columns: userSheetColumns,
  },
)

export const userRoutes = new Hono<SessionEnv>()
  .get(
    '/choices',
    answers('user', 'Roles and posts to choose from', UserChoices),
    permit('admin:sysUser:list'),
    async (c) => ok(c, await userChoices(c.var.store, c.var.operator)),
  )
  .put(
    '/',
    answers('user', 'Change the user who is named in the body', z.int()),
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
    answers('user', 'One user', UserDetail),
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
  answers('user', 'Enable or disable a user; disabling ends their sessions', z.int()),
  permit('admin:sysUser:edit'),
  validate('json', UserStatus),
  async (c) => ok(c, found(await setUserStatus(c.var.store, c.req.valid('json'), c.var.context)), 'done.updated'),
)
