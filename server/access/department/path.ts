import { inArray } from 'drizzle-orm'
import type { AnySQLiteColumn } from 'drizzle-orm/sqlite-core'
import type { Filter } from '../../platform/list/listing'

/** The ids in a path, from the root down. */
export const idsOf = (deptPath: string): number[] => deptPath.split('/').map(Number).filter(Boolean)

/** 1 at the top. */
export const depthOf = (deptPath: string): number => idsOf(deptPath).length

/** True if a path equals `top` or is below it. Paths end in a slash, so that 1 does not match 11 (S35). */
export const isBelow = (deptPath: string, top: string): boolean => deptPath.startsWith(top)

/** The filter of a list for rows in a department or below it. */
export const inDepartment = (column: AnySQLiteColumn): Filter => ({
  where: ({ db, t: { depts }, like }, bound) =>
    inArray(column, db.select({ deptId: depts.deptId }).from(depts).where(like(depts.deptPath, bound))),
  bind: (deptId) => `%/${String(deptId)}/%`,
})
