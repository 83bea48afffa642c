import { and, asc, count, desc, eq, gte, is, lte, or, SQL } from 'drizzle-orm'
import type { AnySQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core'
import type { Order } from '#shared/list-query'
import type { Page } from '#shared/schemas/page'
import type { Compiled, Query, Reader, Store } from '../store/store'

/** One optional condition of a list: how it reads in SQL, and how the value that was given is bound. */
export type Filter = { where: (store: Store, bound: never) => SQL; bind: (given: unknown) => unknown }

export const equals = (column: AnySQLiteColumn): Filter => ({
  where: (_, bound) => eq(column, bound),
  bind: (given) => given,
})

/** That value or a greater one. */
export const atLeast = (column: AnySQLiteColumn): Filter => ({
  ...equals(column),
  where: (_, bound) => gte(column, bound),
})

/** That value or a smaller one. */
export const atMost = (column: AnySQLiteColumn): Filter => ({
  ...equals(column),
  where: (_, bound) => lte(column, bound),
})

/** Matches anywhere in one of `columns`, in any letter case. `%` and `_` that an operator typed are not wildcards. */
export const contains = (...columns: [AnySQLiteColumn, ...AnySQLiteColumn[]]): Filter => ({
  where: (store, bound) => or(...columns.map((column) => store.like(column, bound)))!, // of one at least
  bind: (given) => `%${String(given).replace(/[\\%_]/g, '\\$&')}%`,
})

/** A select to which conditions, order and limits can still be added: drizzle's `$dynamic()`. */
type Select<Row> = Query<Row[]> & {
  where(condition: SQL | undefined): unknown
  orderBy(...columns: SQL[]): unknown
  limit(rows: never): unknown
  offset(rows: never): unknown
}

type Description<Row, Asked extends ListQuery> = {
  /** Makes a new select of the list's columns. */
  rows: () => Select<Row>
  /** The table whose rows are counted; with joins where filters read what is joined. */
  counted: SQLiteTable | (() => Select<{ hits: number }>)
  /** One for each filter of the query, by its name. */
  filters: Record<Exclude<keyof Asked, keyof ListQuery>, Filter>
  /** One for each field the query can ask to be sorted by. */
  orders: Record<Asked['orders'][number][0], AnySQLiteColumn>
  /** The order that settles what was not asked for, upwards unless `desc` says otherwise; its last column is unique. */
  defaultOrder: (AnySQLiteColumn | SQL)[]
}

type ListQuery = { pageIndex: number; pageSize: number; orders: Order[] }
type Shape<Row> = { page: Compiled<Row[]>; total: Compiled<{ hits: number }[]> }
type Listing<Row> = Omit<Description<Row, ListQuery>, 'filters'> & {
  filters: Record<string, Filter>
  shapes: Map<string, Shape<Row>>
  totals: Totals
}
/** Totals that were counted since the last commit of anybody. */
type Totals = { version: number | undefined; hits: Map<string, number> }

/** Combinations kept per list. Operators click together few; past this many the oldest is made anew. */
const MAX_KEPT = 200

/**
 * A filtered, sorted and paged list with its total: `listing<RoleQuery>()(describe)`. Each combination of filters and
 * order is compiled once per store. (Two calls, because the rows' type is read from `describe`.)
 */
export const listing =
  <Asked extends ListQuery>() =>
  <Row>(describe: (store: Store) => Description<Row, Asked>) => {
    const listings = new WeakMap<Reader, Listing<Row>>()

    return async (store: Store, query: Asked): Promise<Page<Row>> => {
      const list = listings.get(store.db) ?? open(store)
      const { pageIndex, pageSize } = query
      const { filters } = list
      const given: Record<string, unknown> = { ...query }
      const asked = Object.keys(filters).filter((name) => given[name] !== undefined)
      const values = Object.fromEntries(asked.map((name) => [name, filters[name]!.bind(given[name])]))
      const shape = shapeOf(store, list, asked, query.orders)
      const page = await shape.page({ ...values, pageLimit: pageSize, pageOffset: (pageIndex - 1) * pageSize })
      const hits = await countOnce(store, list.totals, JSON.stringify(values), () => shape.total(values))
      return { count: hits, pageIndex, pageSize, list: page }
    }

    function open(store: Store): Listing<Row> {
      const totals = { version: undefined, hits: new Map<string, number>() }
      const list = { ...describe(store), shapes: new Map<string, Shape<Row>>(), totals }
      listings.set(store.db, list)
      return list
    }
  }

/** Counting costs more than a page; while nobody commits, turning pages need not count again. */
async function countOnce(store: Store, totals: Totals, key: string, count: () => Promise<{ hits: number }[]>) {
  const version = store.version()
  if (version === undefined || version !== totals.version) {
    totals.hits.clear()
    totals.version = version
  }
  const known = totals.hits.get(key)
  if (known !== undefined) return known
  const [total] = await count()
  if (version !== undefined && version === totals.version) keep(totals.hits, key, total!.hits) // else it is old news
  return total!.hits
}

function keep<Value>(map: Map<string, Value>, key: string, value: Value) {
  if (map.size >= MAX_KEPT) map.delete(map.keys().next().value!)
  map.set(key, value)
}

function shapeOf<Row>(store: Store, list: Listing<Row>, asked: string[], orders: Order[]): Shape<Row> {
  const known = orders.filter(([field]) => Object.hasOwn(list.orders, field))
  const key = `${asked.join()} ${known.join(' ')}`
  const compiled = list.shapes.get(key)
  if (compiled) return compiled

  const matching = and(...asked.map((name) => list.filters[name]!.where(store, store.bind(name))))
  const order = known.map(([field, direction]) => (direction === 'asc' ? asc : desc)(list.orders[field]!))
  const page = list.rows()
  page.where(matching)
  page.orderBy(...order, ...list.defaultOrder.map((column) => (is(column, SQL) ? column : asc(column))))
  page.limit(store.bind('pageLimit'))
  page.offset(store.bind('pageOffset'))
  const { counted } = list
  const total = typeof counted === 'function' ? counted() : store.db.select({ hits: count() }).from(counted).$dynamic()
  total.where(matching)
  const shape = { page: store.prepared(page), total: store.prepared(total) }
  keep(list.shapes, key, shape)
  return shape
}
