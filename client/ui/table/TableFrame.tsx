import { useRef, type ReactNode } from 'react'
import { Button } from '../Button'
import { EmptyState } from '../feedback/EmptyState'
import { ErrorState } from '../feedback/ErrorState'
import { Skeleton } from '../feedback/Skeleton'
import { useFocusInList } from '../form/useFocusInList'
import { useText } from '../useText'
import type { Column } from './column'
import { isFiltered, withoutFilters } from './filters'
import type { ListResult } from './useList'
import type { ListQuery } from './useListQuery'
import type { ListTable } from './useListTable'
import './DataTable.css'

type TableFrameProps<Query> = NoRowsProps<Query> & {
  label: string
  page: ListResult<unknown>
  columns: readonly Column<never>[]
  /** The bar above the rows. */
  bar: ReactNode
  /** The rows; undefined if there are none. */
  children: ReactNode
  /** The content below the rows. */
  foot?: ReactNode
  skeletonRows: number
  density?: ListTable<unknown>['density']
}

/** The card of a table: its bar, and the rows or their replacement. */
export function TableFrame<Query extends ListQuery>(props: TableFrameProps<Query>) {
  const { label, page, columns, bar, children, foot, skeletonRows, density, ...empty } = props
  const box = useRef<HTMLDivElement>(null)
  const heldFocus = useFocusInList(box, 'tbody > tr, .row-card')
  return (
    <div
      ref={box}
      {...heldFocus}
      className="data-table card"
      data-density={density}
      data-loading={page.isLoading && !page.isFirst}
    >
      {bar}
      {page.error && <ErrorState error={page.error} onRetry={page.reload} />}
      <div className="data-table-body" aria-busy={page.isLoading}>
        {children ??
          (page.error ? null : page.isFirst ? (
            <SkeletonRows label={label} columns={columns} rows={skeletonRows} />
          ) : (
            <NoRows {...empty} />
          ))}
      </div>
      {foot}
    </div>
  )
}

type NoRowsProps<Query> = {
  query: Query
  onQuery: (query: Query) => void
  emptyAction?: ReactNode
  emptyText?: string | undefined
}

/** Tells an empty list from one without matches: the next steps differ. */
function NoRows<Query extends ListQuery>({ query, onQuery, emptyAction, emptyText }: NoRowsProps<Query>) {
  const t = useText()
  if (!isFiltered(query)) return <EmptyState text={emptyText ?? t('table.empty')} action={emptyAction} />
  const clear = <Button onClick={() => onQuery(withoutFilters(query))}>{t('table.clearFilters')}</Button>
  return <EmptyState icon="search" text={t('table.noMatch')} action={clear} />
}

type SkeletonRowsProps = { label: string; columns: readonly Column<never>[]; rows: number }

/** A placeholder for the loading table, in its final shape. */
function SkeletonRows({ label, columns, rows }: SkeletonRowsProps) {
  const t = useText()
  return (
    <div className="data-table-scroller" data-skeleton>
      <span className="sr-only" role="status">
        {t('table.loading', { label })}
      </span>
      <table className="row-table" aria-hidden="true">
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.id}>{column.header}</th>
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
