import type { ListQuery } from './useListQuery'

const isFilter = (name: string) => name !== 'pageIndex' && name !== 'pageSize' && name !== 'orders'

export const isFiltered = (query: ListQuery): boolean =>
  Object.entries<unknown>({ ...query }).some(([name, value]) => isFilter(name) && value !== undefined && value !== '')

export function withoutFilters<Query extends ListQuery>(query: Query): Query {
  const kept = Object.entries(query).filter(([name]) => !isFilter(name))
  return { ...Object.fromEntries(kept), pageIndex: 1 } as Query // the filters of a list query are all optional
}
