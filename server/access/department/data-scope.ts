import { and, inArray, ne, or, sql, type SQL, type SQLWrapper } from 'drizzle-orm'
import type { AnySQLiteColumn } from 'drizzle-orm/sqlite-core'
import { codes } from '#shared/envelope'
import { notFound, Refusal } from '../../platform/http/refusal'
import type { Dialect, Reader, Reading, Store, Writer } from '../../platform/store'
import { cacheUntilAccessChanges } from '../../platform/cache/until-access-changes'
import type { Filter } from '../../platform/list/listing'
import { grantedScopeOf } from '../role/granted-scope'
import type { Operator } from '../session/queries'

/** The rows of an operator's data scope: those of these departments, and those of these users. `undefined`: all. */
export type Scope = { deptIds: number[]; userIds: number[] }

/** The key is the operator object. It lives for one request or, if the database reports changes, until a change. */
const scopes = new WeakMap<Operator, Promise<Scope | undefined>>()

/** The data scope of the operator's acting roles: {@link grantedScopeOf}. */
export const scopeOf = (store: Reading, operator: Operator): Promise<Scope | undefined> =>
  scopes.getOrInsertComputed(operator, () => scopeIn(store, store.db, operator))

/** Scopes that are kept: one for each department, and each set of roles there. */
const MAX_KEPT = 1000
const grantedScopes = cacheUntilAccessChanges<Awaited<ReturnType<typeof grantedScopeOf>>>(MAX_KEPT)

/** {@link scopeOf} including uncommitted writes of a transaction. */
export async function scopeIn(
  store: Dialect,
  db: Reader,
  { userId, roleIds, deptId }: Pick<Operator, 'userId' | 'roleIds' | 'deptId'>,
): Promise<Scope | undefined> {
  const granted = await grantedScopes(store, db, JSON.stringify([roleIds, deptId]), () =>
    grantedScopeOf(store, db, roleIds, deptId === null ? [] : [deptId]),
  )
  return granted && { deptIds: granted.deptIds, userIds: granted.isOwn ? [userId] : [] }
}

/** A transaction with the operator's data scope, read within it. */
export const scopedTx = <Result>(
  store: Store,
  context: { operator: Operator },
  work: (db: Writer, scope: Scope | undefined) => Promise<Result>,
): Promise<Result> => store.tx(async (db) => work(db, await scopeIn(store, db, context.operator))) // read within it

/** Reading a scope from the indexes of its columns and sorting it takes twenty times as long as reading in order. */
const unindexed = (column: AnySQLiteColumn) => sql`+${column}`

/** The columns that place a row in a scope: its department, its creator, and the user that it is. */
type Belonging = { department?: Column; creator?: Column; self?: Column }
type Column = AnySQLiteColumn | undefined

/** The filter of a list for rows within a {@link Scope}. */
export const inScope = ({ department, creator, self }: Belonging): Filter => ({
  ...(department && !creator && !self && { counted: (store, bound) => store.among(department, bound, 'deptIds') }),
  where: (store, bound) => belongs(store, { department, creator, self }, bound),
  bind: (scope) => JSON.stringify(scope),
})

/** The condition that a row is in the {@link Scope} bound as JSON. */
export const belongs = (store: Dialect, { department, creator, self }: Belonging, scope: SQLWrapper): SQL =>
  or(
    department && store.among(unindexed(department), scope, 'deptIds'),
    creator && store.among(unindexed(creator), scope, 'userIds'),
    self && store.among(unindexed(self), scope, 'userIds'),
  )!

type Row = { deptId?: number | null; createBy?: number | null; userId?: number | null }

/** True if a row is in a scope. */
export function isInScope(scope: Scope | undefined, { deptId, createBy, userId }: Row): boolean {
  if (!scope) return true
  const isOf = (ids: number[], id: number | null | undefined) => id !== null && id !== undefined && ids.includes(id)
  return isOf(scope.deptIds, deptId) || isOf(scope.userIds, createBy) || isOf(scope.userIds, userId)
}

/**
 * Departments in an input must be in the scope as well.
 * @param field the name of the field in the input
 * @throws Refusal 403
 */
export function refuseOutsideScope(scope: Scope | undefined, deptIds: readonly number[], field: string) {
  if (!scope || deptIds.every((id) => scope.deptIds.includes(id))) return
  throw new Refusal(codes.forbidden, 'scope.outside').at(field)
}

type Department = { deptId: number; deptPath: string; createBy: number | null }

/**
 * Refuses if one of `rows`, as written in a transaction, is outside of the operator's bounded data scope. `scopeOf`
 * sees committed data; this also sees the writes of `db`.
 *
 * Nobody may make or move a department out of their own view, and no scope is extended to prevent that: only people
 * who may set the scope of a role choose its departments. So operators with the scope of their department and all
 * below (4), or of their own rows (5), may make departments there. Operators with chosen departments (2) or with only
 * their own (3) may not.
 */
export async function refuseUnlessVisible(
  store: Dialect,
  db: Reader,
  operator: Operator,
  rows: Department[],
  refusal: Refusal,
) {
  const scope = await scopeIn(store, db, operator)
  if (!rows.every((row) => isInScope(scope, row))) throw refusal
}

/**
 * {@link refuseUnlessVisible} for departments just restored. A role for which they are chosen shows them only to the
 * operator who deleted them and so saw them before: nobody extends their own data scope by restoring.
 * @param ownIds those that the operator has deleted
 * @throws Refusal 404
 */
export async function refuseInvisibleRestore(
  store: Dialect,
  db: Reader,
  operator: Operator,
  rows: Department[],
  ownIds: number[],
) {
  const { roles } = store.t
  const others = rows.filter(({ deptId }) => !ownIds.includes(deptId))
  const unchosen = await db
    .select({ roleId: roles.roleId })
    .from(roles)
    .where(and(inArray(roles.roleId, operator.roleIds), ne(roles.dataScope, '2')))
  const roleIds = unchosen.map(({ roleId }) => roleId)
  await refuseUnlessVisible(store, db, operator, rows, notFound())
  await refuseUnlessVisible(store, db, { ...operator, roleIds }, others, notFound())
}

export const beyondDataScope = () => new Refusal(codes.forbidden, 'dept.outOfSight').at('parentId')
