import { DEFAULT_PAGE_SIZE, pageSizes } from '#shared/constants'
import { plainQuery, type Order } from '#shared/list/list-query'

/** The common part of every list query; filters are added to it. */
export type ListQuery = { pageIndex: number; pageSize: number; orders: Order[] }

/** The paging of the address if valid, else the first page of the default size. */
export function readQuery(search: string): ListQuery {
  const { pageIndex, pageSize, orders, ...filters } = plainQuery(new URLSearchParams(search))
  const page = Number(pageIndex)
  const size = Number(pageSize)
  return {
    ...filters,
    pageIndex: Number.isInteger(page) && page >= 1 && page <= 1_000_000 ? page : 1,
    pageSize: pageSizes.find((allowed) => allowed === size) ?? DEFAULT_PAGE_SIZE,
    orders: orders as Order[], // `plainQuery` ensures this
  }
}
