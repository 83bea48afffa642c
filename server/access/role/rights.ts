import { and, eq } from 'drizzle-orm'
import { ADMIN_ROLE_KEY, statuses } from '#shared/constants'
import { codes } from '#shared/envelope'
import { ALL_PERMISSIONS, type PermissionTag } from '#shared/permissions'
import type { RoleChange } from '#shared/access/role'
import { Refusal } from '../../platform/http/refusal'
import type { Dialect, Writer } from '../../platform/store'
import type { Tables } from '../../tables'
import { entriesBeyondOwn, tagsIn, type MenuRow } from '../menu/fit'
import { named } from '../../platform/message'
import { accessIn } from '../session/access'
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

/** The permissions with which a role is read and changed. */
const CHANGING_ROLES: readonly PermissionTag[] = ['admin:sysRole:query', 'admin:sysRole:update']

/**
 * Refuses to take from the operator a permission with which roles are changed, unless another enabled role of theirs
 * keeps it: they could not take it back.
 * @param taken the entries that a role, as written by `db`, has no more
 */
export async function refuseLosingRoleRights(store: Dialect, db: Writer, operator: Operator, taken: readonly number[]) {
  if (taken.length === 0) return
  const menus = await db.select().from(store.t.menus).orderBy(store.t.menus.menuId)
  const { permissions } = await accessIn(store, db, operator.userId)
  const isLost = (tag: string) => operator.permissions.includes(tag) && !permissions.includes(tag)
  const tags = tagsIn(menus, taken)
  const lost = CHANGING_ROLES.filter((tag) => tags.includes(tag) && isLost(tag))
  if (lost.length === 0) return
  const entries = menus.filter(({ permission }) => lost.some((tag) => tag === permission))
  throw new Refusal(codes.conflict, 'role.rightsLockOut', named(titlesOf(entries))).at('menuIds')
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
  const menus = await db.select().from(store.t.menus)
  if (entriesBeyondOwn(actor, menus, await menuIdsIn(store, db, roleId)).length > 0) {
    throw new Refusal(codes.forbidden, 'role.beyondOwn')
  }
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
  if (unknown.length > 0) {
    throw new Refusal(codes.badRequest, 'role.unknownMenus', { ids: unknown.join(', ') }).at('menuIds')
  }
  const beyond = entriesBeyondOwn(actor, rows, menuIds)
  if (beyond.length === 0) return
  const values = { ...named(titlesOf(beyond)), count: beyond.length }
  throw new Refusal(codes.forbidden, 'role.grantsBeyondOwn', values).at('menuIds')
}

/** Entries named in a message; the others are counted. */
const NAMED = 3

/** The titles of the first entries, in both languages. */
function titlesOf(menus: readonly MenuRow[]) {
  const more = menus.length > NAMED ? ['…'] : []
  const first = menus.slice(0, NAMED)
  return {
    name: [...first.map(({ title }) => title), ...more].join('、'),
    nameEn: [...first.map(({ title, titleEn }) => titleEn || title), ...more].join(', '),
  }
}
