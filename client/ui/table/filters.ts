import type { ListQuery } from './useListQuery'

const isFilter = (name: string) => name !== 'pageIndex' && name !== 'pageSize' && name !== 'orders' && name !== 'group'

/** Names of the active filters. */
export const filtersOf = (query: ListQuery): string[] =>
  Object.entries<unknown>({ ...query })
    .filter(([name, value]) => isFilter(name) && value !== undefined && value !== '')
    .map(([name]) => name)

export const isFiltered = (query: ListQuery): boolean => filtersOf(query).length > 0

export function withoutFilters<Query extends ListQuery>(query: Query): Query {
  const others = Object.entries(query).filter(([name]) => !isFilter(name))
  return { ...Object.fromEntries(others), pageIndex: 1 } as Query // the filters of a list query are all optional
}
