import { eq, getTableColumns, type SQL } from 'drizzle-orm'
import type { AnySQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core'
import type { z } from 'zod'
import type { Page } from '#shared/list/page'
import type { FilterField, Resource, SortField } from '#shared/resource'
import { declaredList } from '../../platform/list/declared'
import { listing, mapBatches, type Filter, type ListQuery, type Unpaged } from '../../platform/list/listing'
import { oneRow } from '../../platform/list/statement'
import type { Store } from '../../platform/store'
import type { Tables } from '../../tables'

/** The fields of `Declared` that lists filter or sort by, and that are no columns of `Table`. */
type OtherField<Declared extends Resource, Table> = Exclude<
  Exclude<FilterField<Declared>, 'keyword'> | SortField<Declared>,
  keyof Table
>
/** The filters of `Query` that `Declared` does not declare. */
type OtherFilter<Declared extends Resource, Query> = Exclude<keyof Query, keyof ListQuery | FilterField<Declared>>

type Rules<Declared extends Resource, Table extends SQLiteTable, Item, Query> = {
  table: (t: Tables) => Table
  /** A row as the API answers it. */
  answer: (row: Table['$inferSelect']) => Item
  /** The order of the list where callers ask for none; its last column is unique. */
  defaultOrder: (table: Table) => (AnySQLiteColumn | SQL)[]
} & ([OtherField<Declared, Table>] extends [never]
  ? { columns?: never }
  : {
      /** Columns of fields with another name. */ columns: (
        table: Table,
      ) => Record<OtherField<Declared, Table>, AnySQLiteColumn>
    }) &
  ([OtherFilter<Declared, Query>] extends [never]
    ? { filters?: never }
    : { filters: (table: Table, store: Store) => Record<OtherFilter<Declared, Query>, Filter> })

/** The queries that read a resource whose rows are those of one table: a page of the list, all of it, and one record. */
export function recordReader<
  Declared extends Resource,
  Table extends SQLiteTable,
  Item,
  Query extends z.ZodType<ListQuery>,
>(resource: Declared, _schemas: { query: Query }, rules: Rules<Declared, Table, Item, z.infer<Query>>) {
  const { answer } = rules
  const tableOf = (store: Pick<Store, 't'>): SQLiteTable => rules.table(store.t)
  const answerOf = (row: object) => answer(row as Table['$inferSelect']) // as it was selected

  const page = listing<ListQuery>()((store) => {
    const table = rules.table(store.t)
    const columns = { ...getTableColumns(table), ...rules.columns?.(table) }
    const { filters, orders } = declaredList<Resource>(resource, columns as Record<string, AnySQLiteColumn>, store)
    return {
      rows: () => store.db.select().from(tableOf(store)).$dynamic(),
      counted: table,
      key: keyColumn(table),
      filters: { ...filters, ...rules.filters?.(table, store) },
      orders,
      defaultOrder: rules.defaultOrder(table),
    }
  })

  const byKey = oneRow((store) =>
    store.db
      .select()
      .from(tableOf(store))
      .where(eq(keyColumn(tableOf(store)), store.bind('key'))),
  )

  return {
    async list(store: Store, query: z.infer<Query>): Promise<Page<Item>> {
      const found = await page(store, query)
      return { ...found, list: found.list.map(answerOf) }
    },
    /** All records that the filters find, for a sheet. */
    batches: (store: Store, query: Unpaged<z.infer<Query>>) => mapBatches(page.batches(store, query), answerOf),
    async get(store: Store, key: number): Promise<Item | undefined> {
      const row = await byKey(store, { key })
      return row && answerOf(row)
    },
  }
}

/** The column with the id of a record. */
export const keyColumn = (table: SQLiteTable): AnySQLiteColumn =>
  Object.values(getTableColumns(table)).find(({ primary }) => primary)!
