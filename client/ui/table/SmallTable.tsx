import { useState, type ReactNode } from 'react'
import { grouped } from '#shared/format/number'
import { TableScroller } from './TableScroller'
import './SmallTable.css'

export type SmallRow = { key: string; head: ReactNode; cells: readonly ReactNode[] }

type SmallTableProps = {
  label: string
  /** The first one heads the column of row heads. */
  head: readonly string[]
  rows: readonly SmallRow[]
  /** The number of columns after the first that hold text; the others hold figures. */
  textColumns?: number
}

/** A table of a few rows, each with a row head. */
export const SmallTable = ({ label, head, rows, textColumns = 0 }: SmallTableProps) => (
  <TableScroller label={label}>
    <table className="row-table small-table" data-wide={textColumns > 0} aria-label={label}>
      <thead>
        <tr>
          {head.map((text, index) => (
            <th key={text} scope="col" {...(index > textColumns && { 'data-align': 'end' })}>
              {text}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.key}>
            <th scope="row">{row.head}</th>
            {row.cells.map((cell, index) => (
              <td key={index} {...(index >= textColumns && { 'data-align': 'end' })}>
                {typeof cell === 'number' ? grouped(cell) : cell}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </TableScroller>
)

/** The figures of a chart as a folded table below it, also for screen readers. Its rows are made when it is opened. */
export function TableBelow({ summary, ...table }: SmallTableProps & { summary: string }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <details className="table-below" onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
      <summary>{summary}</summary>
      {isOpen && <SmallTable {...table} />}
    </details>
  )
}
