import { and, count, eq, inArray } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core' // the same proxy in both dialects
import { ADMIN_ROLE_KEY, statuses } from '#shared/constants'
import { codes } from '#shared/envelope'
import { ALL_PERMISSIONS } from '#shared/permissions'
import type { Page } from '#shared/schemas/page'
import type { Role, RoleChange, RoleDetail, RoleInput, RoleQuery, RoleStatus } from '#shared/schemas/role'
import { Refusal } from '../refusal'
import type { Store, Writer } from '../store'
import type { Tables } from '../tables'
import { contains, equals, listing } from './listing'
import { tagsOf } from './access'
import { revokeRoleless, type Operator } from './session'
import { literal, oneRow, statement } from './statement'
import { refuseTaken } from './unique'

type Row = Tables['roles']['$inferSelect']

const roleOf = ({ createdAt, updatedAt, ...row }: Row): Role => ({
  ...row,
  admin: row.roleKey === ADMIN_ROLE_KEY,
  createdAt: new Date(createdAt).toISOString(),
  updatedAt: new Date(updatedAt).toISOString(),
})

const page = listing<RoleQuery>()(({ db, t: { roles } }) => ({
  rows: () => db.select().from(roles).$dynamic(),
  counted: roles,
  filters: {
    roleId: equals(roles.roleId),
    roleName: contains(roles.roleName),
    roleKey: contains(roles.roleKey),
    status: equals(roles.status),
  },
  orders: {
    roleId: roles.roleId,
    roleName: roles.roleName,
    roleKey: roles.roleKey,
    roleSort: roles.roleSort,
    status: roles.status,
    createdAt: roles.createdAt,
  },
  defaultOrder: [roles.roleSort, roles.roleId],
}))

export async function listRoles(store: Store, query: RoleQuery): Promise<Page<Role>> {
  const found = await page(store, query)
  return { ...found, list: found.list.map(roleOf) }
}

const byId = oneRow(({ db, t, bind }) =>
  db
    .select()
    .from(t.roles)
    .where(eq(t.roles.roleId, bind('roleId'))),
)
const menuIdsById = statement(({ db, t, bind }) =>
  db
    .select({ menuId: t.roleMenus.menuId })
    .from(t.roleMenus)
    .where(eq(t.roleMenus.roleId, bind('roleId')))
    .orderBy(t.roleMenus.menuId),
)

export async function getRole(store: Store, roleId: number): Promise<RoleDetail | undefined> {
  const row = await byId(store, { roleId })
  if (!row) return undefined
  const menus = await menuIdsById(store, { roleId })
  return { ...roleOf(row), menuIds: menus.map(({ menuId }) => menuId), deptIds: [] }
}

const totals = oneRow(({ db, t }) => db.select({ total: count() }).from(t.roles))
const enabledTotals = oneRow(({ db, t }) =>
  db
    .select({ enabled: count() })
    .from(t.roles)
    .where(eq(t.roles.status, literal(statuses.on))),
)

export async function roleFigures(store: Store) {
  const [all, on] = await Promise.all([totals(store), enabledTotals(store)])
  return { total: all!.total, enabled: on!.enabled }
}

/** @throws Refusal when the key is taken, or `actor` does not hold everything the new role would grant */
export const createRole = (store: Store, input: RoleInput, actor: Operator, now: number): Promise<number> =>
  store.tx(async (db) => {
    const { menuIds, ...fields } = input
    await refuseTakenKey(store, db, fields.roleKey)
    await refuseBeyond(store, db, actor, menuIds ?? [])
    const [made] = await db
      .insert(store.t.roles)
      .values({ ...fields, createdAt: now, updatedAt: now })
      .returning({ roleId: store.t.roles.roleId })
    await giveMenus(store, db, made!.roleId, menuIds ?? [])
    return made!.roleId
  })

/** Changes a role. Its menus stay as they are when the input names none. @throws Refusal as {@link createRole} */
export const updateRole = (store: Store, roleId: number, input: RoleChange, actor: Operator, now: number) =>
  store.tx(async (db) => {
    const { menuIds, ...fields } = input
    const role = await changeable(store, db, roleId, actor)
    if (!role) return undefined
    if (role.roleKey === ADMIN_ROLE_KEY) refuseAdminChange(role, fields)
    await refuseTakenKey(store, db, fields.roleKey, roleId)
    await db
      .update(store.t.roles)
      .set({ ...fields, updatedAt: now })
      .where(eq(store.t.roles.roleId, roleId))
    if (menuIds) {
      await refuseBeyond(store, db, actor, menuIds)
      await db.delete(store.t.roleMenus).where(eq(store.t.roleMenus.roleId, roleId))
      await giveMenus(store, db, roleId, menuIds)
    }
    await revokeRoleless(store, db, now)
    return roleId
  })

