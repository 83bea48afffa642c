import { useEffect, type ComponentType } from 'react'
import { Button } from '../Button'
import { isNarrowNow, useIsNarrow } from '../layout/useIsNarrow'
import { part } from '../part'
import { useText } from '../useText'
import { ListBar } from './ListBar'
import { Pager } from './pager/Pager'
import type { SortChoiceProps } from './cards/SortChoice'
import type { DataTableProps, RowsProps } from './rows/rows'
import { RowTable } from './rows/RowTable'
import { TableFrame } from './TableFrame'
import type { ListResult } from './useList'
import type { ListQuery } from './useListQuery'
import { useListTable } from './useListTable'

export type { Column } from './column'

const RowCards = part(() => import('./cards/RowCards'))
const SortChoice = part(() => import('./cards/SortChoice'))
// on a phone they load beside the first rows
if (isNarrowNow()) for (const { preload } of [RowCards, SortChoice]) preload().catch(() => {})

/**
 * A page of rows with filters, sorting, choice of columns and pager. The server sorts and pages, so either changes
 * `query`. Below 768 px each row is a card.
 */
export function DataTable<Row, Query extends ListQuery>(props: DataTableProps<Row, Query>) {
  const { label, page, query, onQuery, toolbar, selection, rowLabel, cardTitle } = props
  const t = useText()
  const isNarrow = useIsNarrow()
  const table = useListTable({ ...props, rows: page.list })
  const ticked = selection?.selected.length ?? 0
  useLeaveEmptyPage(page, query, onQuery)

  // parts are not generic
  const Rows = isNarrow ? (RowCards as unknown as ComponentType<RowsProps<Row>>) : RowTable<Row>
  const Sorts = SortChoice as unknown as ComponentType<SortChoiceProps<Row, Query>>
  const bulkBar = (
    <div className="row wrap data-table-bar" data-bulk>
      <b className="data-table-selected" role="status">
        {t('table.selected', { count: ticked })}
      </b>
      {selection?.actions}
      <span className="data-table-space" />
      <Button variant="text" onClick={() => selection?.onSelect([])}>
        {t('table.unselect')}
      </Button>
    </div>
  )

  return (
    <TableFrame
      {...props}
      columns={table.columns}
      density={table.density}
      skeletonRows={Math.min(query.pageSize, 10)}
      bar={
        <>
          {ticked > 0 && bulkBar}
          <ListBar
            isHidden={ticked > 0}
            query={query}
            onQuery={onQuery}
            onReload={page.reload}
            list={props.hasViews === false ? undefined : props.name}
            table={table}
          >
            {toolbar}
            {isNarrow && <Sorts columns={props.columns} query={query} onQuery={onQuery} />}
          </ListBar>
        </>
      }
      foot={
        page.count > 0 && <Pager count={page.count} {...query} onPage={(paging) => onQuery({ ...query, ...paging })} />
      }
    >
      {page.list.length > 0 ? (
        <Rows {...{ label, table, rowLabel, cardTitle }} canTick={selection !== undefined} />
      ) : undefined}
    </TableFrame>
  )
}

/** After deletion of the last row of the last page, shows the new last page. */
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
