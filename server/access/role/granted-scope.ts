import { eq } from 'drizzle-orm'
import { ADMIN_ROLE_KEY } from '#shared/constants'
import { codes } from '#shared/envelope'
import { Refusal } from '../../platform/http/refusal'
import { statementIn } from '../../platform/list/statement'
import type { Dialect, Reader } from '../../platform/store'
import { isBelow } from '../department/path'

/** The departments whose rows roles let their holder work with, and whether they let them work with their own. */
type GrantedScope = { deptIds: number[]; isOwn: boolean }

/** The departments of a data scope; `undefined` where it has everything. */
type Bounds = { deptIds: readonly number[] }

/**
 * What roles let somebody in one of the departments `homes` work with, all together, as `db` has it: 1 everything, 2 the
 * departments chosen for the role, 3 their own, 4 that and all below it, 5 their own rows. Any other value means 5, and so
 * do 3 and 4 for users in no department (S33). `undefined` means everything.
 */
export async function grantedScopeOf(
  store: Dialect,
  db: Reader,
  roleIds: readonly number[],
  homes: readonly number[],
): Promise<GrantedScope | undefined> {
  if (roleIds.length === 0) return { deptIds: [], isOwn: false }
  const roles = await rolesAmong(store, db, { roles: JSON.stringify({ ids: roleIds }) })
  if (roles.some(({ roleKey, dataScope }) => roleKey === ADMIN_ROLE_KEY || dataScope === '1')) return undefined
  const ofKind = (kind: string) => roles.filter(({ dataScope }) => dataScope === kind).map(({ roleId }) => roleId)
  const deptIds = new Set<number>()
  if (ofKind('2').length > 0) {
    const chosen = await chosenBy(store, db, { roles: JSON.stringify({ ids: ofKind('2') }) })
    for (const { deptId } of chosen) deptIds.add(deptId)
  }
  if (ofKind('3').length > 0) for (const deptId of homes) deptIds.add(deptId)
  if (ofKind('4').length > 0 && homes.length > 0) {
    const all = await allDepts(store, db)
    const tops = all.filter(({ deptId }) => homes.includes(deptId))
    for (const { deptId, deptPath } of all) {
      if (tops.some((top) => isBelow(deptPath, top.deptPath))) deptIds.add(deptId)
    }
  }
  const isDepartmental = (kind: string) => kind === '2' || (homes.length > 0 && (kind === '3' || kind === '4'))
  return { deptIds: [...deptIds], isOwn: roles.some(({ dataScope }) => !isDepartmental(dataScope)) }
}

const rolesAmong = statementIn((store, db) => {
  const { roleId, roleKey, dataScope } = store.t.roles
  return db
    .select({ roleId, roleKey, dataScope })
    .from(store.t.roles)
    .where(store.among(roleId, store.bind('roles'), 'ids'))
})

const chosenBy = statementIn((store, db) => {
  const { roleDepts } = store.t
  return db
    .select()
    .from(roleDepts)
    .where(store.among(roleDepts.roleId, store.bind('roles'), 'ids'))
})

const allDepts = statementIn(({ t: { depts } }, db) =>
  db.select({ deptId: depts.deptId, deptPath: depts.deptPath }).from(depts),
)

/** Whether a granted scope has departments that lie outside of a data scope. */
export const exceeds = (granted: GrantedScope | undefined, scope: Bounds | undefined): boolean =>
  scope !== undefined && (granted === undefined || granted.deptIds.some((id) => !scope.deptIds.includes(id)))

/**
 * Refuses when a role, as it is in a transaction, lets one of its holders work with departments that are outside of
 * the operator's own data scope, `scope`. Everything (1) is given only by operators who have it, chosen departments (2)
 * must be among the operator's, and kinds 3 and 4 are taken for each present holder; giving the role to others later is
 * checked in the same way then. Own rows (5) include nobody else's.
 * @throws Refusal 403
 */
export async function refuseScopeBeyondOwn(
  store: Dialect,
  db: Reader,
  scope: Bounds | undefined,
  { roleId, dataScope }: { roleId: number; dataScope: string },
) {
  if (!scope) return
  const granted = await grantedScopeOf(store, db, [roleId], await homesOf(store, db, roleId))
  if (!exceeds(granted, scope)) return
  throw new Refusal(codes.forbidden, 'role.scopeBeyondOwn').at(dataScope === '2' ? 'deptIds' : 'dataScope')
}

/** The departments in which the holders of a role are. */
async function homesOf({ t: { users, userRoles } }: Dialect, db: Reader, roleId: number): Promise<number[]> {
  const holders = await db
    .selectDistinct({ deptId: users.deptId })
    .from(userRoles)
    .innerJoin(users, eq(users.userId, userRoles.userId))
    .where(eq(userRoles.roleId, roleId))
  return holders.flatMap(({ deptId }) => deptId ?? [])
}
