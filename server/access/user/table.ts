import type { Sex, Status } from '#shared/constants'
import type { Columns } from '../../platform/tables/columns'
import type { DepartmentTables } from '../department/table'
import type { PostTables } from '../post/table'
import type { RoleTables } from '../role/table'

type Needed = RoleTables & DepartmentTables & PostTables

export function userTables(k: Columns, { roles, depts, posts }: Needed) {
  const users = k.table(
    'sys_user',
    {
      userId: k.id('user_id'),
      username: k.text('username').notNull(),
      /** `username` in its comparable form: without case, width and surrounding blanks. */
      usernameKey: k.text('username_key').notNull(),
      nickName: k.text('nick_name').notNull(),
      avatar: k.text('avatar').notNull().default(''),
      introduction: k.text('introduction').notNull().default(''),
      phone: k.text('phone').notNull().default(''),
      email: k.text('email').notNull().default(''),
      sex: k.text('sex').$type<Sex>().notNull().default('2'),
      status: k.text('status').$type<Status>().notNull(),
      deptId: k.ref('dept_id', () => depts.deptId),
      postId: k.ref('post_id', () => posts.postId),
      remark: k.text('remark').notNull().default(''),
      /** The password was set by somebody else: its user must choose another before anything else. */
      mustChangePassword: k.bool('must_change_password').notNull().default(false),
      createBy: k.int('create_by'),
      createdAt: k.time('created_at').notNull(),
      updatedAt: k.time('updated_at').notNull(),
    },
    (t) => [
      k.unique('sys_user_username_key').on(t.usernameKey),
      k.index('sys_user_dept').on(t.deptId, t.userId),
      k.index('sys_user_post').on(t.postId),
      k.index('sys_user_creator').on(t.createBy),
    ],
  )
  /** A separate table, so that reading a user cannot leak it. */
  const credentials = k.table('sys_credential', {
    userId: k
      .ref('user_id', () => users.userId, 'cascade')
      .notNull()
      .primaryKey(),
    passwordHash: k.text('password_hash').notNull(),
    changedAt: k.time('changed_at').notNull(),
  })
  const userRoles = k.table(
    'sys_user_role',
    {
      userId: k.ref('user_id', () => users.userId, 'cascade').notNull(),
      roleId: k.ref('role_id', () => roles.roleId).notNull(),
    },
    (t) => [k.primaryKey({ columns: [t.userId, t.roleId] }), k.index('sys_user_role_role').on(t.roleId)],
  )
  /** Names under which quality records were written. Each is reserved for that user for good, also after a rename. */
  const reservedNames = k.table('sys_reserved_name', {
    /** Like `usernameKey` of users. */
    usernameKey: k.text('username_key').notNull().primaryKey(),
    /** The user may be deleted, in an installation older than the rule that keeps signers. */
    userId: k.int('user_id').notNull(),
  })
  return { users, credentials, userRoles, reservedNames }
}
export type UserTables = ReturnType<typeof userTables>
