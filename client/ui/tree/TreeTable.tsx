import { useMemo, useRef, type ReactNode } from 'react'
import { searchOf } from '#shared/list/list-query'
import { Button, IconButton } from '../Button'
import type { Column } from '../table/column'
import { ColumnChoice } from '../table/ColumnChoice'
import { ErrorState } from '../feedback/ErrorState'
import { isFiltered, withoutFilters } from '../table/filters'
import { ListBar } from '../table/ListBar'
import { NoRows } from '../table/NoRows'
import { SkeletonRows } from '../table/SkeletonRows'
import { filterTree, visibleRows, type TreeRow } from './tree-rows'
import type { TreeMoving } from './tree-view'
import { TreeCards } from './TreeCards'
import { TreeGrid } from './TreeGrid'
import { useColumns } from '../table/useColumns'
import { useFolding } from './useFolding'
import { useHeldFocus } from '../form/useHeldFocus'
import { useIsNarrow } from '../layout/useIsNarrow'
import type { ListResult } from '../table/useList'
import type { ListQuery } from '../table/useListQuery'
import { useText } from '../useText'
import '../table/DataTable.css'
import './TreeTable.css'

type TreeTableProps<Row extends TreeRow<Row>, Query extends ListQuery> = {
  /** What the rows are, for those who do not see the page: "Departments". */
  label: string
  columns: readonly Column<Row, Query>[]
  /** The rows of the top, each with those below it. */
  page: ListResult<Row>
  query: Query
  onQuery: (query: Query) => void
  rowId: (row: Row) => number
  /** Names a row among the others, as in "Open Production". */
  rowLabel: (row: Row) => string
  /** Which rows the filters ask for; those above them are shown too. */
  matches: (row: Row, query: Query) => boolean
  /** Which rows begin folded; without it all of a long tree and none of a short one. */
  beginsFolded?: ((row: Row) => boolean) | undefined
  /** Search box and filters; the choice of columns stands at their end. */
  toolbar?: ReactNode
  /** Undefined where, or while, the order is nothing to be changed. */
  moving?: TreeMoving<Row> | undefined
  emptyAction?: ReactNode
  emptyText?: string | undefined
  /** Under which the choice of columns is remembered; without it the ids of the columns. */
  name?: string
}

/**
 * Rows with rows below them, all of them at once; the first column holds the tree. Filters work in the browser and keep
 * what is above a hit. Below 768 px each row is a card.
 */
export function TreeTable<Row extends TreeRow<Row>, Query extends ListQuery>(props: TreeTableProps<Row, Query>) {
  const { label, page, query, onQuery, rowId, matches, toolbar, moving } = props
  const t = useText()
  const isNarrow = useIsNarrow()
  const { visible: columns, choice, reset } = useColumns(props.columns, props.name)
  const box = useRef<HTMLDivElement>(null)
  const heldFocus = useHeldFocus(box, 'tbody > tr, .row-card')
  const isSearch = isFiltered(query)
  const filtered = useMemo(
    () => (isSearch ? filterTree(page.list, (row) => matches(row, query)) : page.list),
    [isSearch, page.list, matches, query],
  )
  const folding = useFolding(filtered, rowId, isSearch ? searchOf({ ...query }) : '', props.beginsFolded)
  const rows = {
    label,
    columns,
    rows: visibleRows(filtered, folding.isFolded),
    rowId,
    rowLabel: props.rowLabel,
    isFolded: folding.isFolded,
    onFold: folding.setFolded,
    /** What only leads to hits stands back. */
    isHit: (row: Row) => !isSearch || matches(row, query),
    moving,
  }
  const Rows = isNarrow ? TreeCards : TreeGrid

  return (
    <div ref={box} {...heldFocus} className="data-table card" data-loading={page.isLoading && !page.isFirst}>
      <ListBar query={query}>
        {toolbar}
        {isSearch && (
          <Button variant="text" onClick={() => onQuery(withoutFilters(query))}>
            {t('table.clearFilters')}
          </Button>
        )}
        <span className="data-table-space" />
        <Button variant="text" onClick={folding.isAllOpen ? folding.foldAll : folding.openAll}>
          {t(folding.isAllOpen ? 'action.collapse' : 'action.expand')}
        </Button>
        <span className="row stretch data-table-tools">
          <IconButton label={t('action.refresh')} icon="refresh" size={20} onClick={page.reload} />
          <ColumnChoice entries={choice} onReset={reset} />
        </span>
      </ListBar>
      <span className="sr-only" role="status">
        {moving?.announcement}
      </span>
      {page.error && <ErrorState error={page.error} onRetry={page.reload} />}
      <div className="data-table-body" aria-busy={page.isLoading}>
        {filtered.length > 0 ? (
          <Rows {...rows} />
        ) : page.error ? null : page.isFirst ? (
          <SkeletonRows label={label} columns={columns} rows={10} />
        ) : (
          <NoRows {...props} />
        )}
      </div>
    </div>
  )
}
