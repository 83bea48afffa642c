import { eq, inArray } from 'drizzle-orm'
import { ADMIN_ROLE_KEY } from '#shared/constants'
import { codes } from '#shared/envelope'
import type { RoleChange, RoleInput, RoleStatus } from '#shared/access/role'
import { notFound, Refusal } from '../../platform/http/refusal'
import type { Dialect, Store, Writer } from '../../platform/store'
import { scopedTx } from '../department/data-scope'
import { changesOf, writeOperation, type RequestContext } from '../operation-log/write'
import { chunks } from '../../platform/chunks/chunk'
import { refuseScopeBeyondOwn } from './granted-scope'
import {
  changeableRole,
  menuIdsIn,
  refuseChangeOfAdminRole,
  refuseLosingRoleRights,
  refuseMenusBeyondOwn,
  refuseWithoutOwnRole,
  refuseTakenKey,
} from './rights'
import { refuseNamedInRules } from '../crud/named-in-rules'
import { laterThan, unlessChanged } from '../crud/seen'
import { revokeRoleless } from '../session/end'
import { moveToTrash, restoreFromTrash, type PartsOf } from '../trash/queries'
import { stampsOf } from '../../platform/list/wire'
import { role } from '#shared/access/role-resource'

/** A role with its grants, and the views that were shared with it. */
export const roleParts: PartsOf = ({ roles, roleMenus, roleDepts, menus, depts, viewRoles, views }) => ({
  resource: role,
  own: { table: roles, of: roles.roleId },
  hanging: [
    { table: roleMenus, of: roleMenus.roleId, link: { by: roleMenus.menuId, to: menus.menuId, in: menus } },
    { table: roleDepts, of: roleDepts.roleId, link: { by: roleDepts.deptId, to: depts.deptId, in: depts } },
    { table: viewRoles, of: viewRoles.roleId, link: { by: viewRoles.viewId, to: views.viewId, in: views } },
  ],
})

/** @throws Refusal if the key is taken, or the operator lacks a permission that the new role would grant */
export const createRole = (store: Store, input: RoleInput, context: RequestContext): Promise<number> =>
  store.tx(async (db) => {
    const { menuIds, ...fields } = input
    await refuseTakenKey(store, db, fields.roleKey)
    await refuseMenusBeyondOwn(store, db, context.operator, menuIds ?? [])
    const { userId: createBy } = context.operator
    const [made] = await db
      .insert(store.t.roles)
      .values({ ...fields, createBy, createdAt: context.now, updatedAt: context.now })
      .returning({ roleId: store.t.roles.roleId })
    const { roleId } = made!
    await giveMenus(store, db, roleId, menuIds ?? [])
    await writeOperation(store, db, context, { ...entryOf(roleId, fields), action: 'create', after: input })
    return roleId
  })

/** Changes a role. Without menus in the input, its menus stay. @throws Refusal as {@link createRole} */
export const updateRole = (store: Store, roleId: number, input: RoleChange, context: RequestContext) =>
  scopedTx(store, context, async (db, scope) => {
    const role = await changeableRole(store, db, roleId, context.operator)
    if (!role) throw notFound()
    await refuseScopeBeyondOwn(store, db, scope, role)
    const before = { ...role, menuIds: await menuIdsIn(store, db, roleId) }
    const present = { ...before, ...stampsOf(role) }
    const change = { ...input, menuIds: input.menuIds ?? undefined }
    const about = { fields: present, record: String(roleId), readBy: ['admin:sysRole:query'] } as const
    const changed = await unlessChanged(store, db, context, change, about)
    const { menuIds, ...fields } = changed
    if (role.roleKey === ADMIN_ROLE_KEY) refuseChangeOfAdminRole(role, fields)
    if (fields.roleKey !== undefined) await refuseTakenKey(store, db, fields.roleKey, roleId)
    await db
      .update(store.t.roles)
      .set({ ...fields, updatedAt: laterThan(store.t.roles.updatedAt, context.now) })
      .where(eq(store.t.roles.roleId, roleId))
    if (menuIds) {
      await refuseMenusBeyondOwn(store, db, context.operator, menuIds)
      await db.delete(store.t.roleMenus).where(eq(store.t.roleMenus.roleId, roleId))
      await giveMenus(store, db, roleId, menuIds)
      const taken = before.menuIds.filter((id) => !menuIds.includes(id))
      await refuseLosingRoleRights(store, db, context.operator, taken)
    }
    await refuseWithoutOwnRole(store, db, context.operator)
    await revokeRoleless(store, db, context.now)
    await writeOperation(store, db, context, {
      ...entryOf(roleId, { ...role, ...fields }),
      action: 'update',
      ...changesOf(before, changed),
    })
    return roleId
  })

