import { useRef, type ReactNode } from 'react'
import type { Sight } from './column-sight'
import { DRAWN_UP_TO } from './long-table'
import { useFixedColumns } from './useFixedColumns'
import { useRowsInSight } from './useRowsInSight'

export type LongRowsProps = {
  count: number
  /** The number of columns. */
  columns: number
  /** Draws a `<tr>` with a key. Of many columns it draws only the visible ones. */
  renderRow: (index: number, sight?: Sight) => ReactNode
  /** The position of a row that is always drawn. */
  kept?: number
}

/** Above this number, only visible columns are drawn. */
const MANY_COLUMNS = 50

/**
 * All rows, or in a long table those near the visible area. A single row of the same height replaces rows left out. A
 * table that becomes long keeps its visible rows, and the focus in them.
 */
export default function LongRows({ count, columns, renderRow, kept = -1 }: LongRowsProps) {
  const body = useRef<HTMLTableSectionElement>(null)
  const isLong = count > DRAWN_UP_TO
  const sight = useFixedColumns(body, isLong, columns > MANY_COLUMNS)
  const { rows, heightOf } = useRowsInSight(body, { count, isLong, columns, kept })
  const gap = (key: string, from: number, to: number) =>
    to > from && (
      <tr key={key} data-gap="" aria-hidden="true" style={{ blockSize: heightOf(from, to) }}>
        <td colSpan={columns}>&nbsp;</td>
      </tr>
    )
  return (
    <tbody ref={body}>
      {rows.flatMap((row, index) => [
        index === 0 ? gap('before', 0, row) : gap('between', rows[index - 1]! + 1, row),
        renderRow(row, sight),
      ])}
      {gap('after', (rows.at(-1) ?? -1) + 1, count)}
    </tbody>
  )
}
