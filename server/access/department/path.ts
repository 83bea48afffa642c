import { inArray } from 'drizzle-orm'
import type { AnySQLiteColumn } from 'drizzle-orm/sqlite-core'
import type { Filter } from '../../platform/list/listing'

/** The ids in a path, from the root down. */
export const idsOf = (deptPath: string): number[] => deptPath.split('/').map(Number).filter(Boolean)

/** 1 at the top. */
export const depthOf = (deptPath: string): number => idsOf(deptPath).length

/** Whether a path is `top` or leads below it. Paths end in a slash, so that 1 is no part of 11 (S35). */
export const isBelow = (deptPath: string, top: string): boolean => deptPath.startsWith(top)

/** The filter of a list whose rows are in a department or in one below it. */
export const inDepartment = (column: AnySQLiteColumn): Filter => ({
  where: ({ db, t: { depts }, like }, bound) =>
    inArray(column, db.select({ deptId: depts.deptId }).from(depts).where(like(depts.deptPath, bound))),
  bind: (deptId) => `%/${String(deptId)}/%`,
})
