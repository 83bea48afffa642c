import { statuses } from '#shared/constants'
import type { Department, DepartmentNode, DepartmentQuery } from '#shared/access/department'
import type { Choice } from '#shared/list/page'
import type { Store } from '../../platform/store'
import type { Tables } from '../../tables'
import { isInScope, scopeOf } from './data-scope'
import { depthOf, idsOf } from './path'
import type { RequestContext } from '../operation-log/write'
import type { Operator } from '../session/queries'
import { statement } from '../../platform/list/statement'
import { stampsOf, statusNumber } from '../../platform/list/wire'

type Row = Tables['depts']['$inferSelect']

/** A plant has few departments: all are read, and filtered here. */
const allRows = statement(({ db, t }) => db.select().from(t.depts).orderBy(t.depts.sort, t.depts.deptId))

/** The departments in an operator's scope: each department is a row of itself (S33). */
async function visibleRows(store: Store, operator: Operator): Promise<Row[]> {
  const [rows, scope] = await Promise.all([allRows(store), scopeOf(store, operator)])
  return rows.filter((row) => isInScope(scope, row))
}

function departmentOf(row: Row): Department {
  const { createBy: _createBy, ...fields } = row
  return {
    ...fields,
    status: statusNumber(row.status),
    ...stampsOf(row),
  }
}

/** The matching departments and those above them, so that the tree is complete. */
async function foundRows(store: Store, query: DepartmentQuery, operator: Operator): Promise<Row[]> {
  const rows = await visibleRows(store, operator)
  const name = query.deptName?.toLowerCase() ?? ''
  const isHit = ({ deptName, deptNameEn, status }: Row) =>
    [deptName, deptNameEn].some((text) => text.toLowerCase().includes(name)) &&
    (query.status === undefined || status === query.status)
  const visibleIds = new Set(rows.filter(isHit).flatMap(({ deptPath }) => idsOf(deptPath)))
  return rows.filter(({ deptId }) => visibleIds.has(deptId))
}

export async function listDepartments(store: Store, query: DepartmentQuery, { operator }: RequestContext) {
  const rows = await foundRows(store, query, operator)
  return treeOf(rows, (row, children): DepartmentNode => ({
    ...departmentOf(row),
    ...(children.length > 0 && { children }),
  }))
}

export async function getDepartment(
  store: Store,
  deptId: number,
  { operator }: RequestContext,
): Promise<Department | undefined> {
  const row = (await visibleRows(store, operator)).find((department) => department.deptId === deptId)
  return row && departmentOf(row)
}

/** A row of a sheet: its depth, from 1, and the name of the department above it. */
export type DepartmentLine = Department & { level: number; parentName: string }

/** All departments that match the filters, each below its parent, for a sheet. */
export async function* departmentBatches(store: Store, query: DepartmentQuery, { operator }: RequestContext) {
  const rows = await foundRows(store, query, operator)
  const nameOf = new Map(rows.map(({ deptId, deptName }) => [deptId, deptName]))
  const lines = treeOf(rows, (row, below: DepartmentLine[][]): DepartmentLine[] => [
    { ...departmentOf(row), level: depthOf(row.deptPath), parentName: nameOf.get(row.parentId) ?? '' },
    ...below.flat(),
  ])
  yield lines.flat()
}

/** The departments to choose from: enabled ones with all departments above them enabled. */
export async function departmentChoices(store: Store, operator: Operator): Promise<Choice[]> {
  const off = new Set((await allRows(store)).filter(({ status }) => status === statuses.off).map((row) => row.deptId))
  const rows = await visibleRows(store, operator)
  return choicesOf(rows.filter(({ deptPath }) => !idsOf(deptPath).some((id) => off.has(id))))
}

/** All departments in an operator's scope, as a tree to tick. */
export const departmentTicks = async (store: Store, operator: Operator): Promise<Choice[]> =>
  choicesOf(await visibleRows(store, operator))

const choicesOf = (rows: Row[]) =>
  treeOf(rows, ({ deptId, deptName, deptNameEn }, children): Choice => ({
    id: deptId,
    label: deptName,
    ...(deptNameEn && { labelEn: deptNameEn }),
    ...(children.length > 0 && { children }),
  }))

/** Nests rows, keeping their order. Rows without their parent among them are at the top. */
function treeOf<Node>(rows: Row[], nodeOf: (row: Row, children: Node[]) => Node): Node[] {
  const ids = new Set(rows.map(({ deptId }) => deptId))
  const childrenOf = Map.groupBy(rows, ({ parentId }) => (ids.has(parentId) ? parentId : 0))
  const below = (parentId: number): Node[] =>
    (childrenOf.get(parentId) ?? []).map((row) => nodeOf(row, below(row.deptId)))
  return below(0)
}
