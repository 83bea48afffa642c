import { useState, type ReactNode } from 'react'
import { Button, IconButton } from '../Button'
import type { ListName } from '#shared/list/list-names'
import { useIsNarrow } from '../layout/useIsNarrow'
import { useText } from '../useText'
import { ColumnChoice } from './columns/ColumnChoice'
import { ViewMenu } from '../view/ViewMenu'
import { filtersOf, withoutFilters } from './filters'
import type { ListQuery } from './useListQuery'
import type { ListTable } from './useListTable'

type ListBarProps<Row, Query extends ListQuery> = {
  query: Query
  onQuery: (query: Query) => void
  onReload: () => void
  /** The list of the offered views. */
  list: ListName | undefined
  table: ListTable<Row>
  /** Hidden rather than gone, it keeps what is typed in it, and the chosen view. */
  isHidden?: boolean
  /** The search box and the filters. */
  children: ReactNode
  /** Further buttons at the end. */
  end?: ReactNode
}

/** The bar above the rows of a list. On a phone all except the first search box is folded, to show the rows first. */
export function ListBar<Row, Query extends ListQuery>(props: ListBarProps<Row, Query>) {
  const { query, onQuery, onReload, list, table, children, end } = props
  const t = useText()
  const isNarrow = useIsNarrow()
  const [isOpen, setIsOpen] = useState(false)
  const count = filtersOf(query).length
  return (
    <div className="row wrap data-table-bar" data-folded={isNarrow && !isOpen} hidden={props.isHidden}>
      {isNarrow && (
        <Button
          className="data-table-unfold"
          icon={isOpen ? 'chevron-up' : 'chevron-down'}
          aria-expanded={isOpen}
          onClick={() => setIsOpen(!isOpen)}
        >
          {count > 0 ? t('table.filtersSet', { count }) : t('table.filters')}
        </Button>
      )}
      {children}
      {count > 0 && (
        <Button variant="text" onClick={() => onQuery(withoutFilters(query))}>
          {t('table.clearFilters')}
        </Button>
      )}
      <span className="data-table-space" />
      {end}
      <span className="row stretch data-table-tools">
        {list && <ViewMenu list={list} />}
        <IconButton label={t('action.refresh')} icon="refresh" size={20} onClick={onReload} />
        <ColumnChoice table={table} />
      </span>
    </div>
  )
}
