import type { ReactNode } from 'react'
import type { Order } from '#shared/list/list-query'

/**
 * One column of a `DataTable`. Keep the list of columns in `useMemo`, so that rows are not redrawn. `Query` is the
 * query of the list: the id of a sortable column is the name of a field that the list can sort by.
 */
export type Column<Row, Query extends Sorted = Sorted> = ColumnFace<Row> & (SortableId<Query> | PlainId)

type Sorted = { orders: Order[] }
type SortableId<Query extends Sorted> = { id: Query['orders'][number][0]; sortable: true }
/** The id `actions` is the row's buttons. */
type PlainId = { id: string; sortable?: false }

type ColumnFace<Row> = {
  header: string
  cell: (row: Row) => ReactNode
  /** `end` for numbers. */
  align?: 'end'
  /** False for columns that identify a row. */
  canHide?: boolean
  /** Columns with 3 are the first to fold into the second line of a row, and the last on a card. The default is 2. */
  priority?: 1 | 2 | 3
  /** CSS length within which the content wraps; without it the content decides, up to 18rem. */
  width?: string
}