export const setRoleStatus = (store: Store, { roleId, status }: RoleStatus, context: RequestContext) =>
  scopedTx(store, context, async (db, scope) => {
    const role = await changeableRole(store, db, roleId, context.operator)
    if (!role) throw notFound()
    await refuseScopeBeyondOwn(store, db, scope, role)
    if (role.roleKey === ADMIN_ROLE_KEY) throw new Refusal(codes.forbidden, 'role.adminFixed')
    const updatedAt = laterThan(store.t.roles.updatedAt, context.now)
    await db.update(store.t.roles).set({ status, updatedAt }).where(eq(store.t.roles.roleId, roleId))
    await refuseWithoutOwnRole(store, db, context.operator)
    await revokeRoleless(store, db, context.now)
    await writeOperation(store, db, context, {
      ...entryOf(roleId, role),
      action: 'status',
      ...changesOf(role, { status }),
    })
    return roleId
  })

/** Deletes all of `ids` or none. @throws Refusal if one does not exist or is in use */
export const deleteRoles = (store: Store, ids: number[], context: RequestContext): Promise<number[]> =>
  scopedTx(store, context, async (db, scope) => {
    const { roles, userRoles } = store.t
    for (const roleId of ids) {
      const role = await changeableRole(store, db, roleId, context.operator)
      if (!role) throw notFound()
      await refuseScopeBeyondOwn(store, db, scope, role)
      if (role.roleKey === ADMIN_ROLE_KEY) throw new Refusal(codes.forbidden, 'role.adminFixed')
    }
    const used = await db
      .selectDistinct({ roleName: roles.roleName })
      .from(roles)
      .innerJoin(userRoles, eq(userRoles.roleId, roles.roleId))
      .where(inArray(roles.roleId, ids))
    if (used.length > 0) {
      const names = used.map(({ roleName }) => roleName).join(', ')
      throw new Refusal(codes.conflict, 'role.inUse', { names })
    }
    await refuseNamedInRules(store, db, 'roleId', ids)
    return moveToTrash(store, db, roleParts, ids, context)
  })

/** Restores deleted roles with their grants, all or none. @throws Refusal as {@link createRole} */
export const restoreRoles = (store: Store, ids: number[], context: RequestContext): Promise<number[]> =>
  scopedTx(store, context, async (db, scope) => {
    const restored = await restoreFromTrash(store, db, roleParts, ids, context)
    for (const roleId of restored) {
      const role = await changeableRole(store, db, roleId, context.operator)
      if (role) await refuseScopeBeyondOwn(store, db, scope, role)
    }
    return restored
  })

/** A role's name in the operation log. */
const entryOf = (roleId: number, { roleName }: { roleName: string }) => ({ record: String(roleId), name: roleName })

async function giveMenus({ t }: Dialect, db: Writer, roleId: number, menuIds: number[]) {
  const rows = [...new Set(menuIds)].map((menuId) => ({ roleId, menuId }))
  for (const chunk of chunks(rows)) await db.insert(t.roleMenus).values(chunk)
}
