import { memo, useRef } from 'react'
import { TickBox } from '../../input/TickBox'
import { useStable } from '../useStable'
import { useText } from '../../useText'
import { copyCells } from './copy-cells'
import { HeadRow } from './HeadRow'
import type { Sight } from '../windowing/column-sight'
import { LongBody } from '../windowing/LongBody'
import { moveBetweenRows } from './row-keys'
import { RowCells } from './RowCells'
import type { RowsProps } from './rows'
import { TableScroller } from '../TableScroller'
import { useColumnFit } from '../columns/useColumnFit'
import { columnsByLine, type ListRow, type ShownColumn } from '../useListTable'

/** Rows as a table. */
export function RowTable<Row>({ label, table, rowLabel, canTick }: RowsProps<Row>) {
  const { core, columns, folded } = table
  const t = useText()
  const element = useRef<HTMLTableElement>(null)
  const { rows } = core.getRowModel()
  useColumnFit(element, table, rows)
  const { first, second } = columnsByLine(columns, folded)
  const isAllTicked = core.getIsAllPageRowsSelected()
  const tickAll = useStable(() => core.toggleAllPageRowsSelected(!isAllTicked))
  return (
    <TableScroller label={label}>
      <table
        ref={element}
        className="row-table list-table"
        aria-label={label}
        data-ticks={canTick}
        data-second-line={second.length > 0}
        style={table.widths}
        onKeyDown={moveBetweenRows}
        onCopy={copyCells}
      >
        <HeadRow table={table} columns={first}>
          {canTick && (
            <th scope="col" className="data-table-tick">
              <TickBox
                label={t('table.selectPage')}
                state={isAllTicked ? 'all' : core.getIsSomePageRowsSelected() ? 'some' : 'none'}
                onTick={tickAll}
              />
            </th>
          )}
        </HeadRow>
        <LongBody
          rows={rows}
          columns={first.length}
          renderRow={(row, _index, sight) => (
            <BodyRow
              key={row.id}
              row={row}
              columns={columns}
              folded={folded}
              sight={sight}
              tickLabel={
                canTick ? (row.getCanSelect() ? t('table.selectRow', { name: rowLabel(row.original) }) : '') : undefined
              }
              isTicked={row.getIsSelected()}
            />
          )}
        />
      </table>
    </TableScroller>
  )
}

type BodyRowProps<Row> = {
  row: ListRow<Row>
  columns: readonly ShownColumn<Row>[]
  folded: readonly string[]
  sight: Sight | undefined
  /** Name of the tick box; empty if this row cannot be ticked, undefined if none can. */
  tickLabel: string | undefined
  isTicked: boolean
}

function PlainBodyRow<Row>({ row, columns, folded, sight, tickLabel, isTicked }: BodyRowProps<Row>) {
  return (
    <tr data-ticked={isTicked}>
      {tickLabel !== undefined && (
        <td className="data-table-tick">
          {tickLabel && (
            <TickBox label={tickLabel} state={isTicked ? 'all' : 'none'} onTick={row.getToggleSelectedHandler()} />
          )}
        </td>
      )}
      <RowCells row={row.original} columns={columns} folded={folded} sight={sight} />
    </tr>
  )
}

/** Ticking one row redraws only that row. (`memo` loses the type parameter.) */
const BodyRow = memo(PlainBodyRow) as typeof PlainBodyRow
