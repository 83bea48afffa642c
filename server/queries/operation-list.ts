import { desc, eq, getTableColumns, sql } from 'drizzle-orm'
import type { OperationAction } from '#shared/constants'
import { catalogues, text } from '#shared/i18n/catalogues'
import { localeNames, type Locale } from '#shared/i18n/text'
import type { Operation, OperationDetail, OperationQuery } from '#shared/schemas/operation'
import type { Page } from '#shared/schemas/page'
import { isStem, stems, stemWords, type Stem } from '#shared/stems'
import { describeAgent } from '../security/user-agent'
import type { Store } from '../store'
import type { Tables } from '../tables'
import { chronicle } from './chronicle'
import { inSlices } from './in-slices'
import { atLeast, atMost, contains, equals, type Filter, type Unpaged } from './listing'
import { oneRow } from './statement'
import { inWords } from './told'

/** As the API family numbers what was done, in its dictionary `sys_oper_type`. */
const businessTypes: Record<OperationAction, string> = {
  create: '1',
  update: '2',
  delete: '3',
  restore: '0',
  status: '2',
  grant: '4',
  reset: '2',
  export: '5',
  import: '6',
  run: '0',
  end: '7',
  clean: '9',
  refused: '0',
}

type FullRow = Tables['operations']['$inferSelect']
type Row = Omit<FullRow, 'before' | 'after' | 'userId'>

function entryOf({ at, summary, url, username, address, message, latencyMs, ...row }: Row, locale: Locale): Operation {
  const { browser, os } = describeAgent(row.userAgent)
  return {
    ...row,
    title: subjectOf({ stem: row.stem, summary }, locale),
    businessType: businessTypes[row.action],
    method: summary,
    operName: username,
    operUrl: url,
    operIp: address,
    operLocation: '',
    operTime: new Date(at).toISOString(),
    jsonResult: inWords(locale, message),
    latencyTime: `${latencyMs}ms`,
    remark: '',
    browser,
    os,
  }
}

/** What the log is asked for: a stem that was meant by its words, or several, as `,role,post,`. */
type Asked = Omit<OperationQuery, 'title'> & { stems?: string }

/** One resource by its name goes over an index; a part of several names does not. */
function asked<Query extends Unpaged<OperationQuery>>({ title, ...query }: Query) {
  if (title === undefined) return query
  const meant = stems.filter((stem) => isCalled(stem, title.toLowerCase()))
  const [first] = meant
  return meant.length === 1 && query.stem === undefined ? { ...query, stem: first } : { ...query, stems: `,${meant},` }
}

const isCalled = (stem: Stem, part: string) =>
  localeNames.some((locale) => catalogues[locale][stemWords[stem]].toLowerCase().includes(part))

const oneOf = (column: Tables['operations']['stem']): Filter => ({
  where: (_, bound) => sql`${bound} like '%,' || ${column} || ',%'`,
  bind: (given) => given,
})

const askedOf = ({ operations }: Tables) => ({
  counted: operations,
  key: operations.id,
  filters: {
    stems: oneOf(operations.stem),
    method: contains(operations.summary),
    requestMethod: equals(operations.requestMethod),
    operUrl: contains(operations.url),
    operIp: contains(operations.address),
    operName: equals(operations.username),
    status: equals(operations.status),
    beginTime: atLeast(operations.at),
    endTime: atMost(operations.at),
    action: equals(operations.action),
    stem: equals(operations.stem),
    record: equals(operations.record),
  },
  orders: { id: operations.id, operTime: operations.at, createdAt: operations.at },
  defaultOrder: [desc(operations.at), desc(operations.id)],
})

const entries = chronicle<Asked>({
  scanning: ['stems', 'method', 'operUrl', 'operIp', 'action', 'record'],
  chronological: ['id', 'operTime', 'createdAt'],
})

/** What was changed is left to the reading of one entry: it may be long. */
function columnsOf({ operations }: Tables) {
  const { before: _before, after: _after, userId: _userId, ...columns } = getTableColumns(operations)
  return columns
}

const page = entries(({ db, t }) => ({
  ...askedOf(t),
  rows: () => db.select(columnsOf(t)).from(t.operations).$dynamic(),
}))

/** The operation log, the newest entries first. */
export async function listOperations(store: Store, query: OperationQuery, locale: Locale): Promise<Page<Operation>> {
  const found = await page(store, asked(query))
  return { ...found, list: await inSlices(found.list, (row) => entryOf(row, locale)) }
}

const byId = oneRow(({ db, t, bind }) =>
  db
    .select()
    .from(t.operations)
    .where(eq(t.operations.id, bind('id'))),
)

export async function getOperation(store: Store, id: number, locale: Locale): Promise<OperationDetail | undefined> {
  const row = await byId(store, { id })
  if (!row) return undefined
  const { before, after, userId: _, ...entry } = row
  return { ...entryOf(entry, locale), operParam: after, before: fieldsOf(before), after: fieldsOf(after) }
}

/** Whoever wrote it may have written something else than an object. */
function fieldsOf(json: string): OperationDetail['after'] {
  if (json === '') return null
  const value: unknown = JSON.parse(json)
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : { value }
}

/** A cell of a sheet holds no more of what was changed; the entry itself does. */
const MAX_CELL = 2000

const sheet = entries(({ db, t }) => {
  const { before, after } = t.operations
  const start = (column: typeof before) => sql<string>`substr(${column}, 1, ${sql.raw(String(MAX_CELL))})`
  return {
    ...askedOf(t),
    rows: () =>
      db
        .select({ ...columnsOf(t), before: start(before), after: start(after) })
        .from(t.operations)
        .$dynamic(),
  }
})

/** An entry as it was written; there may be a million in one sheet. */
export type OperationRow = Omit<FullRow, 'userId'>

/** All entries that the filter finds, for a sheet. */
export const operationBatches = (store: Store, query: Unpaged<OperationQuery>) =>
  sheet.batches(store, asked(query)) satisfies AsyncIterable<OperationRow[]>

/** What an entry is about, in words. */
export const subjectOf = ({ stem, summary }: Pick<Row, 'stem' | 'summary'>, locale: Locale): string =>
  isStem(stem) ? text(locale, stemWords[stem]) : summary
