import { eq } from 'drizzle-orm'
import { ADMIN_ROLE_KEY } from '#shared/constants'
import { codes } from '#shared/envelope'
import { Refusal } from '../../platform/http/refusal'
import { statementIn } from '../../platform/list/statement'
import type { Dialect, Reader } from '../../platform/store'
import { isBelow } from '../department/path'

/** The departments in the data scope of roles, and whether it includes the holder's own rows. */
type GrantedScope = { deptIds: number[]; isOwn: boolean }

/** The departments of a data scope; `undefined` for an unlimited one. */
type Bounds = { deptIds: readonly number[] }

/**
 * The combined data scope of roles for a user in one of the departments `homes`, as read by `db`: 1 everything, 2 the
 * departments chosen for the role, 3 the user's own, 4 that and all below it, 5 the user's own rows. Any other value
 * means 5; so do 3 and 4 for users without a department (S33). `undefined` means everything.
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

/** True if a granted scope has departments outside of a data scope. */
export const exceeds = (granted: GrantedScope | undefined, scope: Bounds | undefined): boolean =>
  scope !== undefined && (granted === undefined || granted.deptIds.some((id) => !scope.deptIds.includes(id)))

/**
 * Refuses a role, as written in a transaction, that gives one of its holders departments outside of the operator's own
 * data scope, `scope`. Everything (1) is given only by operators who have it. Chosen departments (2) must be among the
 * operator's. Kinds 3 and 4 are checked for each present holder; the same check runs when the role is later given to
 * others. Own rows (5) include no rows of other users.
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

/** The departments of a role's holders. */
async function homesOf({ t: { users, userRoles } }: Dialect, db: Reader, roleId: number): Promise<number[]> {
  const holders = await db
    .selectDistinct({ deptId: users.deptId })
    .from(userRoles)
    .innerJoin(users, eq(users.userId, userRoles.userId))
    .where(eq(userRoles.roleId, roleId))
  return holders.flatMap(({ deptId }) => deptId ?? [])
}
