import { useRef, useState, type ReactNode } from 'react'
import { part, usePart } from '../../part'
import type { Sight } from './column-sight'
import type { Drawn, TableSightProps } from './TableSight'

/** Above this many rows only those near the sight are drawn. */
const DRAWN_UP_TO = 200
/** Of a long table about so many cells are drawn until its sight is known. */
const FIRST_CELLS = 240

const TableSight = part<TableSightProps>(() => import('./TableSight'))

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
export function LongBody<Row>(props: LongBodyProps<Row>) {
  const { rows, renderRow } = props
  return rows.length > DRAWN_UP_TO ? (
    <LongRows {...props} />
  ) : (
    <tbody>{rows.map((row, at) => renderRow(row, at))}</tbody>
  )
}

/** Where rows are left out there is a single one that is as high as they are. */
function LongRows<Row>({ rows, columns, renderRow, kept = -1 }: LongBodyProps<Row>) {
  const body = useRef<HTMLTableSectionElement>(null)
  const { Loaded } = usePart(TableSight)
  const [{ drawn, heightOf, sight }, setDrawn] = useState<Drawn>(() => ({
    drawn: Array.from({ length: Math.ceil(FIRST_CELLS / columns) }, (_, at) => at),
  }))
  const gap = (key: string, from: number, to: number) =>
    heightOf &&
    to > from && (
      <tr key={key} data-gap="" aria-hidden="true" style={{ blockSize: heightOf(from, to) }}>
        <td colSpan={columns}>&nbsp;</td>
      </tr>
    )
  const shown = drawn.filter((at) => at < rows.length)
  return (
    <tbody ref={body}>
      {shown.flatMap((at, index) => [
        index === 0 ? gap('before', 0, at) : gap('between', shown[index - 1]! + 1, at),
        renderRow(rows[at]!, at, sight),
      ])}
      {gap('after', (shown.at(-1) ?? -1) + 1, rows.length)}
      {Loaded && (
        <Loaded body={body} drawn={shown} onDrawn={setDrawn} count={rows.length} columns={columns} kept={kept} />
      )}
    </tbody>
  )
}
