import { and, count, eq, inArray, notInArray } from 'drizzle-orm'
import { statuses } from '#shared/constants'
import { codes } from '#shared/envelope'
import { MAX_DEPTH } from '#shared/access/department'
import { Refusal } from '../../platform/http/refusal'
import type { Dialect, Reader, Writer } from '../../platform/store'
import type { Tables } from '../../tables'
import { isInScope, refuseOutsideScope, type Scope } from './data-scope'
import { depthOf, isBelow } from './path'

type Row = Tables['depts']['$inferSelect']

const TOP = '/0/'

/**
 * The path of a parent department. `parentId` 0 is the top, only for operators with an unlimited data scope.
 * @throws Refusal at `parentId` if it is outside of `scope`, does not exist, or is disabled
 */
export async function pathBelow(
  { t }: Dialect,
  db: Reader,
  scope: Scope | undefined,
  parentId: number,
): Promise<string> {
  const [parent] = parentId === 0 ? [] : await db.select().from(t.depts).where(eq(t.depts.deptId, parentId))
  if (!isInScope(scope, parent ?? {})) refuseOutsideScope(scope, [parentId], 'parentId')
  if (parentId === 0) return TOP
  if (!parent) throw new Refusal(codes.badRequest, 'dept.noParent').at('parentId')
  if (parent.status === statuses.off) {
    throw new Refusal(codes.badRequest, 'dept.parentOff', { name: parent.deptName }).at('parentId')
  }
  return parent.deptPath
}

/** The path of a department, whatever its status; `undefined` if it is deleted. */
export async function pathOf({ t }: Dialect, db: Reader, deptId: number): Promise<string | undefined> {
  if (deptId === 0) return TOP
  const [row] = await db.select().from(t.depts).where(eq(t.depts.deptId, deptId))
  return row?.deptPath
}

/**
 * Moves a department with all below it to the path `above`, and rewrites the paths.
 * @returns the rows with a changed path, in their new state
 * @throws Refusal at `parentId` if it would be below itself, or too deep
 */
export async function moveTo(store: Dialect, db: Writer, row: Row, above: string): Promise<Row[]> {
  const { depts } = store.t
  if (row.deptPath !== '' && isBelow(above, row.deptPath)) {
    throw new Refusal(codes.badRequest, 'dept.insideItself', { name: row.deptName }).at('parentId')
  }
  const path = `${above}${row.deptId}/`
  const all = row.deptPath === '' ? [row] : await belowIn(store, db, row)
  const moved = all.map((department) => ({
    ...department,
    deptPath: path + department.deptPath.slice(row.deptPath.length),
  }))
  if (moved.some(({ deptPath }) => depthOf(deptPath) > MAX_DEPTH)) {
    throw new Refusal(codes.badRequest, 'dept.tooDeep', { max: MAX_DEPTH }).at('parentId')
  }
  for (const { deptId, deptPath } of moved) {
    await db.update(depts).set({ deptPath }).where(eq(depts.deptId, deptId))
  }
  return moved
}

/** A department and all below it. */
async function belowIn({ t: { depts } }: Dialect, db: Reader, { deptPath }: Row): Promise<Row[]> {
  const all = await db.select().from(depts)
  return all.filter((row) => isBelow(row.deptPath, deptPath))
}

/** Departments with the same parent have different names, in any letter case. */
export async function refuseTakenSiblingName(
  { t: { depts } }: Dialect,
  db: Reader,
  { deptId, parentId, deptName }: Row,
) {
  const beside = await db.select().from(depts).where(eq(depts.parentId, parentId))
  const isSame = (other: Row) => other.deptId !== deptId && other.deptName.toLowerCase() === deptName.toLowerCase()
  if (beside.some(isSame)) throw new Refusal(codes.conflict, 'dept.nameTaken', { deptName }).at('deptName')
}

/** @throws Refusal if one of these has users, or departments that are not among these */
export async function refuseDepartmentsInUse({ t: { depts, users } }: Dialect, db: Reader, ids: number[]) {
  const [parent] = await db
    .select({ deptId: depts.parentId, below: count() })
    .from(depts)
    .where(and(inArray(depts.parentId, ids), notInArray(depts.deptId, ids)))
    .groupBy(depts.parentId)
    .orderBy(depts.parentId)
    .limit(1)
  const [home] = await db
    .select({ deptId: users.deptId, users: count() })
    .from(users)
    .where(inArray(users.deptId, ids))
    .groupBy(users.deptId)
    .orderBy(users.deptId)
    .limit(1)
  const deptId = parent?.deptId ?? home?.deptId
  if (!deptId) return
  const [named] = await db.select({ name: depts.deptName }).from(depts).where(eq(depts.deptId, deptId))
  const name = named?.name ?? ''
  if (parent) throw new Refusal(codes.conflict, 'dept.hasChildren', { name, count: parent.below })
  throw new Refusal(codes.conflict, 'dept.hasUsers', { name, count: home!.users })
}
