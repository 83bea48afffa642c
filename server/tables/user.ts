import type { Sex, Status } from '#shared/constants'
import type { Columns } from './columns'
import type { RoleTables } from './role'

export function userTables(k: Columns, { roles }: RoleTables) {
  const users = k.table(
    'sys_user',
    {
      userId: k.id('user_id'),
      username: k.text('username').notNull(),
      /** `username` as it is compared: without regard to case, width and surrounding blanks. */
      usernameKey: k.text('username_key').notNull(),
      nickName: k.text('nick_name').notNull(),
      avatar: k.text('avatar').notNull().default(''),
      introduction: k.text('introduction').notNull().default(''),
      phone: k.text('phone').notNull().default(''),
      email: k.text('email').notNull().default(''),
      sex: k.text('sex').$type<Sex>().notNull().default('2'),
      status: k.text('status').$type<Status>().notNull(),
      createdAt: k.time('created_at').notNull(),
      updatedAt: k.time('updated_at').notNull(),
    },
    (t) => [k.unique('sys_user_username_key').on(t.usernameKey)],
  )
  /** Kept apart, so that reading a user cannot leak it. */
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
  return { users, credentials, userRoles }
}
export type UserTables = ReturnType<typeof userTables>
