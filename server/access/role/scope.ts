import { and, eq, inArray } from 'drizzle-orm'
import { ADMIN_ROLE_KEY } from '#shared/constants'
import { codes } from '#shared/envelope'
import { ALL_PERMISSIONS } from '#shared/permissions'
import type { RoleDepartments, RoleScope } from '#shared/access/role'
import { notFound, Refusal } from '../../platform/http/refusal'
import type { Dialect, Reader, Store, Writer } from '../../platform/store'
import { refuseOutsideScope, scopedTx, scopeOf, type Scope } from '../department/data-scope'
import { departmentTicks } from '../department/queries'
import { writeOperation, type RequestContext } from '../operation-log/write'
import { chunks } from '../../platform/chunks/chunk'
import { getRole } from './queries'
import { refuseScopeBeyondOwn } from './granted-scope'
import { changeableRole } from './rights'
import { laterThan, unlessChanged, withValues } from '../crud/seen'
import type { Operator } from '../session/queries'
import { stampsOf } from '../../platform/list/wire'

/** The departments to tick, and those of a role; `undefined` if the role does not exist. */
export async function roleDepartments(
  store: Store,
  roleId: number,
  operator: Operator,
): Promise<RoleDepartments | undefined> {
  const [role, depts, scope] = await Promise.all([
    getRole(store, roleId),
    departmentTicks(store, operator),
    scopeOf(store, operator),
  ])
  return role && { dataScope: role.dataScope, depts, checkedKeys: role.deptIds, allData: scope === undefined }
}

/**
 * Sets the data scope of a role.
 * @throws Refusal if the role is the operator's own or the administrator's, or exceeds the operator's own data scope,
 * before or after
 */
export async function setRoleScope(
  store: Store,
  { roleId, updatedAt, seen, ...input }: RoleScope,
  context: RequestContext,
) {
  return scopedTx(store, context, async (db, scope) => {
    const { operator, now } = context
    const { roles, roleDepts } = store.t
    const role = await changeableRole(store, db, roleId, operator)
    if (!role) throw notFound()
    if (role.roleKey === ADMIN_ROLE_KEY) throw new Refusal(codes.forbidden, 'role.adminScope')
    await refuseOwnRole(store, db, operator, roleId)
    await refuseScopeBeyondOwn(store, db, scope, role)

    const before = await chosenOf(store, db, roleId)
    const present = { dataScope: role.dataScope, deptIds: before, ...stampsOf(role) }
    const about = { fields: present, record: String(roleId), readBy: ['admin:sysRole:query'] } as const
    const change = { ...input, deptIds: input.deptIds ?? undefined, ...withValues({ updatedAt, seen }) }
    const { dataScope = role.dataScope, deptIds } = await unlessChanged(store, db, context, change, about)
    const chosen = dataScope === '2' ? [...new Set(deptIds ?? before)].toSorted((a, b) => a - b) : []
    if (dataScope === '2') await refuseUnfitDepartments(store, db, scope, chosen)
    await db.delete(roleDepts).where(eq(roleDepts.roleId, roleId))
    const rows = chosen.map((deptId) => ({ roleId, deptId }))
    for (const chunk of chunks(rows)) await db.insert(roleDepts).values(chunk)
    const time = laterThan(roles.updatedAt, now)
    await db.update(roles).set({ dataScope, updatedAt: time }).where(eq(roles.roleId, roleId))
    await refuseScopeBeyondOwn(store, db, scope, { roleId, dataScope })
    await writeOperation(store, db, context, {
      action: 'grant',
      record: String(roleId),
      name: role.roleName,
      before: { dataScope: role.dataScope, deptIds: before },
      after: { dataScope, deptIds: chosen },
    })
    return roleId
  })
}

async function chosenOf({ t: { roleDepts } }: Dialect, db: Reader, roleId: number): Promise<number[]> {
  const rows = await db.select().from(roleDepts).where(eq(roleDepts.roleId, roleId)).orderBy(roleDepts.deptId)
  return rows.map(({ deptId }) => deptId)
}

/** Nobody sets their own data scope, except operators with all permissions. */
async function refuseOwnRole({ t: { userRoles } }: Dialect, db: Writer, operator: Operator, roleId: number) {
  if (operator.permissions.includes(ALL_PERMISSIONS)) return
  const [own] = await db
    .select()
    .from(userRoles)
    .where(and(eq(userRoles.userId, operator.userId), eq(userRoles.roleId, roleId)))
  if (own) throw new Refusal(codes.forbidden, 'role.ownScope')
}

/** Chosen departments: at least one; each must exist and be in the operator's scope. */
async function refuseUnfitDepartments(
  { t: { depts } }: Dialect,
  db: Reader,
  scope: Scope | undefined,
  chosen: number[],
) {
  if (chosen.length === 0) throw new Refusal(codes.badRequest, 'role.noDepts').at('deptIds')
  refuseOutsideScope(scope, chosen, 'deptIds')
  const rows = await db.select({ deptId: depts.deptId }).from(depts).where(inArray(depts.deptId, chosen))
  const existing = new Set(rows.map(({ deptId }) => deptId))
  const unknown = chosen.filter((id) => !existing.has(id))
  if (unknown.length > 0) {
    throw new Refusal(codes.badRequest, 'role.unknownDepts', { ids: unknown.join(', ') }).at('deptIds')
  }
}
