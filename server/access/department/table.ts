import type { Status } from '#shared/constants'
import type { Columns } from '../../platform/tables/columns'

export function departmentTables(k: Columns) {
  const depts = k.table(
    'sys_dept',
    {
      deptId: k.id('dept_id'),
      /** 0 at the top. */
      parentId: k.int('parent_id').notNull().default(0),
      /** Ids from the root down to this one, `/0/1/7/`. The paths of departments below begin with it. */
      deptPath: k.text('dept_path').notNull(),
      deptName: k.text('dept_name').notNull(),
      /** English name; may be empty. */
      deptNameEn: k.text('dept_name_en').notNull().default(''),
      sort: k.int('sort').notNull().default(0),
      leader: k.text('leader').notNull().default(''),
      phone: k.text('phone').notNull().default(''),
      email: k.text('email').notNull().default(''),
      status: k.text('status').$type<Status>().notNull(),
      createBy: k.int('create_by'),
      createdAt: k.time('created_at').notNull(),
      updatedAt: k.time('updated_at').notNull(),
    },
    (t) => [k.index('sys_dept_parent').on(t.parentId, t.sort)],
  )
  return { depts }
}
export type DepartmentTables = ReturnType<typeof departmentTables>
