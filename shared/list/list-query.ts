import { DEFAULT_PAGE_SIZE } from '../constants'

export type Direction = 'asc' | 'desc'
export type Order = [field: string, direction: Direction]

/** Other names for parameters of all lists. */
const aliases = new Map([
  ['page', 'pageIndex'],
  ['limit', 'pageSize'],
])

/**
 * The parameters of a list in an address, in plain form. Blank values mean "no filter" and are left out. The first of
 * repeated names counts; names in `repeatable` become arrays. `lotId[]` and `lotId[0]`, the list forms of many
 * libraries, become `lotId`: a filter under an unknown name would find everything. `page` and `limit` become
 * `pageIndex` and `pageSize`. `<field>Order=asc|desc` becomes an element of `orders`, in the given order.
 */
export function plainQuery(
  entries: Iterable<[string, string]>,
  repeatable: readonly string[] = [],
): Record<string, unknown> {
  const plain: Record<string, unknown> = {}
  const lists: Record<string, string[]> = Object.fromEntries(repeatable.map((name) => [name, []]))
  const orders: Order[] = []
  for (const [name, value] of entries) {
    const bare = name.endsWith(']') ? name.replace(/\[\d*\]$/, '') : name
    const key = aliases.get(bare) ?? bare
    if (value === '' || key === '__proto__') continue
    if (Object.hasOwn(lists, key)) lists[key]!.push(value)
    if (Object.hasOwn(plain, key)) continue
    const field = key.endsWith('Order') ? key.match(/^(\w+)Order$/)?.[1] : undefined
    if (!field) plain[key] = value
    else if ((value === 'asc' || value === 'desc') && !orders.some(([known]) => known === field)) {
      orders.push([field, value])
    }
  }
  for (const [name, values] of Object.entries(lists)) if (values.length > 0) plain[name] = values
  return { ...plain, orders }
}

/** The address form of a list query, without blanks and defaults; the reverse of {@link plainQuery}. */
export function searchOf(query: Record<string, unknown>): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (name === 'orders') for (const [field, direction] of value as Order[]) search.append(`${field}Order`, direction)
    else if (name === 'pageIndex' && value === 1) continue
    else if (name === 'pageSize' && value === DEFAULT_PAGE_SIZE) continue
    else
      for (const item of [value].flat())
        if (item !== undefined && item !== null && item !== '') search.append(name, String(item))
  }
  const text = search.toString()
  return text && `?${text}`
}
