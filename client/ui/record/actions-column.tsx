import type { Column } from '../table/column'
import type { ListQuery } from '../table/useListQuery'
import type { T } from '../useText'
import type { AnyStatus } from './is-on'
import { hasRowActions, RecordActions, type RowActions } from './RecordActions'

/** The last column of a list: the actions on a row. Left out for operators who may only read. */
export const actionsColumn = <Row, Query extends ListQuery>(
  t: T,
  actions: RowActions<Row>,
  propsOf: (row: Row) => { name: string; status?: AnyStatus; isFixed?: boolean },
): Column<Row, Query>[] =>
  hasRowActions(actions)
    ? [
        {
          id: 'actions',
          header: t('record.actions'),
          cell: (row) => <RecordActions row={row} {...propsOf(row)} {...actions} />,
        },
      ]
    : []
