import { useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useSnapshot } from 'valtio'
import { session } from '../../stores/session'
import { isReady } from '../ready'
import type { RowActions, RowEntry } from './RecordActions'
import type { Opening, ResourceBase, RowAction, RowDialogProps } from './list-page'
import { mayDo, removeRows, switchRow } from './permitted-actions'
import type { ListQuery } from '../table/useListQuery'

/** The dialog that stands on top of a page of records. */
type Opened<Row> =
  | { kind: 'form'; id: number; parentId?: number }
  | { kind: 'details'; row: Row }
  | { kind: 'dialog'; row: Row; Dialog: Opening<RowDialogProps<Row>> }
  | { kind: 'import' }

export type RecordDesk<Row, Query extends ListQuery> = ReturnType<typeof useRecordDeeds<Row, Query>>

/**
 * What this operator may do with the records of a resource, and which dialog is open.
 *
 * @param onRemoved hears which records are gone; keep it the same, as the resource itself
 */
export function useRecordDeeds<Row, Query extends ListQuery>(
  resource: ResourceBase<Row, Query>,
  onRemoved?: (ids: readonly number[]) => void,
) {
  const queries = useQueryClient()
  const { permissions } = useSnapshot(session)
  const [opened, setOpened] = useState<Opened<Row>>()

  const stable = useMemo(() => {
    const may = mayDo(resource, permissions)
    const { id, Form, Details, actions = [], setStatus } = resource
    const refresh = () => void queries.invalidateQueries() // a record counts on other pages too

    /** Opens a dialog once its code is there. */
    async function open(part: { preload: () => Promise<unknown> }, next: Opened<Row>) {
      if (await isReady(part)) setOpened(next)
    }

    function remove(rows: readonly Row[]) {
      removeRows(resource, rows, () => {
        onRemoved?.(rows.map(id))
        refresh()
      })
    }

    const entryOf = (action: RowAction<Row>): RowEntry<Row> => ({
      ...action,
      onSelect: (row) =>
        'Dialog' in action
          ? void open(action.Dialog, { kind: 'dialog', row, Dialog: action.Dialog })
          : action.onSelect(row, refresh),
    })

    const deeds: RowActions<Row> = {
      onOpen: Details && may.canRead ? (row) => void open(Details, { kind: 'details', row }) : undefined,
      onEdit: Form && may.edit ? (row) => void open(Form, { kind: 'form', id: id(row) }) : undefined,
      onStatus: setStatus && may.setStatus ? (row) => switchRow(resource, row, refresh) : undefined,
      onRemove: may.remove ? (row) => remove([row]) : undefined,
      actions: actions.filter(({ tag }) => tag === undefined || may.holds(tag)).map(entryOf),
    }
    return { may, deeds, refresh, open, remove, close: () => setOpened(undefined) }
  }, [resource, permissions, queries, onRemoved])
  return { ...stable, opened }
}
