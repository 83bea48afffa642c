import { desc, eq, inArray } from 'drizzle-orm'
import type { Dialect, Reader } from '../../platform/store'
import { scopeIn, type Scope } from '../department/data-scope'
import { departmentParts } from '../department/write'
import type { Operator } from '../session/queries'
import { contentOf, rowsOf } from './queries'

/**
 * The entries of deleted departments that an operator with a bounded data scope may restore, as decided by
 * `refuseInvisibleRestore`: those made by themselves as far as they see their own rows, those below a department of a
 * role of kind 4, and those chosen for a role of kind 2 if the operator has deleted them. A plant has few departments:
 * all deleted ones are read.
 */
export async function restorableDepartments(store: Dialect, db: Reader, operator: Operator, { userIds }: Scope) {
  const { trash, roles, roleDepts } = store.t
  // A department is deleted after those below it.
  const entries = await db.select().from(trash).where(eq(trash.kind, 'dept')).orderBy(desc(trash.trashId))
  if (entries.length === 0) return []
  const acting = await db.select().from(roles).where(inArray(roles.roleId, operator.roleIds))
  const ofKind = (kind: string) => acting.filter(({ dataScope }) => dataScope === kind)

  const roleIds = ofKind('4').map(({ roleId }) => roleId)
  const inBranch = new Set((await scopeIn(store, db, { ...operator, roleIds }))?.deptIds)
  for (const { recordId, deptId } of entries) if (deptId !== null && inBranch.has(deptId)) inBranch.add(recordId)

  const isMade = ({ createBy }: (typeof entries)[number]) => createBy !== null && userIds.includes(createBy)
  const isChosen = ({ content, deletedBy, deletedAt }: (typeof entries)[number]) =>
    deletedBy === operator.userId &&
    rowsOf(contentOf(content), departmentParts(store.t), roleDepts).some((row) =>
      ofKind('2').some(({ roleId, updatedAt }) => roleId === row['roleId'] && updatedAt <= deletedAt),
    )
  return entries
    .filter((entry) => isMade(entry) || inBranch.has(entry.recordId) || isChosen(entry))
    .map(({ trashId }) => trashId)
}
