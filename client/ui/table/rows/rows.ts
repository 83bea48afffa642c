import type { ReactNode } from 'react'
import type { ListName } from '#shared/list/list-names'
import type { Column } from '../column'
import type { ListQuery } from '../useListQuery'
import type { ListResult } from '../useList'
import type { ListTable, Selection } from '../useListTable'

export type DataTableProps<Row, Query extends ListQuery> = {
  /** Names the rows for screen readers: "Roles". */
  label: string
  columns: readonly Column<Row, Query>[]
  page: ListResult<Row>
  query: Query
  onQuery: (query: Query) => void
  rowId: (row: Row) => number
  /** Names a row, as in "Select inspector". */
  rowLabel: (row: Row) => string
  /** Search box and filters; the choice of columns follows them. */
  toolbar?: ReactNode
  /**
   * Makes rows tickable, all or those that `canSelect` accepts. While some are ticked, `actions` replace the toolbar.
   */
  selection?: Selection<Row> & { actions?: ReactNode }
  /** The action of an empty list: usually the button that creates a row. */
  emptyAction?: ReactNode
  /** The text of an empty list, instead of a general one. */
  emptyText?: string
  /** Title of a row's card on a phone; without it the first column. */
  cardTitle?: (row: Row) => ReactNode
  /** The storage name of the column layout; without it the ids of the columns. */
  name?: ListName
  /** False if the address affects more than the list, since views would store more than the list's state. */
  hasViews?: boolean
}

/** The common props of rows and cards. */
export type RowsProps<Row> = {
  label: string
  table: ListTable<Row>
  rowLabel: (row: Row) => string
  canTick: boolean
  cardTitle: ((row: Row) => ReactNode) | undefined
}
