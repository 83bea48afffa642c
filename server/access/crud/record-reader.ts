import { eq, getTableColumns, type SQL } from 'drizzle-orm'
import type { AnySQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core'
import type { z } from 'zod'
import type { Group, Page } from '#shared/list/page'
import type { FilterField, Resource, SortField } from '#shared/resource'
import { declaredList } from '../../platform/list/declared'
import { listing, mapBatches, type Filter, type ListQuery, type Unpaged } from '../../platform/list/listing'
import { oneRow } from '../../platform/list/statement'
import type { Store } from '../../platform/store'
import type { Tables } from '../../tables'

/** The tables with their own id column. */
export type TableName = keyof Tables

/** Fields of `Declared` used by filters or orders that are no columns of the table. */
type OtherField<Declared extends Resource, Name extends TableName> = Exclude<
  Exclude<FilterField<Declared>, 'keyword'> | SortField<Declared>,
  keyof Tables[Name]
>
/** Filters of `Query` that `Declared` does not declare. */
type OtherFilter<Declared extends Resource, Query> = Exclude<keyof Query, keyof ListQuery | FilterField<Declared>>

type Rules<Declared extends Resource, Name extends TableName, Item, Query> = {
  table: Name
  /** The API form of a row. */
  answer: (row: Tables[Name]['$inferSelect']) => Item
  /** The default order of the list; its last column is unique. */
  defaultOrder: (table: Tables[Name]) => (AnySQLiteColumn | SQL)[]
} & Needed<
  'columns',
  OtherField<Declared, Name>,
  (table: Tables[Name]) => Record<OtherField<Declared, Name>, AnySQLiteColumn>
> &
  Needed<
    'filters',
    OtherFilter<Declared, Query>,
    (table: Tables[Name], store: Store) => Record<OtherFilter<Declared, Query>, Filter>
  >

/** `Key` is required if `Names` is not empty. */
type Needed<Key extends string, Names, Value> = [Names] extends [never]
  ? { [Name in Key]?: undefined }
  : { [Name in Key]: Value }

/** The queries that read a resource with the rows of one table: a page of the list, the whole list, and one record. */
export function recordReader<
  Declared extends Resource,
  Name extends TableName,
  Item,
  Query extends z.ZodType<ListQuery>,
>(resource: Declared, _schemas: { query: Query }, rules: Rules<Declared, Name, Item, z.infer<Query>>) {
  const { answer } = rules
  const tableOf = ({ t }: Pick<Store, 't'>): SQLiteTable => t[rules.table]
  const answerOf = (row: object) => answer(row as Tables[Name]['$inferSelect']) // as it was selected

  const page = listing<ListQuery>()((store) => {
    const table = store.t[rules.table]
    const columns = { ...getTableColumns(table), ...rules.columns?.(table) }
    const { filters, orders, groups } = declaredList<Resource>(
      resource,
      columns as Record<string, AnySQLiteColumn>,
      store,
    )
    return {
      rows: () =>
        store.db
          .select(getTableColumns(tableOf(store)))
          .from(tableOf(store))
          .$dynamic(),
      counted: table,
      key: keyColumn(table),
      filters: { ...filters, ...rules.filters?.(table, store) },
      orders,
      groups,
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
    groups: (store: Store, query: Unpaged<z.infer<Query>>, by: string): Promise<Group[]> =>
      page.groups(store, query, by),
    /** All records that match the filters, for a sheet. */
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
