const isOrder = (name: string) => /^\w+Order$/.test(name)

/**
 * The part of an address that makes a view: all but the page. Orders keep their sequence; other parameters are sorted.
 */
export function viewSearch(search: string): string {
  const given = new URLSearchParams(search)
  for (const name of ['pageIndex', 'page']) given.delete(name)
  const entries = [...given].filter(([, value]) => value !== '')
  const filters = new URLSearchParams(entries.filter(([name]) => !isOrder(name)))
  filters.sort()
  for (const [name, value] of entries.filter(([other]) => isOrder(other))) filters.append(name, value)
  return filters.toString()
}
