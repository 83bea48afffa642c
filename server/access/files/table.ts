import type { Columns } from '../../platform/tables/columns'
import type { UserTables } from '../user/table'

export function fileTables(k: Columns, { users }: UserTables) {
  /** Small pictures that were uploaded. They lie here so that a backup holds them and they change with their record. */
  const files = k.table(
    'sys_file',
    {
      /** Random and with an ending: what its address ends in. */
      fileName: k.text('file_name').notNull().primaryKey(),
      mediaType: k.text('media_type').notNull(),
      /** Base64. */
      content: k.text('content').notNull(),
      /** Null for what belongs to the installation, such as its logo. */
      ownerId: k.ref('owner_id', () => users.userId, 'cascade'),
      createdAt: k.time('created_at').notNull(),
    },
    (t) => [k.index('sys_file_owner').on(t.ownerId)],
  )
  return { files }
}
