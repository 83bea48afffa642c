import type { Columns } from '../../platform/tables/columns'
import type { UserTables } from '../user/table'

export function fileTables(k: Columns, { users }: UserTables) {
  /** Small uploaded pictures. In the database they are part of backups and change with their record. */
  const files = k.table(
    'sys_file',
    {
      /** Random, with an extension; the last part of its path. */
      fileName: k.text('file_name').notNull().primaryKey(),
      mediaType: k.text('media_type').notNull(),
      /** Base64. */
      content: k.text('content').notNull(),
      /** Null if it belongs to the installation, such as the logo. */
      ownerId: k.ref('owner_id', () => users.userId, 'cascade'),
      createdAt: k.time('created_at').notNull(),
    },
    (t) => [k.index('sys_file_owner').on(t.ownerId)],
  )
  return { files }
}
