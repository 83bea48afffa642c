import { useEffect, useRef } from 'react'
import { Button, IconButton } from '../Button'
import { ColumnChoice } from './ColumnChoice'
import { ErrorState } from '../feedback/ErrorState'
import { isFiltered, withoutFilters } from './filters'
import { ListBar } from './ListBar'
import { NoRows } from './NoRows'
import { Pager } from './Pager'
import { RowCards } from './RowCards'
import { RowTable } from './RowTable'
import { SortChoice } from './SortChoice'
import { SkeletonRows } from './SkeletonRows'
import { useColumns } from './useColumns'
import { useHeldFocus } from '../form/useHeldFocus'
import { useIsNarrow } from '../layout/useIsNarrow'
import type { ListResult } from './useList'
import type { ListQuery } from './useListQuery'
import { useSelection } from './useSelection'
import { useText } from '../useText'
import './DataTable.css'
import type { DataTableProps } from './rows'

export type { Column } from './column'

/**
 * One page of rows with filters, sorting, choice of columns and pager. Sorting and paging happen on the server, so a
 * change of either is a change of `query`. Below 768 px each row is a card.
 */
export function DataTable<Row, Query extends ListQuery>(props: DataTableProps<Row, Query>) {
  const { label, page, query, onQuery, toolbar, selection, rowId } = props
  const t = useText()
  const isNarrow = useIsNarrow()
  const { visible, choice, reset } = useColumns(props.columns, props.name)
  const selectable = selection?.canSelect ? page.list.filter(selection.canSelect) : page.list
  const ticking = useSelection(selectable.map(rowId), selection)
  const box = useRef<HTMLDivElement>(null)
  const heldFocus = useHeldFocus(box, 'tbody > tr, .row-card')
  useLeaveEmptyPage(page, query, onQuery)

  const rows = { ...props, columns: visible, ticking: selection && ticking }
  const isBulk = ticking.selected.length > 0
  const Rows = isNarrow ? RowCards : RowTable

  return (
    <div ref={box} {...heldFocus} className="data-table card" data-loading={page.isLoading && !page.isFirst}>
      {isBulk ? (
        <div className="row wrap data-table-bar" data-bulk>
          <b className="data-table-selected" role="status">
            {t('table.selected', { count: ticking.selected.length })}
          </b>
          {selection?.actions}
          <span className="data-table-space" />
          <Button variant="text" onClick={() => selection?.onSelect([])}>
            {t('table.unselect')}
          </Button>
        </div>
      ) : (
        <ListBar query={query}>
          {toolbar}
          {isNarrow && <SortChoice columns={props.columns} query={query} onQuery={onQuery} />}
          {isFiltered(query) && (
            <Button variant="text" onClick={() => onQuery(withoutFilters(query))}>
              {t('table.clearFilters')}
            </Button>
          )}
          <span className="data-table-space" />
          <span className="row stretch data-table-tools">
            <IconButton label={t('action.refresh')} icon="refresh" size={20} onClick={page.reload} />
            <ColumnChoice entries={choice} onReset={reset} />
          </span>
        </ListBar>
      )}
      {page.error && <ErrorState error={page.error} onRetry={page.reload} />}
      <div className="data-table-body" aria-busy={page.isLoading}>
        {page.list.length > 0 ? (
          <Rows {...rows} />
        ) : page.error ? null : page.isFirst ? (
          <SkeletonRows label={label} columns={visible} rows={Math.min(query.pageSize, 10)} />
        ) : (
          <NoRows {...props} />
        )}
      </div>
      {page.count > 0 && <Pager count={page.count} {...query} onPage={(paging) => onQuery({ ...query, ...paging })} />}
    </div>
  )
}

/** After the last row of the last page was deleted, shows the page that is now the last. */
function useLeaveEmptyPage<Query extends ListQuery>(
  { list, count, isLoading }: ListResult<unknown>,
  query: Query,
  onQuery: (query: Query) => void,
) {
  const last = Math.max(1, Math.ceil(count / query.pageSize))
  const isBeyond = !isLoading && list.length === 0 && count > 0 && query.pageIndex > last
  useEffect(() => {
    if (isBeyond) onQuery({ ...query, pageIndex: last })
  }, [isBeyond, last, query, onQuery])
}
