import {
  aliasedTableColumn,
  and,
  asc,
  Column,
  count,
  desc,
  eq,
  gte,
  inArray,
  is,
  lte,
  mapColumnsInSQLToAlias,
  or,
  sql,
  SQL,
} from 'drizzle-orm'
import type { AnySQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core'
import type { Order } from '#shared/list/list-query'
import type { Group, Page } from '#shared/list/page'
import type { Compiled, Query, Reader, Reading, Store } from '../store/store'
import { setBounded } from '../cache/lru'
import { cacheUntilCommit } from '../cache/until-commit'
import { yieldToEventLoop } from '../chunks/yield-to-event-loop'
import { foldingMatch, foldingPatterns, isFolded } from './folding'
import { chunks, mapInChunks } from '../chunks/chunk'
import { literal, toBuild } from './statement'

/** One optional condition of a list: its SQL, and the conversion of its value if the database needs another form. */
export type Filter = {
  where: Condition
  /** The condition for counting by this filter alone: it uses an index that would spoil the order of a page. */
  counted?: Condition
  bind?: ((value: unknown) => unknown) | undefined
  /** The condition for text whose letter case SQLite does not fold by itself. */
  folding?: Pick<Filter, 'where' | 'bind'>
}
export type Condition = (store: Store, bound: never) => SQL

/** The value of a filter as its condition needs it. */
export const boundBy = ({ bind }: Filter, value: unknown) => (bind ? bind(value) : value)

export const equals = (column: AnySQLiteColumn): Filter => ({ where: (_, bound) => eq(column, bound) })

/** Rows used by this product and its plants, or only by other clients, by `ReadBy`; `others` has their names. */
export const readBy = (column: AnySQLiteColumn, others: readonly string[]): Filter => ({
  where: (_, bound) =>
    sql`${bound} in ('all', case when ${inArray(column, others.map(literal))} then 'other' else 'own' end)`,
})

/** Equal or greater values. */
export const atLeast = (column: AnySQLiteColumn): Filter => ({
  ...equals(column),
  where: (_, bound) => gte(column, bound),
})

/** Equal or smaller values. */
export const atMost = (column: AnySQLiteColumn): Filter => ({
  ...equals(column),
  where: (_, bound) => lte(column, bound),
})

/** Matches anywhere in one of `columns`, in any letter case. Typed `%` and `_` are not wildcards. */
export const contains = (...columns: [AnySQLiteColumn, ...AnySQLiteColumn[]]): Filter =>
  searching((_, has) => or(...columns.map(has))!) // of one at least

/** A condition built from `has`, which tests if a column contains the text, in any letter case. */
export const searching = (where: (store: Store, has: (column: AnySQLiteColumn) => SQL) => SQL): Filter => ({
  where: (store, bound) => where(store, (column) => store.like(column, bound)),
  bind: (value) => `%${escaped(String(value))}%`,
  folding: {
    where: (store, bound) => where(store, (column) => foldingMatch(column, bound)),
    bind: (value) => JSON.stringify(foldingPatterns(String(value))),
  },
})

export const escaped = (text: string) => text.replace(/[\\%_]/g, '\\$&')

/** One of several keys, e.g. of `['role', 'post']`: internal names without commas. */
export const oneOf = (column: AnySQLiteColumn): Filter => ({
  where: (_, bound) => sql`${bound} like '%,' || ${column} || ',%'`,
  bind: (value) => `,${String(value)},`,
})

/** One of several integers. */
export const amongIds = (column: AnySQLiteColumn): Filter => ({
  where: (store, bound) => store.among(column, bound, 'ids'),
  bind: (ids) => JSON.stringify({ ids }),
})

/** A select to which conditions, order and limits can still be added: drizzle's `$dynamic()`. */
type Select<Row> = Query<Row[]> & {
  readonly _: { readonly selectedFields: object }
  innerJoin(table: never, on: SQL): unknown
  where(condition: SQL | undefined): unknown
  orderBy(...columns: SQL[]): unknown
  limit(rows: never): unknown
  offset(rows: never): unknown
}

export type Description<Row, Asked extends ListQuery> = {
  /** Makes a new select of the list's columns. */
  rows: () => Select<Row>
  /** The table whose rows are counted; with joins if filters use joined columns. */
  counted: SQLiteTable | (() => Select<{ hits: number }>)
  /** A unique integer of the list's rows; one of the columns of `rows`. */
  key: AnySQLiteColumn
  /** One per filter of the query, by its name. */
  filters: Record<Exclude<keyof Asked, keyof ListQuery>, Filter>
  /** One per sortable field of the query. */
  orders: Record<Asked['orders'][number][0], AnySQLiteColumn | SQL>
  /** The order after the requested one, ascending unless `desc`; its last column is unique. */
  defaultOrder: (AnySQLiteColumn | SQL)[]
  /** Columns of `counted` by which the list can be grouped, by the names of their filters. */
  groups?: Record<string, AnySQLiteColumn>
}

export type ListQuery = { pageIndex: number; pageSize: number; orders: Order[] }
/** The query of a whole list. */
export type Unpaged<Asked extends ListQuery> = Omit<Asked, 'pageIndex' | 'pageSize'>
type Shape<Row> = {
  page: Compiled<Row[]>
  /** {@link page} for pages after many rows. */
  deep: Compiled<Row[]>
  total: Compiled<{ hits: number }[]>
  below: Compiled<Row[]>
}
type GroupRow = { value: string | number | null; count: number }
type Listing<Row> = Omit<Description<Row, ListQuery>, 'filters'> & {
  keyOf: (row: Row) => number
  filters: Record<string, Filter>
  filterList: [name: string, Filter][]
  shapes: Map<string, Shape<Row>>
  grouped: Map<string, Compiled<GroupRow[]>>
}

/** Compiled combinations of filters and orders, and cached totals, per list. Operators use few. */
const MAX_KEPT = 200

/** Rows up to which {@link listing}'s `batches` reads all in the requested order. */
const MAX_IN_ORDER = 10_000
const MAX_BATCH = 2000
/** Maximum of groups; nobody reads more. */
const MAX_GROUPS = 200
/** From this row on, a page is found by its keys first, so that the rows before it are not read. */
const DEEP = 500
/** Prefix of the name of a filter: its variant that folds letter case. */
const FOLDING = 'folding '
/** The name of the keys of a page within its query. */
const KEYS = 'page_keys'
/** The greatest id: ids are 32-bit integers in one of the databases. */
const MAX_KEY = 2_147_483_647

/**
 * A filtered, sorted and paged list with its total: `listing<RoleQuery>()(describe)`. Each combination of filters and
 * order is compiled once per store. (Two calls, because the rows' type is read from `describe`.)
 *
 * `batches` reads a list of any length without delaying other requests. Up to 10,000 rows come in the requested order,
 * as of that moment. More rows come by descending key, the newest first, in pages read on demand: rows added meanwhile
 * are left out, and rows deleted meanwhile may be.
 */
export const listing =
  <Asked extends ListQuery>() =>
  <Row>(describe: (store: Store) => Description<Row, Asked>) => {
    const listings = new WeakMap<Reader, Listing<Row>>()
    /** Counting costs more than reading a page. Until the next commit, turning pages need not count again. */
    const totals = cacheUntilCommit<number>({ maxEntries: MAX_KEPT })
    const counted = cacheUntilCommit<Group[]>({ maxEntries: MAX_KEPT })

    async function page(store: Reading, query: Asked): Promise<Page<Row>> {
      const { pageIndex, pageSize } = query
      const { shape, values, total } = queriesFor(store, query)
      const pageOffset = (pageIndex - 1) * pageSize
      const read = pageOffset < DEEP ? shape.page : shape.deep
      const list = await read({ ...values, pageLimit: pageSize, pageOffset }, store.db)
      const count = await total()
      return { count, total: count, pageIndex, pageSize, list }
    }

    async function* batches(store: Reading, query: Unpaged<Asked>): AsyncGenerator<Row[]> {
      const { shape, values, total, keyOf } = queriesFor(store, query)
      if ((await total()) <= MAX_IN_ORDER) {
        const rows = await shape.page({ ...values, pageLimit: MAX_IN_ORDER, pageOffset: 0 }, store.db)
        return yield* chunks(rows, MAX_BATCH)
      }
      for (let upTo = MAX_KEY; ;) {
        const rows = await shape.below({ ...values, pageLimit: MAX_BATCH, upTo }, store.db)
        if (rows.length > 0) yield rows
        if (rows.length < MAX_BATCH) return
        upTo = keyOf(rows.at(-1)!) - 1
        await yieldToEventLoop()
      }
    }

    /**
     * The groups of all matching rows by a column, the largest first, with their numbers of rows. Groups beyond the
     * first 200 are left out.
     */
    async function groups(store: Reading, query: Unpaged<Asked>, by: string): Promise<Group[]> {
      const { list, filters, values } = filtersFor(store, query)
      const run = groupedShape(toBuild(store), list, filters, by)
      return counted(store, `${by} ${JSON.stringify(values)}`, async () => {
        const rows = await run(values, store.db)
        return rows.map(({ value, count }) => ({ value: value === null ? null : String(value), count }))
      })
    }

    /** The compiled queries for a combination of filters and order, and the values to bind. */
    function queriesFor(store: Reading, query: Unpaged<Asked>) {
      const { building, list, filters, values } = filtersFor(store, query)
      const shape = shapeOf(building, list, filters, query.orders)
      const count = async () => (await shape.total(values, store.db))[0]!.hits
      const total = () => totals(store, JSON.stringify(values), count)
      return { shape, values, total, keyOf: list.keyOf }
    }

    /** The active filters, by their names, and the values to bind. */
    function filtersFor(store: Reading, query: Unpaged<Asked>) {
      const building = toBuild(store)
      const list = listings.getOrInsertComputed(building.db, () => open(building))
      const values: Record<string, unknown> = {}
      for (const [name, { folding }] of list.filterList) {
        const value = (query as Record<string, unknown>)[name]
        if (value === undefined) continue
        const isFolding = store.dialect === 'sqlite' && folding && isFolded(String(value))
        const filter = isFolding ? `${FOLDING}${name}` : name
        values[filter] = boundBy(list.filters[filter]!, value)
      }
      return { building, list, filters: Object.keys(values), values }
    }

    function open(store: Store): Listing<Row> {
      const description = describe(store)
      const keyOf = keyIn(description)
      const filters: Record<string, Filter> = { ...description.filters }
      for (const [name, { folding }] of Object.entries(filters)) if (folding) filters[`${FOLDING}${name}`] = folding
      const filterList = Object.entries(filters)
      return { ...description, filters, filterList, keyOf, shapes: new Map(), grouped: new Map() }
    }

    return Object.assign(page, { batches, groups })
  }

/** Maps the rows of batches. */
export async function* mapBatches<Row, Item>(batches: AsyncIterable<Row[]>, itemOf: (row: Row) => Item) {
  for await (const batch of batches) yield await mapInChunks(batch, itemOf)
}

function groupedShape<Row>(store: Store, list: Listing<Row>, filters: string[], by: string): Compiled<GroupRow[]> {
  const key = `${by} ${filters.join()}`
  const compiled = list.grouped.get(key)
  if (compiled) return compiled
  const value = list.groups?.[by]
  if (!value || typeof list.counted === 'function') throw new Error(`A list is not grouped by ${by}.`)
  const hits = count()
  const grouped = store.db
    .select({ value: sql<string | number | null>`${value}`, count: hits })
    .from(list.counted)
    .where(and(...filters.map((name) => list.filters[name]!.where(store, store.bind(name)))))
    .groupBy(value)
    .orderBy(desc(hits), value)
    .limit(literal(MAX_GROUPS))
  return setBounded(list.grouped, key, store.prepared(grouped), MAX_KEPT)
}

/** Reads the key of a row, by the selected name of its column. */
function keyIn<Row>({ rows, key }: Pick<Description<Row, ListQuery>, 'rows' | 'key'>): (row: Row) => number {
  const selected = Object.entries(rows()._.selectedFields)
  const name = selected.find(([, column]) => column === key)?.[0]
  if (name === undefined) throw new Error(`A list does not select its key ${key.name}.`)
  return (row) => Number((row as Record<string, unknown>)[name]) // a row is made of the selected fields
}

function shapeOf<Row>(store: Store, list: Listing<Row>, filters: string[], orders: Order[]): Shape<Row> {
  const ownOrders = orders.filter(([field]) => Object.hasOwn(list.orders, field))
  const key = `${filters.join()} ${ownOrders.join(' ')}`
  const compiled = list.shapes.get(key)
  if (compiled) return compiled

  const conditions = filters.map((name) => list.filters[name]!.where(store, store.bind(name)))
  const matching = and(...conditions)
  const order = [
    ...ownOrders.map(([field, direction]) => (direction === 'asc' ? asc : desc)(list.orders[field]!)),
    ...list.defaultOrder.map((column) => (is(column, SQL) ? column : asc(column))),
  ]
  const { counted } = list
  const total = typeof counted === 'function' ? counted() : store.db.select({ hits: count() }).from(counted).$dynamic()
  const [only, ...others] = filters
  const { counted: alone } = (others.length === 0 && only && list.filters[only]) || {}
  total.where(alone ? alone(store, store.bind(only!)) : matching)
  const keys = typeof counted !== 'function' ? keysOf(store, counted, list.key, matching, order) : undefined
  const page =
    keys && (ownOrders.length > 0 || isJoined(list)) ? rowsOf(list, keys, order) : pageOf(store, list, matching, order)
  let [deep, below]: Compiled<Row[]>[] = [] // few lists are ever turned so far, or read whole
  const shape: Shape<Row> = {
    page: store.prepared(page),
    deep: (...values) => (deep ??= keys ? store.prepared(rowsOf(list, keys, order)) : shape.page)(...values),
    total: store.prepared(total),
    below: (...values) => (below ??= belowOf(store, list, matching))(...values),
  }
  return setBounded(list.shapes, key, shape, MAX_KEPT)
}

function pageOf<Row>(store: Store, { rows }: Listing<Row>, matching: SQL | undefined, order: SQL[]) {
  const page = rows()
  page.where(matching)
  page.orderBy(...order)
  page.limit(store.bind('pageLimit'))
  page.offset(store.bind('pageOffset'))
  return page
}

/** True if its rows have columns of other tables. */
const isJoined = <Row>({ rows, key }: Listing<Row>) =>
  Object.values(rows()._.selectedFields)
    .flatMap(columnsIn)
    .some(({ table }) => table !== key.table)

/** The keys of a page, if the columns of one table decide about them: then an index or small rows are enough. */
function keysOf(store: Store, table: SQLiteTable, key: AnySQLiteColumn, matching: SQL | undefined, order: SQL[]) {
  const columns = [key, ...order.flatMap(columnsIn)]
  if (!columns.every((column) => column.table === table)) return undefined
  const keys = store.db
    .select(Object.fromEntries(columns.map((column) => [column.name, column as AnySQLiteColumn])))
    .from(table)
    .$dynamic()
  keys.where(matching)
  keys.orderBy(...order)
  keys.limit(store.bind('pageLimit'))
  keys.offset(store.bind('pageOffset'))
  return keys.as(KEYS)
}

const columnsIn = (part: unknown): Column[] =>
  is(part, Column) ? [part] : is(part, SQL) ? part.queryChunks.flatMap(columnsIn) : []

/**
 * The rows of a page by their keys; joined tables are read only for these. The order is that of the keys, so that
 * SQLite need not sort again.
 */
function rowsOf<Row>({ rows, key }: Listing<Row>, keys: NonNullable<ReturnType<typeof keysOf>>, order: SQL[]) {
  const page = rows()
  page.innerJoin(keys as never, eq(key, aliasedTableColumn(key, KEYS)))
  page.orderBy(...order.map((part) => mapColumnsInSQLToAlias(part, KEYS)))
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
