import type { Column } from './column'
import { Skeleton } from '../feedback/Skeleton'
import { useText } from '../useText'

type SkeletonRowsProps = { label: string; columns: readonly Column<never>[]; rows: number }

/** The table that is on its way, in its final shape. */
export function SkeletonRows({ label, columns, rows }: SkeletonRowsProps) {
  const t = useText()
  return (
    <div className="data-table-scroller">
      <span className="sr-only" role="status">
        {t('table.loading', { label })}
      </span>
      <table className="row-table" aria-hidden="true">
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.id} style={{ inlineSize: column.width }}>
                {column.header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {Array.from({ length: rows }, (_, row) => (
            <tr key={row}>
              {columns.map((column, index) => (
                <td key={column.id}>
                  <Skeleton width={`${40 + ((row * 7 + index * 13) % 5) * 10}%`} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
