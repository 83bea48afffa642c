import { memo } from 'react'
import type { Order } from '#shared/list/list-query'
import { Icon } from '../Icon'
import type { Column } from './column'
import { moveBetweenRows } from './row-keys'
import type { RowsProps } from './rows'
import { TableScroller } from './TableScroller'
import { TickBox } from '../input/TickBox'
import { nextOrders } from './sorting'
import type { ListQuery } from './useListQuery'
import { useStable } from './useStable'
import { useText } from '../useText'

/** Rows as a table. */
export function RowTable<Row, Query extends ListQuery>(props: RowsProps<Row, Query>) {
  const { label, columns, page, query, onQuery, rowId, rowLabel, ticking } = props
  const t = useText()
  const tick = useStable(ticking?.tick)
  return (
    <TableScroller label={label}>
      <table className="row-table" aria-label={label} onKeyDown={moveBetweenRows}>
        <thead>
          <tr>
            {ticking && (
              <th scope="col" className="data-table-tick">
                <TickBox label={t('table.selectPage')} state={ticking.state} onTick={ticking.tickAll} />
              </th>
            )}
            {columns.map((column) => (
              <HeadCell
                key={column.id}
                column={column}
                orders={query.orders}
                onSort={(isAdding) =>
                  onQuery({ ...query, orders: nextOrders(query.orders, column.id, isAdding), pageIndex: 1 })
                }
              />
            ))}
          </tr>
        </thead>
        <tbody>
          {page.list.map((row) => (
            <BodyRow
              key={rowId(row)}
              row={row}
              columns={columns}
              id={rowId(row)}
              tickLabel={ticking && (ticking.canTick(rowId(row)) ? t('table.selectRow', { name: rowLabel(row) }) : '')}
              isTicked={ticking?.selected.includes(rowId(row)) ?? false}
              onTick={tick}
            />
          ))}
        </tbody>
      </table>
    </TableScroller>
  )
}

type HeadCellProps<Row> = {
  column: Column<Row>
  orders: readonly Order[]
  onSort: (isAdding: boolean) => void
}

const ariaSort = { asc: 'ascending', desc: 'descending' } as const
const sortIcons = { asc: 'sort-up', desc: 'sort-down' } as const

/** The head of a column. A click sorts by it, with Shift as well as by the others. */
function HeadCell<Row>({ column, orders, onSort }: HeadCellProps<Row>) {
  const t = useText()
  const { id, header, sortable, align, width } = column
  const rank = orders.findIndex(([field]) => field === id)
  const direction = orders[rank]?.[1]
  return (
    <th
      scope="col"
      data-align={align}
      data-column={id}
      style={{ inlineSize: width }}
      aria-sort={direction && rank === 0 ? ariaSort[direction] : undefined}
    >
      {sortable ? (
        <button
          type="button"
          className="row inline gap-2 data-table-sort"
          data-direction={direction}
          title={orders.length > 0 && !direction ? t('table.sortHint') : undefined}
          onClick={(event) => onSort(event.shiftKey)}
        >
          {header}
          <Icon name={direction ? sortIcons[direction] : 'sort'} />
          {direction && orders.length > 1 && <small>{rank + 1}</small>}
        </button>
      ) : (
        header
      )}
    </th>
  )
}

type BodyRowProps<Row> = {
  row: Row
  columns: readonly Column<Row>[]
  id: number
  /** Name of the tick box; empty when this row cannot be ticked, undefined when none can. */
  tickLabel: string | undefined
  isTicked: boolean
  onTick: (id: number, isRange: boolean) => void
}

function PlainBodyRow<Row>({ row, columns, id, tickLabel, isTicked, onTick }: BodyRowProps<Row>) {
  return (
    <tr data-ticked={isTicked}>
      {tickLabel !== undefined && (
        <td className="data-table-tick">
          {tickLabel && (
            <TickBox label={tickLabel} state={isTicked ? 'all' : 'none'} onTick={(isRange) => onTick(id, isRange)} />
          )}
        </td>
      )}
      {columns.map((column) => (
        <td key={column.id} data-column={column.id} data-align={column.align}>
          {column.cell(row)}
        </td>
      ))}
    </tr>
  )
}

/** Ticking one row draws that row alone. (`memo` forgets the type parameter.) */
const BodyRow = memo(PlainBodyRow) as typeof PlainBodyRow
