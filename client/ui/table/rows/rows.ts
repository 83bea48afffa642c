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
  /** Names a row among the others, as in "Select inspector". */
  rowLabel: (row: Row) => string
  /** Search box and filters; the choice of columns stands at their end. */
  toolbar?: ReactNode
  /** Lets rows be ticked, all or those that `canSelect` names. While some are, `actions` take the toolbar's place. */
  selection?: Selection<Row> & { actions?: ReactNode }
  /** The action of an empty list: usually the button that creates a row. */
  emptyAction?: ReactNode
  /** Sentence shown then, in place of a general one. */
  emptyText?: string
  /** Head of a row drawn as a card on a phone; without it the first column. */
  cardTitle?: (row: Row) => ReactNode
  /** Under which the choice of columns is remembered; without it the ids of the columns. */
  name?: ListName
  /** False where the address shapes more than the list, so that its views would be others. */
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
