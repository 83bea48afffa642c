import { memo, useEffect, useRef, useState, type KeyboardEvent } from 'react'
import type { Column } from './column'
import { HeadCell } from './HeadCell'
import type { RowsProps } from './rows'
import { TickBox } from './TickBox'
import { nextOrders } from './sorting'
import type { ListQuery } from './useListQuery'
import { useText } from './useText'

/** Rows as a table; wider than its card it scrolls inside it, by keyboard too. */
export function RowTable<Row, Query extends ListQuery>({
  label,
  columns,
  page,
  query,
  onQuery,
  rowId,
  rowLabel,
  ticking,
}: RowsProps<Row, Query>) {
  const t = useText()
  const scroller = useRef<HTMLDivElement>(null)
  const isWide = useIsWiderThanItsBox(scroller)
  const tick = useStable(ticking?.tick)
  return (
    <div
      ref={scroller}
      className="data-table-scroller"
      {...(isWide && { tabIndex: 0, role: 'region', 'aria-label': label })}
    >
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
    </div>
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

/** A function that never changes and calls the latest one, for memoized rows. */
function useStable(latest: ((id: number, isRange: boolean) => void) | undefined) {
  const current = useRef(latest)
  useEffect(() => {
    current.current = latest
  })
  const [stable] = useState(() => (id: number, isRange: boolean) => current.current?.(id, isRange))
  return stable
}

const STOPS = 'a[href], button:not(:disabled), input:not(:disabled)'

/**
 * Up and down go to the same control of the row above or below; rows that lack it are passed over. With Shift they tick
 * from row to row, and back again.
 */
function moveBetweenRows(event: KeyboardEvent<HTMLTableElement>) {
  const { key, target } = event
  if ((key !== 'ArrowDown' && key !== 'ArrowUp') || !(target instanceof HTMLElement)) return
  const cell = target.closest('td')
  if (!cell || !target.matches(STOPS) || target.closest('[popover]')) return
  event.preventDefault()
  const beside = (row: Element | null) => (key === 'ArrowDown' ? row?.nextElementSibling : row?.previousElementSibling)
  const at = stopsOf(cell).indexOf(target)
  for (let row = beside(cell.parentElement); row; row = beside(row)) {
    const stops = stopsOf(row.children[cell.cellIndex])
    const stop = stops[at] ?? stops.at(-1)
    if (!stop) continue
    stop.focus()
    if (event.shiftKey) tickOn(target, stop)
    return
  }
}

function tickOn(from: HTMLElement, to: HTMLElement) {
  if (!(from instanceof HTMLInputElement) || !(to instanceof HTMLInputElement)) return
  if (!to.checked) to.click()
  else if (from.checked) from.click()
}

const stopsOf = (cell: Element | undefined) => [...(cell?.querySelectorAll<HTMLElement>(STOPS) ?? [])]

function useIsWiderThanItsBox(box: { current: HTMLElement | null }): boolean {
  const [isWide, setIsWide] = useState(false)
  useEffect(() => {
    const element = box.current
    if (!element) return
    const observer = new ResizeObserver(() => setIsWide(element.scrollWidth > element.clientWidth))
    observer.observe(element)
    if (element.firstElementChild) observer.observe(element.firstElementChild)
    return () => observer.disconnect()
  }, [box])
  return isWide
}
