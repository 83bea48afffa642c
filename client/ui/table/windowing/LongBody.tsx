import type { ReactNode } from 'react'
import { part, usePart } from '../../part'
import type { Sight } from './column-sight'
import { DRAWN_UP_TO, FIRST_CELLS } from './long-table'
import type { LongRowsProps } from './LongRows'

const LongRows = part<LongRowsProps>(() => import('./LongRows'))

type LongBodyProps<Row> = {
  rows: readonly Row[]
  /** The number of columns. */
  columns: number
  /** Draws a `<tr>` with a key. Of many columns it draws only the visible ones. */
  renderRow: (row: Row, index: number, sight?: Sight) => ReactNode
  /** The position of a row that is always drawn: the one with the keyboard focus. */
  kept?: number
}

/** The rows of a table without a pager. If their number changes at every press, as in trees, use `LongRows`. */
export function LongBody<Row>({ rows, renderRow, ...rest }: LongBodyProps<Row>) {
  if (rows.length <= DRAWN_UP_TO) return <tbody>{rows.map((row, index) => renderRow(row, index))}</tbody>
  return <Rows {...rest} count={rows.length} renderRow={(index, sight) => renderRow(rows[index]!, index, sight)} />
}

function Rows(props: LongRowsProps) {
  const { Loaded } = usePart(LongRows)
  if (Loaded) return <Loaded {...props} />
  const first = Math.min(props.count, Math.ceil(FIRST_CELLS / props.columns))
  return <tbody>{Array.from({ length: first }, (_, index) => props.renderRow(index))}</tbody>
}
