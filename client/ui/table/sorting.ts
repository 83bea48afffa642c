import type { Order } from '#shared/list/list-query'

/** A click on a head: ascending, descending, off; the others are dropped unless `isAdding`. */
export function nextOrders(orders: readonly Order[], field: string, isAdding: boolean): Order[] {
  const direction = orders.find(([name]) => name === field)?.[1]
  const next: Order[] = direction === 'desc' ? [] : [[field, direction === 'asc' ? 'desc' : 'asc']]
  if (!isAdding) return next
  const index = orders.findIndex(([name]) => name === field)
  return index < 0 ? [...orders, ...next] : orders.toSpliced(index, 1, ...next)
}
