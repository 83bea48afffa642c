import { and, inArray, ne } from 'drizzle-orm'
import { codes } from '#shared/envelope'
import { notFound, Refusal } from '../../platform/http/refusal'
import type { Dialect, Reader } from '../../platform/store'
import { isInScope, scopeIn } from './data-scope'
import type { Operator } from '../session/queries'

type Row = { deptId: number; deptPath: string; createBy: number | null }

/**
 * Refuses when one of `rows`, as they now stand in a transaction, lies outside of the data scope of an operator whose
 * scope has bounds. `scopeOf` tells of what is committed; this of what `db` has written.
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
  rows: Row[],
  refusal: Refusal,
) {
  const scope = await scopeIn(store, db, operator)
  if (!rows.every((row) => isInScope(scope, row))) throw refusal
}

/**
 * The same for departments that have just been brought back. That they are chosen for a role gives sight of them to those
 * alone who have deleted them, and so saw them: nobody widens their own data scope by bringing something back.
 * @param ownIds those that the operator has deleted
 * @throws Refusal 404
 */
export async function refuseInvisibleRestore(
  store: Dialect,
  db: Reader,
  operator: Operator,
  rows: Row[],
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
