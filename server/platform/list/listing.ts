import { and, asc, Column, count, desc, eq, gte, inArray, is, lte, or, sql, SQL } from 'drizzle-orm'
import type { AnySQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core'
import type { Order } from '#shared/list/list-query'
import type { Page } from '#shared/list/page'
import type { Compiled, Query, Reader, Reading, Store } from '../store/store'
import { yieldToEventLoop } from '../chunks/yield-to-event-loop'
import { foldingMatch, foldingPatterns, isFolded } from './folding'
import { mapInChunks } from '../chunks/map-in-chunks'
import { literal, toBuild } from './statement'

/** One optional condition of a list: how it reads in SQL, and how the value that was given is bound. */
export type Filter = {
  where: Condition
  /** The same where rows are only counted and nothing else is asked for: by an index that would spoil the order of a page. */
  counted?: Condition
  bind: (given: unknown) => unknown
  /** The same for text whose letter case SQLite does not fold by itself. */
  folding?: Pick<Filter, 'where' | 'bind'>
}
export type Condition = (store: Store, bound: never) => SQL

export const equals = (column: AnySQLiteColumn): Filter => ({
  where: (_, bound) => eq(column, bound),
  bind: (given) => given,
})

/** What this product and its plants read, or what others alone read, as `ReadBy` says; `others` are listed by name. */
export const readBy = (column: AnySQLiteColumn, others: readonly string[]): Filter => ({
  where: (_, bound) =>
    sql`${bound} in ('all', case when ${inArray(column, others.map(literal))} then 'other' else 'own' end)`,
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
export const contains = (...columns: [AnySQLiteColumn, ...AnySQLiteColumn[]]): Filter =>
  searching((_, has) => or(...columns.map(has))!) // of one at least

/** A condition on columns that `has` says to contain the text, in any letter case. */
export const searching = (where: (store: Store, has: (column: AnySQLiteColumn) => SQL) => SQL): Filter => ({
  where: (store, bound) => where(store, (column) => store.like(column, bound)),
  bind: (given) => `%${escaped(String(given))}%`,
  folding: {
    where: (store, bound) => where(store, (column) => foldingMatch(column, bound)),
    bind: (given) => JSON.stringify(foldingPatterns(String(given))),
  },
})

const escaped = (text: string) => text.replace(/[\\%_]/g, '\\$&')

/** One of several, e.g. of `['role', 'post']`: keys of ours, without commas. */
export const oneOf = (column: AnySQLiteColumn): Filter => ({
  where: (_, bound) => sql`${bound} like '%,' || ${column} || ',%'`,
  bind: (given) => `,${String(given)},`,
})

/** One of several whole numbers. */
export const amongIds = (column: AnySQLiteColumn): Filter => ({
  where: (store, bound) => store.among(column, bound, 'ids'),
  bind: (ids) => JSON.stringify({ ids }),
})

/** A select to which conditions, order and limits can still be added: drizzle's `$dynamic()`. */
type Select<Row> = Query<Row[]> & {
  readonly _: { readonly selectedFields: object }
  where(condition: SQL | undefined): unknown
  orderBy(...columns: SQL[]): unknown
  limit(rows: never): unknown
  offset(rows: never): unknown
}

export type Description<Row, Asked extends ListQuery> = {
  /** Makes a new select of the list's columns. */
  rows: () => Select<Row>
  /** The table whose rows are counted; with joins where filters read what is joined. */
  counted: SQLiteTable | (() => Select<{ hits: number }>)
  /** A whole number that no other row of the list has; one of the columns of `rows`. */
  key: AnySQLiteColumn
  /** One for each filter of the query, by its name. */
  filters: Record<Exclude<keyof Asked, keyof ListQuery>, Filter>
  /** One for each field the query can ask to be sorted by. */
  orders: Record<Asked['orders'][number][0], AnySQLiteColumn | SQL>
  /** The order that settles what was not asked for, upwards unless `desc` says otherwise; its last column is unique. */
  defaultOrder: (AnySQLiteColumn | SQL)[]
}

export type ListQuery = { pageIndex: number; pageSize: number; orders: Order[] }
/** What a list is asked for when all of it is wanted. */
export type Unpaged<Asked extends ListQuery> = Omit<Asked, 'pageIndex' | 'pageSize'>
type Shape<Row> = {
  page: Compiled<Row[]>
  /** The same, for pages that many rows come before. */
  deep: Compiled<Row[]>
  total: Compiled<{ hits: number }[]>
  below: Compiled<Row[]>
}
type Listing<Row> = Omit<Description<Row, ListQuery>, 'filters'> & {
  keyOf: (row: Row) => number
  filters: Record<string, Filter>
  shapes: Map<string, Shape<Row>>
  totals: Totals
}
/** Totals that were counted since the last commit of anybody. */
type Totals = { version: number | undefined; hits: Map<string, number> }

/** Combinations kept per list. Operators click together few; past this many the oldest is made anew. */
const MAX_KEPT = 200

/** So many rows are read whole by {@link listing}'s `batches` in the order that was asked for. */
const MAX_IN_ORDER = 10_000
const MAX_BATCH = 2000
/** From this row on a page is found by its keys first: so it is not the rows before it that are read. */
const DEEP = 500
/** In front of the name of a filter: its variant that folds letter case. */
const FOLDING = 'folding '
/** No id is greater: ids are 32-bit integers in one of the databases. */
const MAX_KEY = 2_147_483_647

/**
 * A filtered, sorted and paged list with its total: `listing<RoleQuery>()(describe)`. Each combination of filters and
 * order is compiled once per store. (Two calls, because the rows' type is read from `describe`.)
 *
 * `batches` reads all of it, however much that is, without holding up other requests. Up to 10,000 rows come in the order
 * that was asked for, as they are at that moment; more come by their key downwards, the newest first, in pages that
 * are read when the reader wants them: a row that is made meanwhile is not among them, one deleted meanwhile may not be.
 */
export const listing =
  <Asked extends ListQuery>() =>
  <Row>(describe: (store: Store) => Description<Row, Asked>) => {
    const listings = new WeakMap<Reader, Listing<Row>>()

    async function page(store: Reading, query: Asked): Promise<Page<Row>> {
      const { pageIndex, pageSize } = query
      const { shape, values, total } = look(store, query)
      const pageOffset = (pageIndex - 1) * pageSize
      const read = pageOffset < DEEP ? shape.page : shape.deep
      const list = await read({ ...values, pageLimit: pageSize, pageOffset }, store.db)
      const count = await total()
      return { count, total: count, pageIndex, pageSize, list }
    }

    async function* batches(store: Reading, query: Unpaged<Asked>): AsyncGenerator<Row[]> {
      const { shape, values, total, keyOf } = look(store, query)
      if ((await total()) <= MAX_IN_ORDER) {
        const rows = await shape.page({ ...values, pageLimit: MAX_IN_ORDER, pageOffset: 0 }, store.db)
        for (let from = 0; from < rows.length; from += MAX_BATCH) yield rows.slice(from, from + MAX_BATCH)
        return
      }
      for (let upTo = MAX_KEY; ;) {
        const rows = await shape.below({ ...values, pageLimit: MAX_BATCH, upTo }, store.db)
        if (rows.length > 0) yield rows
        if (rows.length < MAX_BATCH) return
        upTo = keyOf(rows.at(-1)!) - 1
        await yieldToEventLoop()
      }
    }

    /** The compiled queries for a combination of filters and order, and what is bound to them. */
    function look(store: Reading, query: Unpaged<Asked>) {
      const building = toBuild(store)
      const list = listings.get(building.db) ?? open(building)
      const given: Record<string, unknown> = { ...query }
      const named = Object.keys(list.filters).filter((name) => given[name] !== undefined)
      const filterOf = (name: string) =>
        store.dialect === 'sqlite' && list.filters[name]?.folding && isFolded(String(given[name]))
          ? `${FOLDING}${name}`
          : name
      const asked = named.map(filterOf)
      const values = Object.fromEntries(
        named.map((name, index) => [asked[index]!, list.filters[asked[index]!]!.bind(given[name])]),
      )
      const shape = shapeOf(building, list, asked, query.orders)
      const total = () => countOnce(store, list.totals, JSON.stringify(values), () => shape.total(values, store.db))
      return { shape, values, total, keyOf: list.keyOf }
    }

    function open(store: Store): Listing<Row> {
      const totals = { version: undefined, hits: new Map<string, number>() }
      const description = describe(store)
      const keyOf = keyIn(description)
      const filters: Record<string, Filter> = { ...description.filters }
      for (const [name, { folding }] of Object.entries(filters)) if (folding) filters[`${FOLDING}${name}`] = folding
      const list = { ...description, filters, keyOf, shapes: new Map<string, Shape<Row>>(), totals }
      listings.set(store.db, list)
      return list
    }

    return Object.assign(page, { batches })
  }

/** Batches of rows as batches of what is made of a row. */
export async function* mapBatches<Row, Item>(batches: AsyncIterable<Row[]>, itemOf: (row: Row) => Item) {
  for await (const batch of batches) yield await mapInChunks(batch, itemOf)
}

/** Reads the key of a row, by the name under which its column was selected. */
function keyIn<Row>({ rows, key }: Pick<Description<Row, ListQuery>, 'rows' | 'key'>): (row: Row) => number {
  const selected = Object.entries(rows()._.selectedFields)
  const name = selected.find(([, column]) => column === key)?.[0]
  if (name === undefined) throw new Error(`A list does not select its key ${key.name}.`)
  return (row) => Number((row as Record<string, unknown>)[name]) // a row is made of the selected fields
}

/** Counting costs more than a page; while nobody commits, turning pages need not count again. */
async function countOnce(store: Reading, totals: Totals, key: string, count: () => Promise<{ hits: number }[]>) {
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

  const conditions = asked.map((name) => list.filters[name]!.where(store, store.bind(name)))
  const matching = and(...conditions)
  const order = [
    ...known.map(([field, direction]) => (direction === 'asc' ? asc : desc)(list.orders[field]!)),
    ...list.defaultOrder.map((column) => (is(column, SQL) ? column : asc(column))),
  ]
  const { counted } = list
  const total = typeof counted === 'function' ? counted() : store.db.select({ hits: count() }).from(counted).$dynamic()
  const [only, ...others] = asked
  const { counted: alone } = (others.length === 0 && only && list.filters[only]) || {}
  total.where(alone ? alone(store, store.bind(only!)) : matching)
  const keys = typeof counted !== 'function' && keysOf(store, counted, list.key, matching, order)
  const page =
    keys && (known.length > 0 || isJoined(list)) ? rowsOf(list, keys, order) : pageOf(store, list, matching, order)
  let [deep, below]: Compiled<Row[]>[] = [] // few lists are ever turned so far, or read whole
  const shape: Shape<Row> = {
    page: store.prepared(page),
    deep: (...given) => (deep ??= keys ? store.prepared(rowsOf(list, keys, order)) : shape.page)(...given),
    total: store.prepared(total),
    below: (...given) => (below ??= belowOf(store, list, matching))(...given),
  }
  keep(list.shapes, key, shape)
  return shape
}

function pageOf<Row>(store: Store, { rows }: Listing<Row>, matching: SQL | undefined, order: SQL[]) {
  const page = rows()
  page.where(matching)
  page.orderBy(...order)
  page.limit(store.bind('pageLimit'))
  page.offset(store.bind('pageOffset'))
  return page
}

/** Whether its rows show something of other tables than their own. */
const isJoined = <Row>({ rows, key }: Listing<Row>) =>
  Object.values(rows()._.selectedFields)
    .flatMap(columnsIn)
    .some(({ table }) => table !== key.table)

/** The keys of a page, where the columns of one table say which those are: an index is enough then, or small rows. */
function keysOf(store: Store, table: SQLiteTable, key: AnySQLiteColumn, matching: SQL | undefined, order: SQL[]) {
  if (![key, ...order.flatMap(columnsIn)].every((column) => column.table === table)) return undefined
  const keys = store.db.select({ key }).from(table).$dynamic()
  keys.where(matching)
  keys.orderBy(...order)
  keys.limit(store.bind('pageLimit'))
  keys.offset(store.bind('pageOffset'))
  return keys
}

const columnsIn = (part: unknown): Column[] =>
  is(part, Column) ? [part] : is(part, SQL) ? part.queryChunks.flatMap(columnsIn) : []

/** The rows of a page by their keys; what is joined is read for them alone. */
function rowsOf<Row>({ rows, key }: Listing<Row>, keys: NonNullable<ReturnType<typeof keysOf>>, order: SQL[]) {
  const page = rows()
  page.where(inArray(key, keys))
  page.orderBy(...order)
  return page
}

/** The rows from a key downwards. */
function belowOf<Row>(store: Store, { rows, key }: Listing<Row>, matching: SQL | undefined): Compiled<Row[]> {
  const below = rows()
  below.where(and(matching, lte(key, store.bind('upTo'))))
  below.orderBy(desc(key))
  below.limit(store.bind('pageLimit'))
  return store.prepared(below)
}
