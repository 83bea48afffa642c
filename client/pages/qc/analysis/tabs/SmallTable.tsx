import type { ReactNode } from 'react'
import { grouped } from '#shared/format/number'
import { TableScroller } from '../../../../ui/table/TableScroller'
import './tabs.css'

export type SmallRow = { key: string; head: ReactNode; cells: readonly ReactNode[] }

type SmallTableProps = {
  label: string
  /** The first is that of the heads of rows. */
  head: readonly string[]
  rows: readonly SmallRow[]
  /** So many columns after the first hold words; the others hold figures. */
  words?: number
}

/** A table of a few rows, each with a head of its own. */
export const SmallTable = ({ label, head, rows, words = 0 }: SmallTableProps) => (
  <TableScroller label={label}>
    <table className="row-table qa-table" data-wide={words > 0} aria-label={label}>
      <thead>
        <tr>
          {head.map((text, at) => (
            <th key={text} scope="col" {...(at > words && { 'data-align': 'end' })}>
              {text}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.key}>
            <th scope="row">{row.head}</th>
            {row.cells.map((cell, at) => (
              <td key={at} {...(at >= words && { 'data-align': 'end' })}>
                {typeof cell === 'number' ? grouped(cell) : cell}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </TableScroller>
)

/** The same below a chart, folded: what it shows, for those who do not see it. */
export const TableBelow = ({ summary, ...table }: SmallTableProps & { summary: string }) => (
  <details className="plot-table">
    <summary>{summary}</summary>
    <SmallTable {...table} />
  </details>
)
