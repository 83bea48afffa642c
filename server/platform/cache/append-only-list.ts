import { and, asc, desc, gte, inArray, lte, max, min } from 'drizzle-orm'
import type { AnySQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core'
import type { Page } from '#shared/list/page'
import type { Reader, Store } from '../store'
import type { Compiled } from '../store/store'
import { yieldToEventLoop } from '../chunks/yield-to-event-loop'
import { listing, type Description, type Filter, type ListQuery, type Unpaged } from '../list/listing'

/** Rows that are looked at in one go: a few milliseconds. */
const WINDOW = 10_000
/** Rows that are read whole in one go. */
const MAX_BATCH = 2000
/** Combinations of filters that stay compiled; past this many the oldest is made anew. */
const MAX_KEPT = 50

type Chronicle<Row, Asked extends ListQuery> = Omit<Description<Row, Asked>, 'counted'> & { counted: SQLiteTable }

type Habits<Asked extends ListQuery> = {
  /** Filters that no index helps: they look at every entry. */
  scanning: readonly Exclude<keyof Asked, keyof ListQuery>[]
  /** Filters that leave few entries, found by an index: with them nothing needs to be looked at in full. */
  narrowing?: readonly Exclude<keyof Asked, keyof ListQuery>[]
}

/**
 * A {@link listing} of entries that are only ever added, and may be very many: where the database runs inside the server,
 * a search that looks at all of them does so window by window, and others get their turn in between. `batches` reads
 * everything that was asked for, the newest first unless asked otherwise. All that it can be sorted by is the order in
 * which entries were made, as their keys are: any other would sort all of them.
 */
export const appendOnlyList =
  <Asked extends ListQuery>({ scanning, narrowing = [] }: Habits<Asked>) =>
  <Row>(describe: (store: Store) => Chronicle<Row, Asked>) => {
    const listed = listing<Asked>()(describe)

    async function page(store: Store, query: Asked): Promise<Page<Row>> {
      const { pageIndex, pageSize } = query
      const isAsked = (name: Exclude<keyof Asked, keyof ListQuery>) => query[name] !== undefined
      const isScan = scanning.some(isAsked) && !narrowing.some(isAsked)
      if (!isScan || store.dialect !== 'sqlite') return listed(store, query)
      const first = (pageIndex - 1) * pageSize
      const wanted: number[] = []
      let count = 0
      for await (const keys of keysOf(store, query)) {
        wanted.push(...keys.slice(Math.max(0, first - count), Math.max(0, first + pageSize - count)))
        count += keys.length
      }
      const list: Row[] = []
      for await (const rows of rowsOf(store, query, wanted)) list.push(...rows)
      return { count, total: count, pageIndex, pageSize, list }
    }

    const compiled = new WeakMap<Reader, Map<string, Compiled<Row[]>>>()

    /** The rows of a range of keys, compiled once for each combination of filters and direction. */
    function rangeOf(store: Store, names: readonly string[], isUp: boolean): Compiled<Row[]> {
      const shapes = compiled.get(store.db) ?? new Map<string, Compiled<Row[]>>()
      compiled.set(store.db, shapes)
      const shape = `${names.join()} ${isUp}`
      const known = shapes.get(shape)
      if (known) return known
      const { rows, key, filters } = describe(store)
      const asked = names.map((name) => (filters as Record<string, Filter>)[name]!.where(store, store.bind(name)))
      const range = rows()
      range.where(and(gte(key, store.bind('lowestKey')), lte(key, store.bind('highestKey')), ...asked))
      range.orderBy(isUp ? asc(key) : desc(key))
      const run = store.prepared(range)
      if (shapes.size >= MAX_KEPT) shapes.delete(shapes.keys().next().value!)
      shapes.set(shape, run)
      return run
    }

    async function* batches(store: Store, query: Unpaged<Asked>): AsyncGenerator<Row[]> {
      const { counted, key, filters } = describe(store)
      const given: Record<string, unknown> = { ...query }
      const asked = Object.entries<Filter>(filters).filter(([name]) => given[name] !== undefined)
      const values = Object.fromEntries(asked.map(([name, { bind }]) => [name, bind(given[name])]))
      const names = asked.map(([name]) => name)
      const run = rangeOf(store, names, isUpwards(query))
      for await (const [lowestKey, highestKey] of rangesOf(store, counted, key, isUpwards(query), MAX_BATCH)) {
        const rows = await run({ ...values, lowestKey, highestKey })
        if (rows.length > 0) yield rows
      }
    }

    /** The keys of all entries that were asked for, window by window. */
    async function* keysOf(store: Store, query: Unpaged<Asked>): AsyncGenerator<number[]> {
      const { counted, key, filters } = describe(store)
      const given: Record<string, unknown> = { ...query }
      const asked = Object.entries<Filter>(filters).filter(([name]) => given[name] !== undefined)
      const conditions = asked.map(([name, { where, bind }]) => where(store, bind(given[name]) as never)) // by its value
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

    async function* rowsOf(store: Store, query: Unpaged<Asked>, keys: readonly number[]): AsyncGenerator<Row[]> {
      for (let from = 0; from < keys.length; from += MAX_BATCH) {
        const { rows, key } = describe(store)
        const batch = rows()
        batch.where(inArray(key, keys.slice(from, from + MAX_BATCH)))
        batch.orderBy(isUpwards(query) ? asc(key) : desc(key))
        yield await (batch as unknown as PromiseLike<Row[]>) // a select that is awaited runs
        await yieldToEventLoop()
      }
    }

    return Object.assign(page, { batches })
  }

const isUpwards = ({ orders }: Pick<ListQuery, 'orders'>) => orders[0]?.[1] === 'asc'

/** Ranges of the key that cover all entries there are at this moment. */
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
