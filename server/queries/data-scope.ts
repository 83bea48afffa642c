import { eq, or, sql } from 'drizzle-orm'
import type { AnySQLiteColumn } from 'drizzle-orm/sqlite-core'
import { ADMIN_ROLE_KEY } from '#shared/constants'
import { codes } from '#shared/envelope'
import { Refusal } from '../refusal'
import type { Store } from '../store'
import type { Filter } from './listing'
import type { Operator } from './session'
import { statement } from './statement'

/** Which rows somebody works with: those of these departments, and those of these users. `undefined` where all. */
export type Scope = { deptIds: number[]; userIds: number[] }

const rolesOfUser = statement(({ db, t, bind }) =>
  db
    .select({ roleId: t.roles.roleId, roleKey: t.roles.roleKey, dataScope: t.roles.dataScope })
    .from(t.userRoles)
    .innerJoin(t.roles, eq(t.roles.roleId, t.userRoles.roleId))
    .where(eq(t.userRoles.userId, bind('userId'))),
)
const chosenDepartments = statement(({ db, t, bind }) =>
  db
    .select({ roleId: t.roleDepts.roleId, deptId: t.roleDepts.deptId })
    .from(t.userRoles)
    .innerJoin(t.roleDepts, eq(t.roleDepts.roleId, t.userRoles.roleId))
    .where(eq(t.userRoles.userId, bind('userId'))),
)
const paths = statement(({ db, t }) => db.select({ deptId: t.depts.deptId, deptPath: t.depts.deptPath }).from(t.depts))

/** An operator stands for a request or, where the database can tell of changes, for all until something changes. */
const known = new WeakMap<Operator, Promise<Scope | undefined>>()

/**
 * What the roles that somebody acts as let them work with, all together: 1 everything, 2 the departments chosen for the
 * role, 3 their own, 4 that and all below it, 5 their own rows. Whatever else stands there means 5, and so do 3 and 4
 * for who is in no department (S33).
 */
export function scopeOf(store: Store, operator: Operator): Promise<Scope | undefined> {
  const before = known.get(operator)
  if (before) return before
  const scope = computeScope(store, operator)
  known.set(operator, scope)
  return scope
}

async function computeScope(store: Store, { userId, roleIds, deptId }: Operator): Promise<Scope | undefined> {
  const roles = (await rolesOfUser(store, { userId })).filter(({ roleId }) => roleIds.includes(roleId))
  if (roles.some(({ roleKey, dataScope }) => roleKey === ADMIN_ROLE_KEY || dataScope === '1')) return undefined
  const departments = new Set<number>()
  let isOwn = false
  for (const { roleId, dataScope } of roles) {
    if (dataScope === '2') {
      const chosen = await chosenDepartments(store, { userId })
      for (const one of chosen) if (one.roleId === roleId) departments.add(one.deptId)
    } else if (dataScope === '3' && deptId !== null) departments.add(deptId)
    else if (dataScope === '4' && deptId !== null) for (const id of await below(store, deptId)) departments.add(id)
    else isOwn = true
  }
  return { deptIds: [...departments], userIds: isOwn ? [userId] : [] }
}

/** A department and all below it. Paths end in a slash, so that 1 is no part of 11 (S35). */
async function below(store: Store, deptId: number): Promise<number[]> {
  const all = await paths(store)
  const top = all.find((one) => one.deptId === deptId)?.deptPath
  return top === undefined ? [] : all.filter(({ deptPath }) => deptPath.startsWith(top)).map((one) => one.deptId)
}

/** Gathering a scope over the indexes of its columns and sorting it afterwards costs twenty times a walk in order. */
const unindexed = (column: AnySQLiteColumn) => sql`+${column}`

/** What makes a row belong somewhere: its department, who made it, and who it is. */
type Belonging = { department?: AnySQLiteColumn; creator?: AnySQLiteColumn; self?: AnySQLiteColumn }

/** The filter of a list whose rows must lie in a {@link Scope}. */
export const inScope = ({ department, creator, self }: Belonging): Filter => ({
  where: (store, bound) =>
    or(
      department && store.among(unindexed(department), bound, 'deptIds'),
      creator && store.among(unindexed(creator), bound, 'userIds'),
      self && store.among(unindexed(self), bound, 'userIds'),
    )!,
  bind: (scope) => JSON.stringify(scope),
})

type Row = { deptId?: number | null; createBy?: number | null; userId?: number | null }

/** Whether a row lies in a scope. */
export function isInScope(scope: Scope | undefined, { deptId, createBy, userId }: Row): boolean {
  if (!scope) return true
  const isOf = (ids: number[], id: number | null | undefined) => id !== null && id !== undefined && ids.includes(id)
  return isOf(scope.deptIds, deptId) || isOf(scope.userIds, createBy) || isOf(scope.userIds, userId)
}

/**
 * Departments that an input names must lie in the scope as well.
 * @param field what the input calls them
 * @throws Refusal 403
 */
export function refuseOutside(scope: Scope | undefined, deptIds: readonly number[], field: string) {
  if (!scope || deptIds.every((id) => scope.deptIds.includes(id))) return
  throw new Refusal(codes.forbidden, 'scope.outside').at(field)
}
