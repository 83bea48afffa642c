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
import { scopeOf } from './data-scope'
import { contains, equals, listing, mapBatches, type Unpaged } from './listing'
import { tagsOf } from './access'
import { changesOf, writeOperation, type Act } from './operation'
import { revokeRoleless, type Operator } from './session'
import { refuseReachBeyond } from './role-reach'
import { literal, oneRow, statement } from './statement'
import { bringBack, discard } from './trash'
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
  key: roles.roleId,
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

/** All roles that the filters find, for a sheet. */
export const roleBatches = (store: Store, query: Unpaged<RoleQuery>) => mapBatches(page.batches(store, query), roleOf)

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
const deptIdsById = statement(({ db, t, bind }) =>
  db
    .select({ deptId: t.roleDepts.deptId })
    .from(t.roleDepts)
    .where(eq(t.roleDepts.roleId, bind('roleId')))
    .orderBy(t.roleDepts.deptId),
)

export async function getRole(store: Store, roleId: number): Promise<RoleDetail | undefined> {
  const row = await byId(store, { roleId })
  if (!row) return undefined
  const [menus, depts] = await Promise.all([menuIdsById(store, { roleId }), deptIdsById(store, { roleId })])
  return { ...roleOf(row), menuIds: menus.map(({ menuId }) => menuId), deptIds: depts.map(({ deptId }) => deptId) }
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
export const createRole = (store: Store, input: RoleInput, act: Act): Promise<number> =>
  store.tx(async (db) => {
    const { menuIds, ...fields } = input
    await refuseTakenKey(store, db, fields.roleKey)
    await refuseBeyond(store, db, act.operator, menuIds ?? [])
    const { userId: createBy } = act.operator
    const [made] = await db
      .insert(store.t.roles)
      .values({ ...fields, createBy, createdAt: act.now, updatedAt: act.now })
      .returning({ roleId: store.t.roles.roleId })
    const { roleId } = made!
    await giveMenus(store, db, roleId, menuIds ?? [])
    await writeOperation(store, db, act, { ...entryOf(roleId, fields), action: 'create', after: input })
    return roleId
  })

/** Changes a role. Its menus stay as they are when the input names none. @throws Refusal as {@link createRole} */
export const updateRole = (store: Store, roleId: number, input: RoleChange, act: Act) =>
  store.tx(async (db) => {
    const { menuIds, ...fields } = input
    const role = await changeable(store, db, roleId, act.operator)
    if (!role) return undefined
    if (role.roleKey === ADMIN_ROLE_KEY) refuseAdminChange(role, fields)
    await refuseTakenKey(store, db, fields.roleKey, roleId)
    await db
      .update(store.t.roles)
      .set({ ...fields, updatedAt: act.now })
      .where(eq(store.t.roles.roleId, roleId))
    const before = { ...role, menuIds: await menuIdsIn(store, db, roleId) }
    if (menuIds) {
      await refuseBeyond(store, db, act.operator, menuIds)
      await db.delete(store.t.roleMenus).where(eq(store.t.roleMenus.roleId, roleId))
      await giveMenus(store, db, roleId, menuIds)
    }
    await refuseLockOut(store, db, act.operator)
    await revokeRoleless(store, db, act.now)
    await writeOperation(store, db, act, { ...entryOf(roleId, fields), action: 'update', ...changesOf(before, input) })
    return roleId
  })

export const setRoleStatus = (store: Store, { roleId, status }: RoleStatus, act: Act) =>
  store.tx(async (db) => {
    const role = await changeable(store, db, roleId, act.operator)
    if (!role) return undefined
    if (role.roleKey === ADMIN_ROLE_KEY) throw new Refusal(codes.forbidden, 'role.adminFixed')
    await db.update(store.t.roles).set({ status, updatedAt: act.now }).where(eq(store.t.roles.roleId, roleId))
    await refuseLockOut(store, db, act.operator)
    await revokeRoleless(store, db, act.now)
    await writeOperation(store, db, act, { ...entryOf(roleId, role), action: 'status', ...changesOf(role, { status }) })
    return roleId
  })

/** Deletes all of `ids` or none; `undefined` when one of them is not there. @throws Refusal when one is in use */
export const deleteRoles = (store: Store, ids: number[], act: Act): Promise<number[] | undefined> =>
  store.tx(async (db) => {
    const { roles, userRoles } = store.t
    for (const roleId of ids) {
      const role = await changeable(store, db, roleId, act.operator)
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
    return discard(store, db, 'role', ids, act, ({ roleName }) => String(roleName))
  })

/** Brings back deleted roles with what they granted, all or none. @throws Refusal as {@link createRole} */
export async function restoreRoles(store: Store, ids: number[], act: Act): Promise<number[]> {
  const scope = await scopeOf(store, act.operator)
  return store.tx(async (db) => {
    const restored = await bringBack(store, db, 'role', ids, act)
    if (!restored) throw new Refusal(codes.notFound, 'error.notFound') // here, because what came back must go again
    for (const roleId of restored) {
      const role = await changeable(store, db, roleId, act.operator)
      if (role) await refuseReachBeyond(store, db, scope, role)
    }
    return restored
  })
}

/** How the operation log names a role. */
const entryOf = (roleId: number, { roleName }: { roleName: string }) => ({ record: String(roleId), name: roleName })

async function menuIdsIn({ t }: Store, db: Writer, roleId: number): Promise<number[]> {
  const rows = await db.select().from(t.roleMenus).where(eq(t.roleMenus.roleId, roleId)).orderBy(t.roleMenus.menuId)
  return rows.map(({ menuId }) => menuId)
}

/** Nobody disables the last enabled role that they have: they could not undo it. */
async function refuseLockOut({ t: { roles, userRoles } }: Store, db: Writer, { userId }: Operator) {
  const [left] = await db
    .select({ roleId: roles.roleId })
    .from(userRoles)
    .innerJoin(roles, eq(roles.roleId, userRoles.roleId))
    .where(and(eq(userRoles.userId, userId), eq(roles.status, statuses.on)))
    .limit(1)
  if (!left) throw new Refusal(codes.conflict, 'role.lockOut')
}

/** The administrator role keeps its name, its key and its status. */
function refuseAdminChange(role: Row, { roleName, roleKey, status }: Omit<RoleChange, 'menuIds'>) {
  const isKept = roleName === role.roleName && roleKey === role.roleKey && (status ?? role.status) === role.status
  if (!isKept) throw new Refusal(codes.forbidden, 'role.adminFixed')
}

/** The role, when it is there and grants nothing that `actor` lacks: nobody changes what is above them. */
export async function changeable(store: Store, db: Writer, roleId: number, actor: Operator): Promise<Row | undefined> {
  const { roles } = store.t
  const [role] = await db.select().from(roles).where(eq(roles.roleId, roleId))
  if (!role) return undefined
  if (role.roleKey === ADMIN_ROLE_KEY && !actor.permissions.includes(ALL_PERMISSIONS)) {
    throw new Refusal(codes.forbidden, 'role.beyondOwn')
  }
  await refuseBeyond(store, db, actor, await menuIdsIn(store, db, roleId))
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
