import type { ReactNode } from 'react'
import { Button } from '../Button'
import { EmptyState } from '../feedback/EmptyState'
import { isFiltered, withoutFilters } from './filters'
import type { ListQuery } from './useListQuery'
import { useText } from '../useText'

type NoRowsProps<Query> = {
  query: Query
  onQuery: (query: Query) => void
  emptyAction?: ReactNode
  emptyText?: string | undefined
}

/** Never had any, or none that match: the ways on differ. */
export function NoRows<Query extends ListQuery>({ query, onQuery, emptyAction, emptyText }: NoRowsProps<Query>) {
  const t = useText()
  if (!isFiltered(query)) return <EmptyState text={emptyText ?? t('table.empty')} action={emptyAction} />
  const clear = <Button onClick={() => onQuery(withoutFilters(query))}>{t('table.clearFilters')}</Button>
  return <EmptyState icon="search" text={t('table.noMatch')} action={clear} />
}
