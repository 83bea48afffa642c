import { eq, inArray } from 'drizzle-orm'
import { codes } from '#shared/envelope'
import { Refusal } from '../refusal'
import type { Reader, Store } from '../store'
import { idsOf } from './department'
import type { Operator } from './session'

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
export async function refuseOutOfSight(store: Store, db: Reader, operator: Operator, rows: Row[], refusal: Refusal) {
  const { roles, roleDepts, depts } = store.t
  const { userId, roleIds, deptId } = operator
  const kinds = await db
    .select({ dataScope: roles.dataScope, chosen: roleDepts.deptId })
    .from(roles)
    .leftJoin(roleDepts, eq(roleDepts.roleId, roles.roleId))
    .where(inArray(roles.roleId, roleIds))
  const [own] = deptId === null ? [] : await db.select().from(depts).where(eq(depts.deptId, deptId))
  const isSeen = (row: Row) =>
    kinds.some(({ dataScope, chosen }) => {
      if (dataScope === '2') return chosen === row.deptId
      if (dataScope === '3' && own) return row.deptId === own.deptId
      if (dataScope === '4' && own) return idsOf(row.deptPath).includes(own.deptId)
      return row.createBy === userId
    })
  if (!rows.every(isSeen)) throw refusal
}

export const outOfSight = () => new Refusal(codes.forbidden, 'dept.outOfSight').at('parentId')
