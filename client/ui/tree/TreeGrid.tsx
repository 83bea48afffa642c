import { memo, useRef, useState, type KeyboardEvent, type PointerEvent } from 'react'
import { flushSync } from 'react-dom'
import { Icon } from '../icons/Icon'
import LongRows from '../table/windowing/LongRows'
import { moveBetweenRows } from '../table/rows/row-keys'
import { copyCells } from '../table/rows/copy-cells'
import { HeadRow } from '../table/rows/HeadRow'
import { RowCells } from '../table/rows/RowCells'
import { TableScroller } from '../table/TableScroller'
import { pressInTree } from './tree-keys'
import { hasChildren, type DropSide, type TreeRow } from './tree-rows'
import type { TreeViewProps } from './tree-view'
import { useColumnFit } from '../table/columns/useColumnFit'
import { columnsByLine, type ShownColumn } from '../table/useListTable'
import { useStable } from '../table/useStable'
import { useText } from '../useText'
import { useTreeDrag } from './useTreeDrag'

/**
 * The rows of a tree as a table, by the WAI-ARIA pattern of a treegrid: up and down, Home and End move between rows,
 * right and left open and close or go in and out, Enter opens the record. From the controls inside a row, up and down
 * move to the same control of the next row, as in other tables.
 */
export function TreeGrid<Row extends TreeRow<Row>>(props: TreeViewProps<Row>) {
  const { label, list, rows, rowId, rowLabel, isFolded, onFold, isHit, moving } = props
  const { columns, folded } = list
  const t = useText()
  const table = useRef<HTMLTableElement>(null)
  const [current, setCurrent] = useState<number>()
  const drag = useTreeDrag(table, props)
  const { first, second } = columnsByLine(columns, folded)
  const fold = useStable(onFold)
  useColumnFit(table, list, rows)
  const focusable = rows.some(({ row }) => rowId(row) === current) ? current : rows[0] && rowId(rows[0].row)

  const elementOf = (row: Row) => table.current?.querySelector<HTMLElement>(`tr[data-row="${rowId(row)}"]`)

  function onKeyDown(event: KeyboardEvent<HTMLTableElement>) {
    const element = event.target instanceof Element ? event.target.closest<HTMLElement>('tr[data-row]') : null
    if (!element || event.ctrlKey || event.metaKey) return
    const id = Number(element.dataset.row)
    const here = rows.find(({ row }) => rowId(row) === id)
    if (!here) return
    if (event.altKey) {
      const step = ({ ArrowUp: 'up', ArrowDown: 'down' } as const)[event.key]
      const place = step && moving?.placeAfter(id, step)
      if (step) event.preventDefault()
      if (place) moving?.move(id, place)
      return
    }
    if (event.target !== element) {
      if (event.key !== 'ArrowLeft') return moveBetweenRows(event)
      element.focus() // from a control in the row, continue as from the row itself
    }
    pressInTree(event, {
      rows,
      current: here,
      isFolded,
      onGo(row) {
        flushSync(() => setCurrent(rowId(row))) // a distant row is drawn only now
        elementOf(row)?.focus()
      },
      onFold: (row, isToFold) => onFold(rowId(row), isToFold),
      others: { Enter: () => element.querySelector<HTMLElement>('.row-link')?.click() },
    })
  }

  return (
    <TableScroller label={label}>
      <table
        ref={table}
        role="treegrid"
        className="row-table list-table tree-grid"
        aria-label={label}
        style={list.widths}
        data-dragging={drag.dragged !== undefined}
        data-second-line={second.length > 0}
        onKeyDown={onKeyDown}
        onCopy={copyCells}
        onFocus={({ target }) => {
          const row = target.closest<HTMLElement>('tr[data-row]')
          if (row) setCurrent(Number(row.dataset.row))
        }}
      >
        <HeadRow table={list} columns={first} />
        <LongRows
          count={rows.length}
          columns={first.length}
          kept={rows.findIndex(({ row }) => rowId(row) === focusable)}
          renderRow={(at) => {
            const { row, level, position, siblings } = rows[at]!
            const id = rowId(row)
            const isOpen = hasChildren(row) ? !isFolded(row) : undefined
            return (
              <TreeGridRow
                key={id}
                row={row}
                id={id}
                columns={columns}
                folded={folded}
                level={level}
                position={position}
                siblings={siblings}
                isOpen={isOpen}
                isHit={isHit(row)}
                isCurrent={id === focusable}
                toggleLabel={t(isOpen ? 'tree.fold' : 'tree.open', { name: rowLabel(row) })}
                isDragged={drag.dragged === id}
                drop={drag.drop?.target === id ? drag.drop.side : undefined}
                dragHint={moving && t('tree.dragHint')}
                onFold={fold}
                onDrag={drag.start}
              />
            )
          }}
        />
      </table>
    </TableScroller>
  )
}

type TreeGridRowProps<Row> = {
  row: Row
  id: number
  columns: readonly ShownColumn<Row>[]
  folded: readonly string[]
  level: number
  position: number
  siblings: number
  /** Undefined for a row without children. */
  isOpen: boolean | undefined
  isHit: boolean
  /** True for the row by which the keyboard enters the table. */
  isCurrent: boolean
  toggleLabel: string
  isDragged: boolean
  /** The drop position of the dragged row. */
  drop: DropSide | undefined
  /** Undefined if rows cannot be dragged. */
  dragHint: string | undefined
  onFold: (id: number, isFolded: boolean) => void
  onDrag: (event: PointerEvent, id: number) => void
}

function PlainTreeGridRow<Row>(props: TreeGridRowProps<Row>) {
  const { row, id, columns, level, position, siblings, isOpen, isHit, isCurrent, toggleLabel, drop, dragHint } = props
  return (
    <tr
      data-row={id}
      data-hit={isHit}
      data-drop={drop}
      data-dragged={props.isDragged}
      tabIndex={isCurrent ? 0 : -1}
      aria-level={level}
      aria-posinset={position}
      aria-setsize={siblings}
      aria-expanded={isOpen}
      {...(dragHint && { 'aria-keyshortcuts': 'Alt+ArrowUp Alt+ArrowDown' })}
    >
      <RowCells
        row={row}
        columns={columns}
        folded={props.folded}
        begin={
          <>
            <span style={{ paddingInlineStart: (level - 1) * 24 }} />
            {dragHint && (
              <span
                className="tree-drag"
                title={dragHint}
                aria-hidden="true"
                onPointerDown={(event) => props.onDrag(event, id)}
              >
                <Icon name="drag" />
              </span>
            )}
            {isOpen === undefined ? (
              <span className="tree-toggle" />
            ) : (
              <button
                type="button"
                className="tree-toggle"
                data-open={isOpen}
                tabIndex={-1} // the arrows open and close the row itself
                aria-label={toggleLabel}
                onClick={() => props.onFold(id, isOpen)}
              >
                <Icon name="chevron-right" />
              </button>
            )}
          </>
        }
      />
    </tr>
  )
}

/** Moving between rows redraws two of them. (`memo` loses the type parameter.) */
const TreeGridRow = memo(PlainTreeGridRow) as typeof PlainTreeGridRow
