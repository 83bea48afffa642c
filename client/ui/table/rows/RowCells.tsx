import type { ReactNode } from 'react'
import { byPriority } from '../columns/column-layout'
import { columnsByLine, type ShownColumn } from '../useListTable'
import type { Sight } from '../windowing/column-sight'

type RowCellsProps<Row> = {
  row: Row
  columns: readonly ShownColumn<Row>[]
  /** Ids of the columns in the second line. */
  folded: readonly string[]
  /** Content at the start of the first cell. */
  begin?: ReactNode
  /** The drawn columns, besides the first and pinned ones; without it all. */
  sight?: Sight | undefined
}

/** The cells of a row; columns without room stand in a second line below. */
export function RowCells<Row>({ row, columns, folded, begin, sight }: RowCellsProps<Row>) {
  const { first, second } = columnsByLine(columns, folded)
  let skipped = 0
  return first.map(({ id, align, pin, style, isSized, cell }, index) => {
    if (sight && index > 0 && !pin && (index < sight.from || index >= sight.to)) {
      skipped += 1
      const isNextDrawn = index + 1 === first.length || index + 1 === sight.from || first[index + 1]?.pin
      if (!isNextDrawn) return null
      const span = skipped
      skipped = 0
      return <td key={id} colSpan={span} aria-hidden="true" />
    }
    const content = isSized ? <div className="cell-sized">{cell(row)}</div> : cell(row)
    return (
      <td key={id} data-column={id} data-align={align} data-pin={pin} style={style}>
        {begin && index === 0 ? (
          <span className="row gap-2">
            {begin}
            {content}
          </span>
        ) : (
          content
        )}
        {index === 0 && second.length > 0 && <SecondLine row={row} columns={second} />}
      </td>
    )
  })
}

const SecondLine = <Row,>({ row, columns }: { row: Row; columns: readonly ShownColumn<Row>[] }) => (
  <div className="row gap-12 row-second-line">
    {byPriority(columns).map(({ id, header, cell }) => {
      const content = cell(row)
      return (
        !isBlank(content) && (
          <span key={id} data-column={id}>
            <span className="muted">{header}</span> {content}
          </span>
        )
      )
    })}
  </div>
)

/** True if a cell has no content to show. */
export const isBlank = (content: ReactNode) =>
  content === '-' || content === '' || content === null || content === undefined || content === false
