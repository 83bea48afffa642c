import { and, asc, desc, gte, inArray, lte, max, min } from 'drizzle-orm'
import type { AnySQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core'
import type { Page } from '#shared/list/page'
import { setBounded } from '../cache/lru'
import { chunks } from '../chunks/chunk'
import { yieldToEventLoop } from '../chunks/yield-to-event-loop'
import type { Reader, Store } from '../store'
import type { Compiled } from '../store/store'
import { boundBy, listing, type Description, type Filter, type ListQuery, type Unpaged } from './listing'

/** Rows per scan: a few milliseconds. */
const WINDOW = 10_000
/** Maximum of rows per read. */
const MAX_BATCH = 2000
/** Compiled combinations of filters. */
const MAX_SHAPES = 50

type Entries<Row, Asked extends ListQuery> = Omit<Description<Row, Asked>, 'counted'> & { counted: SQLiteTable }

type Options<Asked extends ListQuery> = {
  /** Filters without an index: they read every entry. */
  scanning: readonly Exclude<keyof Asked, keyof ListQuery>[]
  /** Filters that leave few entries, found by an index: with them no scan is needed. */
  narrowing?: readonly Exclude<keyof Asked, keyof ListQuery>[]
}

/**
 * A {@link listing} of entries that are only added, and may be very many. If the database runs inside of the server, a
 * scan of all proceeds window by window, and yields in between. `batches` reads all matching entries, by default the
 * newest first. The only order is that of the keys, in which entries were made: any other order would sort all of them.
 */
export const appendOnlyList =
  <Asked extends ListQuery>({ scanning, narrowing = [] }: Options<Asked>) =>
  <Row>(describe: (store: Store) => Entries<Row, Asked>) => {
    const listed = listing<Asked>()(describe)
    const compiled = new WeakMap<Reader, Map<string, Compiled<Row[]>>>()

    async function page(store: Store, query: Asked): Promise<Page<Row>> {
      const { pageIndex, pageSize } = query
      const isGiven = (name: Exclude<keyof Asked, keyof ListQuery>) => query[name] !== undefined
      const isScan = scanning.some(isGiven) && !narrowing.some(isGiven)
      if (!isScan || store.dialect !== 'sqlite') return listed(store, query)
      const first = (pageIndex - 1) * pageSize
      const keysOfPage: number[] = []
      let count = 0
      for await (const keys of keysOf(store, query)) {
        keysOfPage.push(...keys.slice(Math.max(0, first - count), Math.max(0, first + pageSize - count)))
        count += keys.length
      }
      const list: Row[] = []
      for (const keys of chunks(keysOfPage, MAX_BATCH)) {
        list.push(...(await rowsOf(store, query, keys)))
        await yieldToEventLoop()
      }
      return { count, total: count, pageIndex, pageSize, list }
    }

    /** The rows of a range of keys, compiled once per combination of filters and direction. */
    function rangeOf(store: Store, names: readonly string[], isUp: boolean): Compiled<Row[]> {
      const shapes = compiled.getOrInsertComputed(store.db, () => new Map())
      const shape = `${names.join()} ${isUp}`
      const cached = shapes.get(shape)
      if (cached) return cached
      const { rows, key, filters } = describe(store)
      const conditions = names.map((name) => (filters as Record<string, Filter>)[name]!.where(store, store.bind(name)))
      const range = rows()
      range.where(and(gte(key, store.bind('lowestKey')), lte(key, store.bind('highestKey')), ...conditions))
      range.orderBy(isUp ? asc(key) : desc(key))
      return setBounded(shapes, shape, store.prepared(range), MAX_SHAPES)
    }

    async function* batches(store: Store, query: Unpaged<Asked>): AsyncGenerator<Row[]> {
      const { counted, key, filters } = describe(store)
      const given = givenFilters(filters, query)
      const values = Object.fromEntries(given.map(({ name, value }) => [name, value]))
      const names = given.map(({ name }) => name)
      const run = rangeOf(store, names, isUpwards(query))
      for await (const [lowestKey, highestKey] of rangesOf(store, counted, key, isUpwards(query), MAX_BATCH)) {
        const rows = await run({ ...values, lowestKey, highestKey })
        if (rows.length > 0) yield rows
      }
    }

    /** The keys of all matching entries, window by window. */
    async function* keysOf(store: Store, query: Unpaged<Asked>): AsyncGenerator<number[]> {
      const { counted, key, filters } = describe(store)
      const conditions = givenFilters(filters, query).map(({ where, value }) => where(store, value as never)) // by its value
      const isUp = isUpwards(query)
      for await (const [low, high] of rangesOf(store, counted, key, isUp, WINDOW)) {
        const window = and(gte(key, low), lte(key, high))
        const rows = await store.db
          .select({ key })
          .from(counted)
          .where(and(window, ...conditions))
          .orderBy(isUp ? asc(key) : desc(key))
        if (rows.length > 0) yield rows.map((row) => Number(row.key))
      }
    }

    function rowsOf(store: Store, query: Unpaged<Asked>, keys: readonly number[]): PromiseLike<Row[]> {
      const { rows, key } = describe(store)
      const select = rows()
      select.where(inArray(key, keys as number[]))
      select.orderBy(isUpwards(query) ? asc(key) : desc(key))
      return select as unknown as PromiseLike<Row[]> // a select that is awaited runs
    }

    return Object.assign(page, { batches })
  }

/** The filters of a query, each with its bound value. */
function givenFilters(filters: Record<string, Filter>, query: object) {
  const values = new Map<string, unknown>(Object.entries(query))
  return Object.entries(filters)
    .filter(([name]) => values.get(name) !== undefined)
    .map(([name, filter]) => ({ name, where: filter.where, value: boundBy(filter, values.get(name)) }))
}

const isUpwards = ({ orders }: Pick<ListQuery, 'orders'>) => orders[0]?.[1] === 'asc'

/** Ranges of the key that cover all present entries. */
async function* rangesOf(
  { db }: Store,
  table: SQLiteTable,
  key: AnySQLiteColumn,
  isUp: boolean,
  size: number,
): AsyncGenerator<[lowest: number, highest: number]> {
  const [lowest] = await db.select({ key: min(key) }).from(table)
  const [highest] = await db.select({ key: max(key) }).from(table)
  const [low, high] = [Number(lowest?.key), Number(highest?.key)]
  if (!lowest?.key || !highest?.key) return
  for (let passed = 0; passed <= high - low; passed += size) {
    const from = isUp ? low + passed : Math.max(low, high - passed - size + 1)
    const to = isUp ? Math.min(high, from + size - 1) : high - passed
    yield [from, to]
    await yieldToEventLoop()
  }
}
