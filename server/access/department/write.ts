import { and, asc, eq, inArray, ne } from 'drizzle-orm'
import { codes } from '#shared/envelope'
import type { DepartmentChange, DepartmentInput, DepartmentOrder } from '#shared/access/department'
import { notFound, Refusal } from '../../platform/http/refusal'
import type { Dialect, Reader, Store, Writer } from '../../platform/store'
import type { Tables } from '../../tables'
import {
  beyondDataScope,
  isInScope,
  refuseInvisibleRestore,
  refuseUnlessVisible,
  scopedTx,
  type Scope,
} from './data-scope'
import { depthOf } from './path'
import { moveTo, pathBelow, pathOf, refuseDepartmentsInUse, refuseTakenSiblingName } from './position'
import { changesOf, writeOperation, type RequestContext } from '../operation-log/write'
import { moveOf } from '../operation-log/move'
import type { Operator } from '../session/queries'
import { laterThan, unlessChanged, unlessMoved } from '../crud/seen'
import { deletedBy, moveToTrash, restoreFromTrash, type PartsOf } from '../trash/queries'
import { stampsOf, statusNumber } from '../../platform/list/wire'
import { department } from '#shared/access/department-resource'

/** A department, and the roles for which it is chosen. */
export const departmentParts: PartsOf = ({ depts, roleDepts, roles }) => {
  const link = { by: roleDepts.roleId, to: roles.roleId, in: roles, changedAt: roles.updatedAt }
  return {
    resource: department,
    own: { table: depts, of: depts.deptId },
    hanging: [{ table: roleDepts, of: roleDepts.deptId, link }],
  }
}

type Row = Tables['depts']['$inferSelect']

/**
 * @throws Refusal if the name is taken there, or the parent does not exist, is disabled, too deep, or outside of the
 * data scope
 */
export const createDepartment = (store: Store, input: DepartmentInput, context: RequestContext): Promise<number> =>
  scopedTx(store, context, async (db, scope) => {
    const { operator, now } = context
    const above = await pathBelow(store, db, scope, input.parentId)
    const stamps = { createBy: operator.userId, createdAt: now, updatedAt: now }
    const [made] = await db
      .insert(store.t.depts)
      .values({ ...input, ...stamps, deptPath: '' })
      .returning()
    await refuseTakenSiblingName(store, db, made!)
    const placed = await moveTo(store, db, made!, above)
    if (scope) await refuseUnlessVisible(store, db, operator, placed, beyondDataScope())
    await writeOperation(store, db, context, { ...entryOf(made!), action: 'create', after: input })
    return made!.deptId
  })

/** Changes a department; a new parent moves it with all below it. @throws Refusal as {@link createDepartment} */
export const updateDepartment = (store: Store, deptId: number, input: DepartmentChange, context: RequestContext) =>
  scopedTx(store, context, async (db, scope) => {
    const before = await visible(store, db, deptId, scope)
    if (!before) throw notFound()
    const present = { ...before, status: statusNumber(before.status), ...stampsOf(before) }
    const about = { fields: present, record: String(deptId), readBy: ['admin:sysDept:query'] } as const
    const fields = await unlessChanged(store, db, context, input, about)
    const [row] = await db
      .update(store.t.depts)
      .set({ ...fields, updatedAt: laterThan(store.t.depts.updatedAt, context.now) })
      .where(eq(store.t.depts.deptId, deptId))
      .returning()
    await refuseTakenSiblingName(store, db, row!)
    if (row!.parentId !== before.parentId) await moveWithin(store, db, row!, scope, context.operator)
    await writeOperation(store, db, context, { ...entryOf(row!), action: 'update', ...changesOf(before, fields) })
    return deptId
  })

/**
 * Sets the order of the departments below `parentId`, including those moved there. Others there that are not named,
 * because the operator does not see them or they are new, keep their places.
 * @throws Refusal as {@link createDepartment}
 */