export const setRoleStatus = (store: Store, { roleId, status }: RoleStatus, actor: Operator, now: number) =>
  store.tx(async (db) => {
    const role = await changeable(store, db, roleId, actor)
    if (!role) return undefined
    if (role.roleKey === ADMIN_ROLE_KEY) throw new Refusal(codes.forbidden, 'role.adminFixed')
    await db.update(store.t.roles).set({ status, updatedAt: now }).where(eq(store.t.roles.roleId, roleId))
    await revokeRoleless(store, db, now)
    return roleId
  })

/** Deletes all of `ids` or none; `undefined` when one of them is not there. @throws Refusal when one is in use */
export const deleteRoles = (store: Store, ids: number[], actor: Operator): Promise<number[] | undefined> =>
  store.tx(async (db) => {
    const { roles, userRoles } = store.t
    for (const roleId of ids) {
      const role = await changeable(store, db, roleId, actor)
      if (!role) return undefined
      if (role.roleKey === ADMIN_ROLE_KEY) throw new Refusal(codes.forbidden, 'role.adminFixed')
    }
    const held = await db
      .selectDistinct({ roleName: roles.roleName })
      .from(roles)
      .innerJoin(userRoles, eq(userRoles.roleId, roles.roleId))
      .where(inArray(roles.roleId, ids))
    if (held.length > 0) {
      const names = held.map(({ roleName }) => roleName).join(', ')
      throw new Refusal(codes.conflict, 'role.inUse', { names })
    }
    await db.delete(roles).where(inArray(roles.roleId, ids))
    return ids
  })

/** The administrator role keeps its name, its key and its status. */
function refuseAdminChange(role: Row, { roleName, roleKey, status }: Omit<RoleChange, 'menuIds'>) {
  const isKept = roleName === role.roleName && roleKey === role.roleKey && (status ?? role.status) === role.status
  if (!isKept) throw new Refusal(codes.forbidden, 'role.adminFixed')
}

/** The role, when it is there and grants nothing that `actor` lacks: nobody changes what is above them. */
async function changeable(store: Store, db: Writer, roleId: number, actor: Operator): Promise<Row | undefined> {
  const { roles, roleMenus } = store.t
  const [role] = await db.select().from(roles).where(eq(roles.roleId, roleId))
  if (!role) return undefined
  if (role.roleKey === ADMIN_ROLE_KEY && !actor.permissions.includes(ALL_PERMISSIONS)) {
    throw new Refusal(codes.forbidden, 'role.beyondOwn')
  }
  const granted = await db.select().from(roleMenus).where(eq(roleMenus.roleId, roleId))
  await refuseBeyond(
    store,
    db,
    actor,
    granted.map(({ menuId }) => menuId),
  )
  return role
}

const refuseTakenKey = ({ t: { roles } }: Store, db: Writer, roleKey: string, exceptId?: number) =>
  refuseTaken(db, {
    table: roles,
    column: roles.roleKey,
    value: roleKey,
    id: roles.roleId,
    exceptId,
    refusal: new Refusal(codes.conflict, 'role.keyTaken', { roleKey }).at('roleKey'),
  })

/** Nobody gives what they do not hold; and what is given must exist. */
async function refuseBeyond({ t }: Store, db: Writer, actor: Operator, menuIds: number[]) {
  if (menuIds.length === 0) return
  const page = alias(t.menus, 'page')
  const rows = await db
    .select({ menuId: t.menus.menuId, permission: t.menus.permission, ofPage: page.permission })
    .from(t.menus)
    .leftJoin(page, and(eq(page.menuId, t.menus.parentId), eq(t.menus.menuType, 'F')))
    .where(inArray(t.menus.menuId, menuIds))
  const known = new Set(rows.map(({ menuId }) => menuId))
  const unknown = menuIds.filter((id) => !known.has(id))
  if (unknown.length > 0) throw new Refusal(codes.badRequest, 'role.unknownMenus', { ids: unknown.join(', ') })
  if (actor.permissions.includes(ALL_PERMISSIONS)) return
  if (tagsOf(rows).some((tag) => !actor.permissions.includes(tag))) {
    throw new Refusal(codes.forbidden, 'role.beyondOwn')
  }
}

async function giveMenus({ t }: Store, db: Writer, roleId: number, menuIds: number[]) {
  const rows = [...new Set(menuIds)].map((menuId) => ({ roleId, menuId }))
  for (let i = 0; i < rows.length; i += 500) await db.insert(t.roleMenus).values(rows.slice(i, i + 500))
}
