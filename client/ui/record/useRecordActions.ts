import { useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useSnapshot } from 'valtio'
import { isAllowed, type PermissionTag } from '#shared/permissions'
import { changeOf } from '../../api/resource'
import { session } from '../../stores/session'
import { isReady } from '../ready'
import type { ListQuery } from '../table/useListQuery'
import { tr } from '../useText'
import type { AnyStatus } from './is-on'
import type { Opening, ResourceBase, RowAction, RowDialogProps } from './list-page'
import { changeNumber, once, removeRecords, switchStatus } from './record-actions'
import type { RowActions, RowEntry } from './RecordActions'

/** The dialog on top of a page of records. */
type Opened<Row> =
  | { kind: 'form'; id: number; parentId?: number }
  | { kind: 'details'; row: Row }
  | { kind: 'dialog'; row: Row; Dialog: Opening<RowDialogProps<Row>> }
  | { kind: 'import' }

export type PageActions<Row, Query extends ListQuery> = ReturnType<typeof useRecordActions<Row, Query>>

/**
 * The actions that this operator may take on the records of a resource, and the open dialog.
 *
 * @param onRemoved called with the ids of removed records; keep it the same, as the resource itself
 */
export function useRecordActions<Row, Query extends ListQuery>(
  resource: ResourceBase<Row, Query>,
  onRemoved?: (ids: readonly number[]) => void,
) {
  const queries = useQueryClient()
  const { permissions } = useSnapshot(session)
  const [opened, setOpened] = useState<Opened<Row>>()

  const stable = useMemo(() => {
    const may = rightsOf(resource, permissions)
    const { id, label, words, api, Form, Details, actions = [], setStatus, status = statusIn } = resource
    const update = api.update as ((recordId: number, change: object) => Promise<unknown>) | undefined // of any resource
    const refresh = () => void queries.invalidateQueries() // other pages show the record too

    /** Opens a dialog once its code is loaded. */
    async function open(part: { preload: () => Promise<unknown> }, next: Opened<Row>) {
      if (await isReady(part)) setOpened(next)
    }

    /** Deletes rows by their resource's method: at once or after asking, with undo if they can be restored. */
    function remove(rows: readonly Row[]) {
      const ids = rows.map(id)
      const { remove: removeIds, restore } = api
      function onDone() {
        onRemoved?.(ids)
        refresh()
      }
      void once(`remove ${resource.name} ${ids.join()}`, async () => {
        if (resource.remove) await resource.remove(rows, onDone)
        else if (removeIds) {
          await removeRecords({
            names: rows.map(label),
            title: tr(words.remove ?? 'record.delete', { count: rows.length }),
            remove: () => removeIds(ids),
            restore: restore && (() => restore(ids)),
            onDone,
          })
        }
      })
    }

    const entryOf = (action: RowAction<Row>): RowEntry<Row> => ({
      ...action,
      onSelect: (row) =>
        'Dialog' in action
          ? void open(action.Dialog, { kind: 'dialog', row, Dialog: action.Dialog })
          : action.onSelect(row, refresh),
    })

    const rowActions: RowActions<Row> = {
      onOpen: Details && may.canRead ? (row) => void open(Details, { kind: 'details', row }) : undefined,
      onEdit: Form && may.edit ? (row) => void open(Form, { kind: 'form', id: id(row) }) : undefined,
      onStatus:
        setStatus && may.setStatus
          ? (row) =>
              void switchStatus({
                name: label(row),
                status: status(row),
                setStatus: (next, seen) => setStatus({ ...row, status: seen }, next),
                onDone: refresh,
              })
          : undefined,
      onRemove: may.remove ? (row) => remove([row]) : undefined,
      onNumber:
        update && may.setStatus
          ? (row, field, value) =>
              void changeNumber({
                name: label(row),
                value,
                before: Number(Reflect.get(row as object, field)),
                save: (next, seen) => update(id(row), changeOf({ [field]: seen }, { [field]: next })),
                onDone: refresh,
              })
          : undefined,
      actions: actions.filter(({ tag }) => tag === undefined || [tag].flat().some(may.holds)).map(entryOf),
    }
    return { may, rowActions, refresh, open, remove, close: () => setOpened(undefined) }
  }, [resource, permissions, queries, onRemoved])
  return { ...stable, opened }
}

const statusIn = (row: unknown): AnyStatus =>
  typeof row === 'object' && row !== null && 'status' in row ? Number(row.status) : 0

/** The rights that these permissions give on the records of a resource. */
function rightsOf<Row, Query extends ListQuery>(
  { tags = {} }: ResourceBase<Row, Query>,
  permissions: readonly string[],
) {
  const holds = (tag: PermissionTag | undefined) => tag !== undefined && isAllowed(permissions, [tag])
  const canRead = tags.query === undefined || holds(tags.query)
  return {
    holds,
    canRead,
    add: holds(tags.add),
    /** A form starts from the server's data, so changing a record needs the right to read it. */
    edit: holds(tags.edit) && canRead,
    setStatus: holds(tags.edit),
    remove: holds(tags.remove),
    export: holds(tags.export),
    import: holds(tags.import),
  }
}
