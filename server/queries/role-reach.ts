import { eq } from 'drizzle-orm'
import { codes } from '#shared/envelope'
import { Refusal } from '../refusal'
import type { Reader, Store } from '../store'
import type { Scope } from './data-scope'
import { idsOf } from './department'

/**
 * Refuses when a role, as it stands in a transaction, lets one of its holders work with departments that lie outside of
 * the operator's own data scope, `scope`. Everything (1) is for those to give who have it, chosen departments (2) must be among
 * the operator's, and kinds 3 and 4 look from where each present holder is; whoever gives the role to others later is
 * held to the same then. Own rows (5) reach nobody else's.
 * @throws Refusal 403
 */
export async function refuseReachBeyond(
  store: Store,
  db: Reader,
  scope: Scope | undefined,
  { roleId, dataScope }: { roleId: number; dataScope: string },
) {
  if (!scope) return
  const reached = dataScope === '1' ? undefined : await departmentsOf(store, db, roleId, dataScope)
  if (reached?.every((id) => scope.deptIds.includes(id))) return
  throw new Refusal(codes.forbidden, 'role.scopeBeyondOwn').at(dataScope === '2' ? 'deptIds' : 'dataScope')
}

/** The departments that the holders of a role work with, all together. */
async function departmentsOf({ t }: Store, db: Reader, roleId: number, kind: string): Promise<number[]> {
  const { roleDepts, users, userRoles, depts } = t
  if (kind === '2') {
    const chosen = await db.select().from(roleDepts).where(eq(roleDepts.roleId, roleId))
    return chosen.map(({ deptId }) => deptId)
  }
  if (kind !== '3' && kind !== '4') return []
  const held = await db
    .selectDistinct({ deptId: users.deptId })
    .from(userRoles)
    .innerJoin(users, eq(users.userId, userRoles.userId))
    .where(eq(userRoles.roleId, roleId))
  const homes = held.flatMap(({ deptId }) => deptId ?? [])
  if (kind === '3') return homes
  const rows = await db.select({ deptId: depts.deptId, deptPath: depts.deptPath }).from(depts)
  return rows.filter(({ deptPath }) => idsOf(deptPath).some((id) => homes.includes(id))).map(({ deptId }) => deptId)
}
