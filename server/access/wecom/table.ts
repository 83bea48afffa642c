import type { Columns } from '../../platform/tables/columns'
import type { UserTables } from '../user/table'

export function bindingTables(k: Columns, { users }: UserTables) {
  /** The company and member in WeCom of each bound user. */
  const bindings = k.table(
    'sys_wecom_binding',
    {
      userId: k
        .ref('user_id', () => users.userId, 'cascade')
        .notNull()
        .primaryKey(),
      corpId: k.text('corp_id').notNull(),
      /** WeCom's `userid`. */
      memberId: k.text('member_id').notNull(),
      boundAt: k.time('bound_at').notNull(),
    },
    (t) => [k.unique('sys_wecom_binding_member').on(t.corpId, t.memberId)],
  )
  return { bindings }
}
