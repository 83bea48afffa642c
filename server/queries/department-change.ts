import { asc, eq, inArray } from 'drizzle-orm'
import { codes } from '#shared/envelope'
import type { DepartmentChange, DepartmentInput, DepartmentOrder } from '#shared/schemas/department'
import { Refusal } from '../refusal'
import type { Reader, Store, Writer } from '../store'
import type { Tables } from '../tables'
import { isInScope, scopeOf, type Scope } from './data-scope'
import { depthOf } from './department'
import { moveTo, pathBelow, pathOf, refuseInUse, refuseTakenName } from './department-place'
import { outOfSight, refuseOutOfSight } from './department-sight'
import { changesOf, writeOperation, type Act } from './operation'
import type { Operator } from './session'
import { bringBack, discard } from './trash'

type Row = Tables['depts']['$inferSelect']

/** A transaction with the operator's data scope, which is read before it begins. */
async function scopedTx<Result>(
  store: Store,
  { operator }: Act,
  work: (db: Writer, scope: Scope | undefined) => Promise<Result>,
) {
  const scope = await scopeOf(store, operator)
  return store.tx((db) => work(db, scope))
}

/**
 * @throws Refusal when the name is taken beside it, or the place is none: not there, disabled, too deep, or outside of
 * the data scope
 */
export const createDepartment = (store: Store, input: DepartmentInput, act: Act): Promise<number> =>
  scopedTx(store, act, async (db, scope) => {
    const { operator, now } = act
    const above = await pathBelow(store, db, scope, input.parentId)
    const stamps = { createBy: operator.userId, createdAt: now, updatedAt: now }
    const [made] = await db
      .insert(store.t.depts)
      .values({ ...input, ...stamps, deptPath: '' })
      .returning()
    await refuseTakenName(store, db, made!)
    const placed = await moveTo(store, db, made!, above)
    if (scope) await refuseOutOfSight(store, db, operator, placed, outOfSight())
    await writeOperation(store, db, act, { ...entryOf(made!), action: 'create', after: input })
    return made!.deptId
  })

/** Changes a department; another parent takes it there with all below it. @throws Refusal as {@link createDepartment} */
export const updateDepartment = (store: Store, deptId: number, input: DepartmentChange, act: Act) =>
  scopedTx(store, act, async (db, scope) => {
    const before = await visible(store, db, deptId, scope)
    if (!before) return undefined
    const [row] = await db
      .update(store.t.depts)
      .set({ ...input, updatedAt: act.now })
      .where(eq(store.t.depts.deptId, deptId))
      .returning()
    await refuseTakenName(store, db, row!)
    if (row!.parentId !== before.parentId) await moveWithin(store, db, row!, scope, act.operator)
    await writeOperation(store, db, act, { ...entryOf(row!), action: 'update', ...changesOf(before, input) })
    return deptId
  })

/**
 * Puts the departments below `parentId` into an order, those that stood elsewhere included. Others there that are not
 * named, because the operator does not see them or they are new, keep their places.
 * @throws Refusal as {@link createDepartment}
 */
export const orderDepartments = (store: Store, { parentId, order }: DepartmentOrder, act: Act) =>
  scopedTx(store, act, async (db, scope) => {
    const { depts } = store.t
    const { operator } = act
    await pathBelow(store, db, scope, parentId)
    const there = await db
      .select({ deptId: depts.deptId })
      .from(depts)
      .where(eq(depts.parentId, parentId))
      .orderBy(asc(depts.sort), asc(depts.deptId))
    const places = [...new Set(order)]
    for (const [place, { deptId }] of there.entries()) if (!places.includes(deptId)) places.splice(place, 0, deptId)
    for (const deptId of order) {
      const before = await visible(store, db, deptId, scope)
      if (!before) throw new Refusal(codes.notFound, 'error.notFound')
      if (before.parentId === parentId) continue
      const [row] = await db
        .update(depts)
        .set({ parentId, updatedAt: act.now })
        .where(eq(depts.deptId, deptId))
        .returning()
      await refuseTakenName(store, db, row!)
      await moveWithin(store, db, row!, scope, operator)
    }
    for (const [sort, deptId] of places.entries()) await db.update(depts).set({ sort }).where(eq(depts.deptId, deptId))
    await writeOperation(store, db, act, {
      action: 'update',
      record: order.join(),
      before: { order: there.map(({ deptId }) => deptId) },
      after: { parentId, order: places },
    })
    return null
  })

/** Deletes all of `ids` or none; `undefined` when one of them is not there. @throws Refusal when one is in use */
export const deleteDepartments = (store: Store, ids: number[], act: Act): Promise<number[] | undefined> =>
  scopedTx(store, act, async (db, scope) => {
    for (const deptId of ids) if (!(await visible(store, db, deptId, scope))) return undefined
    await refuseInUse(store, db, ids)
    return discard(store, db, 'dept', ids, act, ({ deptName }) => String(deptName))
  })

/**
 * Brings back deleted departments below the ones they stood in, wherever those stand by now.
 * @throws Refusal when that one is gone or the name is taken there; 404 when one was out of the operator's scope
 */
export const restoreDepartments = (store: Store, ids: number[], act: Act): Promise<number[]> =>
  scopedTx(store, act, async (db, scope) => {
    const { depts } = store.t
    const notFound = new Refusal(codes.notFound, 'error.notFound')
    const restored = await bringBack(store, db, 'dept', ids, act)
    if (!restored) throw notFound // here, because what came back before must go again
    const rows = await db.select().from(depts).where(inArray(depts.deptId, restored))
    for (const { deptId } of rows.toSorted((a, b) => depthOf(a.deptPath) - depthOf(b.deptPath))) {
      const [row] = await db.select().from(depts).where(eq(depts.deptId, deptId)) // what it hangs on may have moved it
      const above = await pathOf(store, db, row!.parentId)
      if (above === undefined) throw new Refusal(codes.conflict, 'trash.dangling', { name: row!.deptName })
      await refuseTakenName(store, db, row!)
      const placed = await moveTo(store, db, row!, above)
      if (scope) await refuseOutOfSight(store, db, act.operator, placed, notFound)
    }
    return restored
  })

/** How the operation log names a department. */
const entryOf = ({ deptId, deptName }: Row) => ({ record: String(deptId), name: deptName })

/** The department, when the operator works with it. */
async function visible({ t: { depts } }: Store, db: Reader, deptId: number, scope: Scope | undefined) {
  const [row] = await db.select().from(depts).where(eq(depts.deptId, deptId))
  return row && isInScope(scope, row) ? row : undefined
}

/** Takes a department below the parent it names, where nothing that the operator sees may get out of sight. */
async function moveWithin(store: Store, db: Writer, row: Row, scope: Scope | undefined, operator: Operator) {
  const moved = await moveTo(store, db, row, await pathBelow(store, db, scope, row.parentId))
  if (!scope) return
  const seen = moved.filter((one) => isInScope(scope, one))
  await refuseOutOfSight(store, db, operator, seen, outOfSight())
}
