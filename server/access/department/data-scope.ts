import { and, inArray, ne, or, sql, type SQL, type SQLWrapper } from 'drizzle-orm'
import type { AnySQLiteColumn } from 'drizzle-orm/sqlite-core'
import { codes } from '#shared/envelope'
import { notFound, Refusal } from '../../platform/http/refusal'
import type { Dialect, Reader, Reading, Store, Writer } from '../../platform/store'
import type { Filter } from '../../platform/list/listing'
import { grantedScopeOf } from '../role/granted-scope'
import type { Operator } from '../session/queries'

/** Which rows somebody works with: those of these departments, and those of these users. `undefined` where all. */
export type Scope = { deptIds: number[]; userIds: number[] }

/** The key is the operator: of one request or, where the database reports changes, of all requests until one. */
const scopes = new WeakMap<Operator, Promise<Scope | undefined>>()

/** What the roles that somebody acts as let them work with: {@link grantedScopeOf}. */
export const scopeOf = (store: Reading, operator: Operator): Promise<Scope | undefined> =>
  scopes.getOrInsertComputed(operator, () => scopeIn(store, store.db, operator))

/** The same with what a transaction has written, which {@link scopeOf} does not see. */
export async function scopeIn(
  store: Dialect,
  db: Reader,
  { userId, roleIds, deptId }: Pick<Operator, 'userId' | 'roleIds' | 'deptId'>,
): Promise<Scope | undefined> {
  const granted = await grantedScopeOf(store, db, roleIds, deptId === null ? [] : [deptId])
  return granted && { deptIds: granted.deptIds, userIds: granted.isOwn ? [userId] : [] }
}

/** A transaction with the operator's data scope, as it has it. */
export const scopedTx = <Result>(
  store: Store,
  context: { operator: Operator },
  work: (db: Writer, scope: Scope | undefined) => Promise<Result>,
): Promise<Result> => store.tx(async (db) => work(db, await scopeIn(store, db, context.operator))) // as the transaction knows them

/** Gathering a scope over the indexes of its columns and sorting it afterwards costs twenty times a walk in order. */
const unindexed = (column: AnySQLiteColumn) => sql`+${column}`

/** What makes a row belong somewhere: its department, who made it, and who it is. */
type Belonging = { department?: Column; creator?: Column; self?: Column }
type Column = AnySQLiteColumn | undefined

/** The filter of a list whose rows must lie in a {@link Scope}. */
export const inScope = ({ department, creator, self }: Belonging): Filter => ({
  ...(department && !creator && !self && { counted: (store, bound) => store.among(department, bound, 'deptIds') }),
  where: (store, bound) => belongs(store, { department, creator, self }, bound),
  bind: (scope) => JSON.stringify(scope),
})

/** The condition that a row lies in the {@link Scope} that is bound as JSON. */
export const belongs = (store: Dialect, { department, creator, self }: Belonging, scope: SQLWrapper): SQL =>
  or(
    department && store.among(unindexed(department), scope, 'deptIds'),
    creator && store.among(unindexed(creator), scope, 'userIds'),
    self && store.among(unindexed(self), scope, 'userIds'),
  )!

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
export function refuseOutsideScope(scope: Scope | undefined, deptIds: readonly number[], field: string) {
  if (!scope || deptIds.every((id) => scope.deptIds.includes(id))) return
  throw new Refusal(codes.forbidden, 'scope.outside').at(field)
}

type Department = { deptId: number; deptPath: string; createBy: number | null }

/**
 * Refuses when one of `rows`, as they are now in a transaction, is outside of the data scope of an operator whose
 * scope has bounds. `scopeOf` sees what is committed; this sees what `db` has written.
 *
 * Nobody makes or moves a department so that they do not see it any more, and none is added to anybody's scope for it:
 * the departments chosen for a role are for those to settle who may set its scope. So who works with their own
 * department and all below (4), or with what they made (5), makes departments there; who works with chosen ones (2) or
 * with their own alone (3) does not.
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
 * The same for departments that were just brought back. A role for which they are chosen shows them only to the operator
 * who deleted them, and so saw them: nobody widens their own data scope by bringing something back.
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
