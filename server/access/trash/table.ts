import type { TrashKind } from '#shared/resources'
import type { Columns } from '../../platform/tables/columns'

export function trashTables(k: Columns) {
  /** Deleted records, whole, so that they can be restored; deleted for good after a while. */
  const trash = k.table(
    'sys_trash',
    {
      trashId: k.id('trash_id'),
      kind: k.text('kind').$type<TrashKind>().notNull(),
      recordId: k.int('record_id').notNull(),
      name: k.text('name').notNull(),
      /** JSON: the rows of the record and its dependent rows, by table. */
      content: k.text('content').notNull(),
      /** The columns that placed the record in a data scope. */
      deptId: k.int('dept_id'),
      createBy: k.int('create_by'),
      deletedBy: k.int('deleted_by').notNull(),
      deletedByName: k.text('deleted_by_name').notNull(),
      deletedAt: k.time('deleted_at').notNull(),
    },
    (t) => [k.index('sys_trash_record').on(t.kind, t.recordId), k.index('sys_trash_at').on(t.deletedAt, t.trashId)],
  )
  return { trash }
}
