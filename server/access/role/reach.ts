import { ADMIN_ROLE_KEY } from '#shared/constants'
import type { Dialect, Reader } from '../../platform/store'
import { isBelow } from '../department/path'
import { statementIn } from '../../platform/list/statement'

/** The departments whose rows roles let their holder work with, and whether they let them work with their own. */
type GrantedScope = { deptIds: number[]; isOwn: boolean }

/**
 * What roles let somebody in one of the departments `homes` work with, all together, as `db` has it: 1 everything, 2 the
 * departments chosen for the role, 3 their own, 4 that and all below it, 5 their own rows. Whatever else stands there
 * means 5, and so do 3 and 4 for who is in no department (S33). `undefined` stands for everything.
 */
export async function grantedScopeOf(
  store: Dialect,
  db: Reader,
  roleIds: readonly number[],
  homes: readonly number[],
): Promise<GrantedScope | undefined> {
  if (roleIds.length === 0) return { deptIds: [], isOwn: false }
  const held = await rolesAmong(store, db, { roles: JSON.stringify({ ids: roleIds }) })
  if (held.some(({ roleKey, dataScope }) => roleKey === ADMIN_ROLE_KEY || dataScope === '1')) return undefined
  const ofKind = (kind: string) => held.filter(({ dataScope }) => dataScope === kind).map(({ roleId }) => roleId)
  const reached = new Set<number>()
  if (ofKind('2').length > 0) {
    const chosen = await chosenBy(store, db, { roles: JSON.stringify({ ids: ofKind('2') }) })
    for (const { deptId } of chosen) reached.add(deptId)
  }
  if (ofKind('3').length > 0) for (const deptId of homes) reached.add(deptId)
  if (ofKind('4').length > 0 && homes.length > 0) {
    const all = await allDepts(store, db)
    const tops = all.filter(({ deptId }) => homes.includes(deptId))
    for (const { deptId, deptPath } of all) {
      if (tops.some((top) => isBelow(deptPath, top.deptPath))) reached.add(deptId)
    }
  }
  const isDepartmental = (kind: string) => kind === '2' || (homes.length > 0 && (kind === '3' || kind === '4'))
  return { deptIds: [...reached], isOwn: held.some(({ dataScope }) => !isDepartmental(dataScope)) }
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

/** Whether a reach leads to departments that lie outside of a data scope. */
export const exceeds = (granted: GrantedScope | undefined, scope: { deptIds: number[] } | undefined): boolean =>
  scope !== undefined && (granted === undefined || granted.deptIds.some((id) => !scope.deptIds.includes(id)))