export const orderDepartments = (store: Store, input: DepartmentOrder, context: RequestContext) =>
  scopedTx(store, context, async (db, scope) => {
    const { parentId, order } = input
    const { depts } = store.t
    const { operator } = context
    await pathBelow(store, db, scope, parentId)
    const all = await db.select().from(depts).orderBy(asc(depts.sort), asc(depts.deptId))
    const visibleRows = all.filter((row) => isInScope(scope, row))
    unlessMoved(input, visibleRows.map(standingOf))
    const idsBefore = all.filter((row) => row.parentId === parentId).map(({ deptId }) => deptId)
    const ids = [...new Set(order)]
    const places = [...ids]
    for (const [index, deptId] of idsBefore.entries()) if (!places.includes(deptId)) places.splice(index, 0, deptId)
    const ordered: Row[] = []
    for (const deptId of ids) {
      const before = await visible(store, db, deptId, scope)
      if (!before) throw notFound()
      ordered.push(before)
      if (before.parentId === parentId) continue
      const [row] = await db
        .update(depts)
        .set({ parentId, updatedAt: laterThan(depts.updatedAt, context.now) })
        .where(eq(depts.deptId, deptId))
        .returning()
      await refuseTakenSiblingName(store, db, row!)
      await moveWithin(store, db, row!, scope, operator)
    }
    for (const [sort, deptId] of places.entries()) {
      const isElsewhere = and(eq(depts.deptId, deptId), ne(depts.sort, sort))
      await db
        .update(depts)
        .set({ sort, updatedAt: laterThan(depts.updatedAt, context.now) })
        .where(isElsewhere)
    }
    await writeOperation(store, db, context, moveOf(parentId, idsBefore, places, ordered.map(standingOf)))
    return null
  })

const standingOf = ({ deptId, deptName, parentId }: Row) => ({ id: deptId, name: deptName, parentId })

/** Deletes all of `ids` or none. @throws Refusal if one does not exist or is in use */
export const deleteDepartments = (store: Store, ids: number[], context: RequestContext): Promise<number[]> =>
  scopedTx(store, context, async (db, scope) => {
    for (const deptId of ids) if (!(await visible(store, db, deptId, scope))) throw notFound()
    await refuseDepartmentsInUse(store, db, ids)
    return moveToTrash(store, db, departmentParts, ids, context)
  })

/**
 * Restores deleted departments below their former parents, wherever those are now.
 * @throws Refusal if the parent is deleted or the name is taken there; 404 if one was out of the operator's scope
 */
export const restoreDepartments = (store: Store, ids: number[], context: RequestContext): Promise<number[]> =>
  scopedTx(store, context, async (db, scope) => {
    const { depts } = store.t
    const ownIds = await deletedBy(store, db, 'dept', ids, context.operator.userId)
    const restored = await restoreFromTrash(store, db, departmentParts, ids, context)
    const rows = await db.select().from(depts).where(inArray(depts.deptId, restored))
    for (const { deptId } of rows.toSorted((a, b) => depthOf(a.deptPath) - depthOf(b.deptPath))) {
      const [row] = await db.select().from(depts).where(eq(depts.deptId, deptId)) // its parent's restore may have moved it
      const above = await pathOf(store, db, row!.parentId)
      if (above === undefined) throw new Refusal(codes.conflict, 'trash.dangling', { name: row!.deptName })
      await refuseTakenSiblingName(store, db, row!)
      const placed = await moveTo(store, db, row!, above)
      if (scope) await refuseInvisibleRestore(store, db, context.operator, placed, ownIds)
    }
    return restored
  })

/** A department's name in the operation log. */
const entryOf = ({ deptId, deptName }: Row) => ({ record: String(deptId), name: deptName })

/** The department, if it is in the operator's scope. */
async function visible({ t: { depts } }: Dialect, db: Reader, deptId: number, scope: Scope | undefined) {
  const [row] = await db.select().from(depts).where(eq(depts.deptId, deptId))
  return row && isInScope(scope, row) ? row : undefined
}

/**
 * Moves a department with all below it to its new parent. Nothing may leave or enter the operator's data scope: an
 * operator whose own department is the new parent, or above it, would otherwise see the moved rows.
 */
async function moveWithin(store: Dialect, db: Writer, row: Row, scope: Scope | undefined, operator: Operator) {
  const moved = await moveTo(store, db, row, await pathBelow(store, db, scope, row.parentId))
  if (!scope) return
  const hasInvisible = moved.some((department) => !isInScope(scope, department))
  if (hasInvisible) throw new Refusal(codes.forbidden, 'dept.movesUnseen').at('parentId')
  await refuseUnlessVisible(store, db, operator, moved, beyondDataScope())
}
