import { Hono } from 'hono'
import { ALL_ROLES } from '#shared/constants'
import { isAllowed } from '#shared/permissions'
import { CurrentUser, Overview } from '#shared/schemas/operator'
import type { SessionEnv } from '../http/app-env'
import { answers } from '../http/describe'
import { ok } from '../http/envelope'
import { found } from '../http/found'
import { rolesOf } from '../queries/access'
import { roleFigures } from '../queries/role'
import { sessionFigures } from '../queries/session-list'
import { getUser, userFigures } from '../queries/user'

export const currentUserRoutes = new Hono<SessionEnv>().get(
  '/getinfo',
  answers('operator', 'The signed-in operator', CurrentUser),
  async (c) => {
    const { userId, deptId, roles, permissions, isActingAsOne, mustChangePassword } = c.var.operator
    const { username, nickName, avatar, introduction } = found(await getUser(c.var.store, userId))
    const ownRoles = (await rolesOf(c.var.store, userId)).map(({ roleKey, roleName }) => ({ roleKey, roleName }))
    const actingRole = isActingAsOne ? roles[0] : ALL_ROLES
    const who = { userId, userName: username, name: nickName, deptId: deptId ?? 0, avatar, introduction }
    return ok(c, { ...who, roles, permissions, ownRoles, actingRole, mustChangePassword })
  },
)

export const overviewRoutes = new Hono<SessionEnv>().get(
  '/overview',
  answers('operator', 'Figures of the dashboard, as far as the operator may see them', Overview),
  async (c) => {
    const { store, operator, now, settings } = c.var
    const sessions = await sessionFigures(store, operator.userId, now, settings)
    const { previousSignInAt } = sessions
    return ok(c, {
      ownSessions: sessions.ownOpen,
      lastSignInAt: previousSignInAt === undefined ? null : new Date(previousSignInAt).toISOString(),
      ...(isAllowed(operator.permissions, ['admin:sysRole:list']) && {
        roles: await roleFigures(store),
        users: await userFigures(store),
        openSessions: sessions.open,
      }),
    })
  },
)
