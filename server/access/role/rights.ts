import { and, eq } from 'drizzle-orm'
import { ADMIN_ROLE_KEY, statuses } from '#shared/constants'
import { codes } from '#shared/envelope'
import { ALL_PERMISSIONS } from '#shared/permissions'
import type { RoleChange } from '#shared/access/role'
import { Refusal } from '../../platform/http/refusal'
import type { Dialect, Writer } from '../../platform/store'
import type { Tables } from '../../tables'
import { tagsIn } from '../menu/fit'
import type { Operator } from '../session/queries'
import { refuseTaken } from '../../platform/list/unique'

type Row = Tables['roles']['$inferSelect']

export async function menuIdsIn({ t }: Dialect, db: Writer, roleId: number): Promise<number[]> {
  const rows = await db.select().from(t.roleMenus).where(eq(t.roleMenus.roleId, roleId)).orderBy(t.roleMenus.menuId)
  return rows.map(({ menuId }) => menuId)
}

/** Refuses to disable the operator's last enabled role: they could not undo it. */
export async function refuseWithoutOwnRole({ t: { roles, userRoles } }: Dialect, db: Writer, { userId }: Operator) {
  const [left] = await db
    .select({ roleId: roles.roleId })
    .from(userRoles)
    .innerJoin(roles, eq(roles.roleId, userRoles.roleId))
    .where(and(eq(userRoles.userId, userId), eq(roles.status, statuses.on)))
    .limit(1)
  if (!left) throw new Refusal(codes.conflict, 'role.lockOut')
}

/** The administrator role keeps its name, its key and its status. */
export function refuseChangeOfAdminRole(
  role: Row,
  { roleName, roleKey, status }: Pick<RoleChange, 'roleName' | 'roleKey' | 'status'>,
) {
  const isKept =
    (roleName ?? role.roleName) === role.roleName &&
    (roleKey ?? role.roleKey) === role.roleKey &&
    (status ?? role.status) === role.status
  if (!isKept) throw new Refusal(codes.forbidden, 'role.adminFixed')
}

/** The role, if it exists and grants nothing that `actor` lacks: nobody changes a role above their own rights. */
export async function changeableRole(
  store: Dialect,
  db: Writer,
  roleId: number,
  actor: Operator,
): Promise<Row | undefined> {
  const { roles } = store.t
  const [role] = await db.select().from(roles).where(eq(roles.roleId, roleId))
  if (!role) return undefined
  if (role.roleKey === ADMIN_ROLE_KEY && !actor.permissions.includes(ALL_PERMISSIONS)) {
    throw new Refusal(codes.forbidden, 'role.beyondOwn')
  }
  await refuseMenusBeyondOwn(store, db, actor, await menuIdsIn(store, db, roleId))
  return role
}

export const refuseTakenKey = ({ t: { roles } }: Dialect, db: Writer, roleKey: string, exceptId?: number) =>
  refuseTaken(db, {
    table: roles,
    column: roles.roleKey,
    value: roleKey,
    id: roles.roleId,
    exceptId,
    refusal: new Refusal(codes.conflict, 'role.keyTaken', { roleKey }).at('roleKey'),
  })

/** Nobody grants permissions that they lack. The entries must exist. */
export async function refuseMenusBeyondOwn({ t }: Dialect, db: Writer, actor: Operator, menuIds: number[]) {
  if (menuIds.length === 0) return
  const rows = await db.select().from(t.menus)
  const existing = new Set(rows.map(({ menuId }) => menuId))
  const unknown = menuIds.filter((id) => !existing.has(id))
  if (unknown.length > 0) throw new Refusal(codes.badRequest, 'role.unknownMenus', { ids: unknown.join(', ') })
  if (actor.permissions.includes(ALL_PERMISSIONS)) return
  if (tagsIn(rows, menuIds).some((tag) => !actor.permissions.includes(tag))) {
    throw new Refusal(codes.forbidden, 'role.beyondOwn')
  }
}
