import { eq } from 'drizzle-orm'
import { codes } from '#shared/envelope'
import { Refusal } from '../../platform/http/refusal'
import type { Dialect, Reader } from '../../platform/store'
import type { Scope } from '../department/data-scope'
import { exceeds, grantedScopeOf } from './reach'

/**
 * Refuses when a role, as it stands in a transaction, lets one of its holders work with departments that lie outside of
 * the operator's own data scope, `scope`. Everything (1) is for those to give who have it, chosen departments (2) must be among
 * the operator's, and kinds 3 and 4 look from where each present holder is; whoever gives the role to others later is
 * held to the same then. Own rows (5) reach nobody else's.
 * @throws Refusal 403
 */
export async function refuseScopeBeyondOwn(
  store: Dialect,
  db: Reader,
  scope: Scope | undefined,
  { roleId, dataScope }: { roleId: number; dataScope: string },
) {
  if (!scope) return
  const granted = await grantedScopeOf(store, db, [roleId], await homesOf(store, db, roleId))
  if (!exceeds(granted, scope)) return
  throw new Refusal(codes.forbidden, 'role.scopeBeyondOwn').at(dataScope === '2' ? 'deptIds' : 'dataScope')
}

/** The departments in which the holders of a role are. */
async function homesOf({ t: { users, userRoles } }: Dialect, db: Reader, roleId: number): Promise<number[]> {
  const held = await db
    .selectDistinct({ deptId: users.deptId })
    .from(userRoles)
    .innerJoin(users, eq(users.userId, userRoles.userId))
    .where(eq(userRoles.roleId, roleId))
  return held.flatMap(({ deptId }) => deptId ?? [])
}
