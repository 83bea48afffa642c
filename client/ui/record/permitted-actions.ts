import { isAllowed, type PermissionTag } from '#shared/permissions'
import type { AnyStatus } from './is-on'
import { removeRecords, switchStatus } from './record-actions'
import type { ResourceBase } from './list-page'
import type { ListQuery } from '../table/useListQuery'
import { tr } from '../useText'

type Removing<Row> = Pick<ResourceBase<Row, ListQuery>, 'id' | 'label' | 'words' | 'api' | 'remove'>

/** Deletes rows as their resource has it: at once or after asking, with undo where they can be brought back. */
export function removeRows<Row>(resource: Removing<Row>, rows: readonly Row[], onDone: () => void): void {
  const { id, label, words, api } = resource
  const { remove, restore } = api
  const ids = rows.map(id)
  if (resource.remove) void resource.remove(rows, onDone)
  else if (remove) {
    void removeRecords({
      names: rows.map(label),
      deed: tr(words.remove ?? 'record.delete', { count: rows.length }),
      remove: () => remove(ids),
      restore: restore && (() => restore(ids)),
      onDone,
    })
  }
}

type Switching<Row> = Pick<ResourceBase<Row, ListQuery>, 'label' | 'status' | 'setStatus'>

/** Enables or disables a row at once, with a way back. */
export function switchRow<Row>({ label, status, setStatus }: Switching<Row>, row: Row, onDone: () => void): void {
  if (!setStatus) return
  void switchStatus({
    name: label(row),
    status: (status ?? statusIn)(row),
    setStatus: (next, seen) => setStatus({ ...row, status: seen }, next),
    onDone,
  })
}

const statusIn = (row: unknown): AnyStatus =>
  typeof row === 'object' && row !== null && 'status' in row ? Number(row.status) : 0

/** What an operator with these permissions may do with the records of a resource. */
export function mayDo({ tags = {} }: Pick<ResourceBase<never, ListQuery>, 'tags'>, permissions: readonly string[]) {
  const holds = (tag: PermissionTag | undefined) => tag !== undefined && isAllowed(permissions, [tag])
  const canRead = tags.query === undefined || holds(tags.query)
  return {
    holds,
    canRead,
    add: holds(tags.add),
    /** A form begins from what the server holds, so whoever changes a record also reads it. */
    edit: holds(tags.edit) && canRead,
    setStatus: holds(tags.edit),
    remove: holds(tags.remove),
    export: holds(tags.export),
    import: holds(tags.import),
  }
}
