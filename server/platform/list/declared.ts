import type { AnySQLiteColumn } from 'drizzle-orm/sqlite-core'
import type { SQL } from 'drizzle-orm'
import {
  filterFields,
  groupFields,
  sortFields,
  type FilterField,
  type Resource,
  type SortField,
} from '#shared/resource'
import type { Store } from '../store'
import { contains, equals, type Filter } from './listing'

/** A column for each field of a filter or an order: a table, or its columns by the names of the fields. */
type ColumnsOf<Declared extends Resource> = Record<
  Exclude<FilterField<Declared>, 'keyword'> | SortField<Declared>,
  AnySQLiteColumn
>

/** The filters and orders of a list, from the declaration of its resource. Names are sorted by `store.nameOrder`. */
export function declaredList<Declared extends Resource>(
  resource: Declared,
  table: ColumnsOf<Declared>,
  { nameOrder }: Pick<Store, 'nameOrder'>,
) {
  const columns = table as unknown as Record<string, AnySQLiteColumn> // it has them
  const fieldOf = (name: string) => resource.fields[name]!
  const { keyword } = resource
  const filters = filterFields(resource).map((name): [string, Filter] => {
    if (keyword && name === 'keyword') return [name, containsIn(keyword.fields.map((field) => columns[field]!))]
    const { filter, en } = fieldOf(name)
    const column = columns[name]!
    return [name, filter === 'equals' ? equals(column) : containsIn(en ? [column, columns[en]!] : [column])]
  })
  const orders = sortFields(resource).map((name): [string, AnySQLiteColumn | SQL] => [
    name,
    fieldOf(name).as === 'name' ? nameOrder(columns[name]!) : columns[name]!,
  ])
  return {
    filters: Object.fromEntries(filters) as Record<FilterField<Declared>, Filter>,
    groups: Object.fromEntries(groupFields(resource).map((name) => [name, columns[name]!])),
    orders: Object.fromEntries(orders) as Record<SortField<Declared>, AnySQLiteColumn | SQL>,
  }
}

const containsIn = (columns: readonly AnySQLiteColumn[]) => contains(...(columns as [AnySQLiteColumn])) // one at least is declared
