import type { ReactNode } from 'react'
import { part, usePart } from '../../part'
import type { Sight } from './column-sight'
import type { WindowedBodyProps } from './WindowedBody'

/** Above this many rows only those near the sight are drawn. */
const DRAWN_UP_TO = 200
/** Of a long table, until the code that draws the others has come. */
const FIRST_ROWS = 40

const WindowedBody = part<WindowedBodyProps>(() => import('./WindowedBody'))

type LongBodyProps<Row> = {
  rows: readonly Row[]
  /** How many columns the rows have. */
  columns: number
  /** Draws a `<tr>` with a key, of many columns only those in sight. */
  renderRow: (row: Row, index: number, sight?: Sight) => ReactNode
  /** The position of a row that is drawn wherever it is: the one that the keyboard is in. */
  kept?: number
}

/** The rows of a table without a pager. */
export function LongBody<Row>({ rows, renderRow, ...rest }: LongBodyProps<Row>) {
  if (rows.length <= DRAWN_UP_TO) return <tbody>{rows.map((row, index) => renderRow(row, index))}</tbody>
  return <LongRows {...rest} count={rows.length} renderRow={(index, sight) => renderRow(rows[index]!, index, sight)} />
}

function LongRows(props: WindowedBodyProps) {
  const { Loaded } = usePart(WindowedBody)
  if (Loaded) return <Loaded {...props} />
  return (
    <tbody>{Array.from({ length: Math.min(props.count, FIRST_ROWS) }, (_, index) => props.renderRow(index))}</tbody>
  )
}
