import { useMemo } from 'react'
import { searchOf } from '#shared/list/list-query'
import { Button } from '../Button'
import { useIsNarrow } from '../layout/useIsNarrow'
import { isFiltered } from '../table/filters'
import { ListBar } from '../table/ListBar'
import type { DataTableProps } from '../table/rows/rows'
import { TableFrame } from '../table/TableFrame'
import type { ListQuery } from '../table/useListQuery'
import { useListTable } from '../table/useListTable'
import { useText } from '../useText'
import { filterTree, type TreeRow } from './tree-rows'
import type { TreeMoving } from './tree-view'
import { TreeCards } from './TreeCards'
import { TreeGrid } from './TreeGrid'
import { useTreeRows } from './useTreeRows'
import './TreeTable.css'

/** `page` has the top rows, each with its descendants. */
type TreeTableProps<Row extends TreeRow<Row>, Query extends ListQuery> = Omit<
  DataTableProps<Row, Query>,
  'selection' | 'cardTitle'
> & {
  /** The rows that match the filters; their ancestors are shown too. */
  matches: (row: Row, query: Query) => boolean
  /** The rows that begin folded; without it, all rows of a long tree and none of a short one. */
  beginsFolded?: ((row: Row) => boolean) | undefined
  /** Undefined while the order cannot be changed. */
  moving?: TreeMoving<Row> | undefined
}

const NO_ROWS: readonly never[] = []

/**
 * A tree of rows, all at once; the first column holds the tree. Filters work in the browser and keep the parents of a
 * hit. Below 768 px each row is a card.
 */
export function TreeTable<Row extends TreeRow<Row>, Query extends ListQuery>(props: TreeTableProps<Row, Query>) {
  const { label, page, query, onQuery, rowId, rowLabel, matches, toolbar, moving } = props
  const t = useText()
  const isNarrow = useIsNarrow()
  const table = useListTable({ ...props, rows: NO_ROWS }) // `useTreeRows` provides its rows
  const isSearch = isFiltered(query)
  const filtered = useMemo(
    () => (isSearch ? filterTree(page.list, (row) => matches(row, query)) : page.list),
    [isSearch, page.list, matches, query],
  )
  const folding = useTreeRows(filtered, rowId, isSearch ? searchOf({ ...query }) : '', props.beginsFolded)
  const { rows, isFolded, isAllOpen } = folding
  const Rows = isNarrow ? TreeCards : TreeGrid

  return (
    <TableFrame
      {...props}
      columns={table.columns}
      density={table.density}
      skeletonRows={10}
      bar={
        <>
          <ListBar
            query={query}
            onQuery={onQuery}
            onReload={page.reload}
            list={props.name}
            table={table}
            end={
              <Button variant="text" onClick={isAllOpen ? folding.foldAll : folding.openAll}>
                {t(isAllOpen ? 'action.collapse' : 'action.expand')}
              </Button>
            }
          >
            {toolbar}
          </ListBar>
          <span className="sr-only" role="status">
            {moving?.announcement}
          </span>
        </>
      }
    >
      {filtered.length > 0 ? (
        <Rows
          {...{ label, rows, rowId, rowLabel, isFolded, moving }}
          list={table}
          onFold={folding.setFolded}
          isHit={(row) => !isSearch || matches(row, query)} // the parents of hits are dimmed
        />
      ) : undefined}
    </TableFrame>
  )
}
