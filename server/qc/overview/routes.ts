import { Hono, type Context } from 'hono'
import { compress } from 'hono/compress'
import { ALL_ROLES } from '#shared/constants'
import { isAllowed, type PermissionTag } from '#shared/permissions'
import { CurrentUser, Overview, Start } from '#shared/access/operator'
import { SpcQuery } from '#shared/qc/analysis/schema'
import type { SessionEnv } from '../../access/session/session-env'
import { answers, openToPrograms } from '../../platform/http/describe'
import { DEFAULT_AVATAR } from '../../access/files/default-pictures'
import { isForFamily, ok } from '../../platform/http/envelope'
import { found } from '../../platform/http/refusal'
import { menuOf } from '../../access/menu/queries'
import { spcOf } from '../analysis/spc'
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
  openToPrograms(),
  async (c) => {
    const user = await currentUser(c)
    return ok(c, isForFamily(c) ? asFamilyReads(user) : user)
  },
)

export const overviewRoutes = new Hono<SessionEnv>()
  .get('/overview', answers('operator', 'route.operator.overview', Overview), async (c) => ok(c, await overview(c)))
  .get('/start', compress(), answers('operator', 'route.operator.start', Start), async (c) => ok(c, await startOf(c)))

/** User, menu, and the figures and chart of the dashboard, each as in its own call. */
export async function startOf(c: Context<SessionEnv>): Promise<Start> {
  const { store, operator } = c.var
  const [user, menu, figures] = await Promise.all([currentUser(c), menuOf(store, operator), overview(c)])
  const { itemKey, from } = figures.qc?.chart ?? {}
  const query = itemKey && SpcQuery.parse({ itemKey, from: from ?? undefined })
  const chart = query ? await spcOf(store, query, operator) : undefined
  return { user, menu, overview: figures, ...(chart && { chart }) }
}

/** Other front ends of the API family always show a picture, and know some changes under another tag. */
const asFamilyReads = ({ avatar, permissions, ...user }: CurrentUser) => ({
  ...user,
  avatar: avatar || DEFAULT_AVATAR,
  permissions: [...new Set(permissions.flatMap((tag) => [tag, tag.replace(/:update$/, ':edit')]))],
})

async function currentUser(c: Context<SessionEnv>): Promise<CurrentUser> {
  const { userId, deptId, roles, permissions, isActingAsOne, mustChangePassword } = c.var.operator
  const { username, nickName, avatar, introduction } = found(await getUser(c.var.store, userId))
  const ownRoles = (await rolesOf(c.var.store, userId)).map(({ roleId: _roleId, ...role }) => role)
  const actingRole = (isActingAsOne && roles[0]) || ALL_ROLES
  const who = { userId, userName: username, name: nickName, deptId: deptId ?? 0, avatar, introduction }
  const isHearer = isAllowed(permissions, streamTags)
  const more = { ...(isHearer && { lastEventId: await lastEventId(c.var.store) }) }
  return { ...who, roles, permissions, ownRoles, actingRole, mustChangePassword, ...more }
}

async function overview(c: Context<SessionEnv>): Promise<Overview> {
  const { store, operator, now, settings } = c.var
  const { open, previousSignInAt } = await ownSessionFigures(store, operator.userId, now, settings)
  const may = (tag: PermissionTag) => isAllowed(operator.permissions, [tag])
  const qc = await qcOverview(store, viewerOf(c), settings)
  return {
    ownSessions: open,
    lastSignInAt: previousSignInAt === undefined ? null : new Date(previousSignInAt).toISOString(),
    ...(may('admin:sysRole:list') && { roles: await roleFigures(store) }),
    ...(may('admin:sysUser:list') && { users: await userFigures(store, operator) }),
    ...(may('admin:sysSession:list') && { openSessions: await openSessions(store, operator, now, settings) }),
    ...(qc && { qc }),
  }
}
