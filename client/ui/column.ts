import type { ReactNode } from 'react'

/** One column of a `DataTable`. Keep the list of columns in `useMemo`, so that rows are not drawn anew. */
export type Column<Row> = {
  /** For a sortable column the name of the field that the server sorts by. The id `actions` is the row's buttons. */
  id: string
  header: string
  cell: (row: Row) => ReactNode
  sortable?: boolean
  /** `end` for numbers. */
  align?: 'end'
  /** False for columns without which a row cannot be told from another. */
  canHide?: boolean
  /** CSS length or pixels; without it the content decides. */
  width?: string | number
}
