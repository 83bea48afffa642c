import { Hono } from 'hono'
import { ALL_ROLES } from '#shared/constants'
import { isAllowed, type PermissionTag } from '#shared/permissions'
import { CurrentUser, Overview } from '#shared/access/operator'
import type { SessionEnv } from '../../access/session/session-env'
import { answers } from '../../platform/http/describe'
import { ok } from '../../platform/http/envelope'
import { found } from '../../platform/http/refusal'
import { viewerOf } from '../record/request'
import { rolesOf } from '../../access/session/access'
import { lastEventId } from '../feed/queries'
import { qcOverview } from './queries'
import { roleFigures } from '../../access/role/queries'
import { openSessions, ownSessionFigures } from '../../access/session/list'
import { getUser, userFigures } from '../../access/user/queries'
import { streamTags } from '../feed/routes'

export const currentUserRoutes = new Hono<SessionEnv>().get(
  '/getinfo',
  answers('operator', 'route.operator.info', CurrentUser),
  async (c) => {
    const { userId, deptId, roles, permissions, isActingAsOne, mustChangePassword } = c.var.operator
    const { username, nickName, avatar, introduction } = found(await getUser(c.var.store, userId))
    const ownRoles = (await rolesOf(c.var.store, userId)).map(({ roleId: _roleId, ...role }) => role)
    const actingRole = isActingAsOne ? roles[0] : ALL_ROLES
    const who = { userId, userName: username, name: nickName, deptId: deptId ?? 0, avatar, introduction }
    const isHearer = isAllowed(permissions, streamTags)
    const more = { ...(isHearer && { lastEventId: await lastEventId(c.var.store) }) }
    return ok(c, { ...who, roles, permissions, ownRoles, actingRole, mustChangePassword, ...more })
  },
)

export const overviewRoutes = new Hono<SessionEnv>().get(
  '/overview',
  answers('operator', 'route.operator.overview', Overview),
  async (c) => {
    const { store, operator, now, settings } = c.var
    const { open, previousSignInAt } = await ownSessionFigures(store, operator.userId, now, settings)
    const may = (tag: PermissionTag) => isAllowed(operator.permissions, [tag])
    const qc = await qcOverview(store, viewerOf(c))
    return ok(c, {
      ownSessions: open,
      lastSignInAt: previousSignInAt === undefined ? null : new Date(previousSignInAt).toISOString(),
      ...(may('admin:sysRole:list') && { roles: await roleFigures(store) }),
      ...(may('admin:sysUser:list') && { users: await userFigures(store, operator) }),
      ...(may('admin:sysSession:list') && { openSessions: await openSessions(store, operator, now, settings) }),
      ...(qc && { qc }),
    })
  },
)
