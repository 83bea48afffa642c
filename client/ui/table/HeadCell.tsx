import type { Order } from '#shared/list/list-query'
import type { Column } from './column'
import { Icon } from '../Icon'
import { useText } from '../useText'

type HeadCellProps<Row> = {
  column: Column<Row>
  orders: readonly Order[]
  onSort: (isAdding: boolean) => void
}

const ariaSort = { asc: 'ascending', desc: 'descending' } as const
const icons = { asc: 'sort-up', desc: 'sort-down' } as const

/** The head of a column. A click sorts by it, with Shift as well as by the others. */
export function HeadCell<Row>({ column, orders, onSort }: HeadCellProps<Row>) {
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
          <Icon name={direction ? icons[direction] : 'sort'} />
          {direction && orders.length > 1 && <small>{rank + 1}</small>}
        </button>
      ) : (
        header
      )}
    </th>
  )
}
