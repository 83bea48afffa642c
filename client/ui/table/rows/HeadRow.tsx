import { useState, type ReactNode } from 'react'
import { Icon } from '../../icons/Icon'
import { part } from '../../part'
import { useText } from '../../useText'
import type { ColumnResizerProps } from '../columns/ColumnResizer'
import type { ListTable, ShownColumn } from '../useListTable'

const ColumnResizer = part<ColumnResizerProps>(() => import('../columns/ColumnResizer'))

type HeadRowProps<Row> = {
  table: ListTable<Row>
  /** The columns of the first line. */
  columns: readonly ShownColumn<Row>[]
  /** A cell before the headers. */
  children?: ReactNode
}

/**
 * The headers of a table. The resizers exist while the pointer or the focus is in the headers; if nothing sorts, the
 * first column always has its resizer, as the keyboard entry.
 */
export function HeadRow<Row>({ table, columns, children }: HeadRowProps<Row>) {
  const [isIn, setIsIn] = useState(false)
  const canSort = columns.some(({ sortable }) => sortable)
  return (
    <thead
      onPointerEnter={() => setIsIn(true)}
      onPointerLeave={({ currentTarget }) => setIsIn(currentTarget.contains(document.activeElement))}
      onFocus={() => setIsIn(true)}
      onBlur={({ currentTarget, relatedTarget }) => setIsIn(currentTarget.contains(relatedTarget))}
    >
      <tr>
        {children}
        {columns.map((column, index) => (
          <HeadCell
            key={column.id}
            column={column}
            table={table}
            canSize={column.id !== 'actions' && (isIn || (!canSort && index === 0))}
          />
        ))}
      </tr>
    </thead>
  )
}

const ariaSort = { asc: 'ascending', desc: 'descending' } as const
const sortIcons = { asc: 'sort-up', desc: 'sort-down' } as const

type HeadCellProps<Row> = { column: ShownColumn<Row>; table: ListTable<Row>; canSize: boolean }

/** The header of a column. A click sorts by it; with Shift it is added to the other sort columns. */
function HeadCell<Row>({ column, table: { core }, canSize }: HeadCellProps<Row>) {
  const t = useText()
  const { id, header, align, pin, style } = column
  const state = core.getColumn(id)
  const rank = state?.getSortIndex() ?? -1
  const direction = state?.getIsSorted() || undefined
  const sorted = core.state.sorting.length
  return (
    <th
      scope="col"
      aria-label={canSize ? header : undefined}
      data-align={align}
      data-column={id}
      data-pin={pin}
      style={style}
      aria-sort={direction && rank === 0 ? ariaSort[direction] : undefined}
    >
      {state?.getCanSort() ? (
        <button
          type="button"
          className="row inline gap-2 data-table-sort"
          data-direction={direction}
          title={sorted > 0 && !direction ? t('table.sortHint') : undefined}
          onClick={state.getToggleSortingHandler()}
        >
          {header}
          <Icon name={direction ? sortIcons[direction] : 'sort'} />
          {direction && sorted > 1 && <small>{rank + 1}</small>}
        </button>
      ) : (
        header
      )}
      {canSize && <ColumnResizer id={id} header={header} core={core as ColumnResizerProps['core']} />}
    </th>
  )
}
