import type { Column } from './column'
import type { DataTableProps } from './DataTable'
import type { useSelection } from './useSelection'
import type { ListQuery } from './useListQuery'

/** What both ways of drawing rows are given: the table's own props, the columns in view and the ticking. */
export type RowsProps<Row, Query extends ListQuery> = Omit<DataTableProps<Row, Query>, 'columns'> & {
  columns: readonly Column<Row>[]
  ticking: ReturnType<typeof useSelection> | undefined
}
