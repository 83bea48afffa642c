import { eq, getTableColumns, inArray } from 'drizzle-orm'
import type { AnySQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core'
import type { z } from 'zod'
import type { Seen } from '#shared/list/page'
import type { Granted, PermissionTag } from '#shared/permissions'
import { bulkFields, type Resource } from '#shared/resource'
import type { TrashKind } from '#shared/resources'
import { notFound } from '../../platform/http/refusal'
import { refuseTaken } from '../../platform/list/unique'
import type { Dialect, Store, Writer } from '../../platform/store'
import type { Tables } from '../../tables'
import { changesOf, writeOperation, type RequestContext } from '../operation-log/write'
import { moveToTrash, restoreFromTrash, type Parts } from '../trash/queries'
import type { Unique } from './record-import'
import { keyColumn, type TableName } from './record-reader'
import { laterThan, unlessChanged } from './seen'

type Declared = Resource & Granted & { trash: TrashKind; tags: { list: PermissionTag } }
type Fields = Record<string, unknown>
/** The fields stored as they are sent. */
type Common<Input, Row> = {
  [Name in keyof Input & keyof Row as Row[Name] extends Input[Name] ? Name : never]: Input[Name]
}

/** The rules of a resource. All of them run in the transaction that writes. */
type Rules<Name extends TableName, Row, Input> = {
  table: Name
  /** The API form of a row; changes are compared with it. */
  answer: (row: Row) => object
  /** Rows of other tables that are deleted and restored with the record. */
  hanging?: (t: Tables) => Parts['hanging']
  /** The name of a record in the operation log and the trash; the default is the declared field. */
  nameOf?: (row: Row) => string
  unique?: Unique<keyof Input & keyof Row & string>
  /** The stored form of fields, if it differs from the sent form. */
  columns?: (fields: Partial<Input>) => object
  /** Refuses an invalid new state of a record; `before` is undefined for a new one. */
  beforeSave?: (store: Dialect, db: Writer, next: Common<Input, Row>, before: Row | undefined) => Promise<void>
  /** Inserts a record and its dependent rows. */
  insert?: (store: Dialect, db: Writer, input: Input, context: RequestContext) => Promise<Row>
  afterUpdate?: (
    store: Dialect,
    db: Writer,
    change: { before: Row; after: Row },
    context: RequestContext,
  ) => Promise<void>
  /** Refuses to delete records in use. */
  beforeRemove?: (store: Dialect, db: Writer, ids: number[]) => Promise<void>
  afterRemove?: (store: Dialect, db: Writer, rows: Row[], context: RequestContext) => Promise<void>
  afterRestore?: (store: Dialect, db: Writer, ids: number[], context: RequestContext) => Promise<void>
}

/**
 * The queries that write a regular resource, each in one transaction with its entry in the operation log: create,
 * update (ADR 57), remove and restore (ADR 19). They throw the Refusals of the rules, and 404 for a missing record.
 */
export function recordWriter<Name extends TableName, Input, Change extends Seen>(
  resource: Declared,
  _schemas: { input: z.ZodType<Input>; change: z.ZodType<Change> },
  rules: Rules<Name, Tables[Name]['$inferSelect'], Input>,
) {
  type Row = Tables[Name]['$inferSelect']
  const { columns = (fields: Partial<Input>) => fields, unique } = rules
  const { nameOf = (row: Row) => String((row as Fields)[resource.label]) } = rules
  const readBy = [resource.tags.query ?? resource.tags.list]
  const tableOf = ({ t }: Pick<Dialect, 't'>): SQLiteTable => t[rules.table]
  const idOf = (store: Dialect, row: Row) => Number((row as Fields)[keyName(tableOf(store))])
  const entryOf = (store: Dialect, row: Row) => ({ record: String(idOf(store, row)), name: nameOf(row) })

  function partsOf(t: Tables): Parts {
    const table = t[rules.table]
    const hanging = rules.hanging?.(t)
    return { resource, own: { table, of: keyColumn(table) }, ...(hanging && { hanging }) }
  }

  async function check(store: Dialect, db: Writer, next: Fields, before?: Row) {
    if (unique && next[unique.field] !== (before as Fields | undefined)?.[unique.field]) {
      const { field } = unique
      const table = tableOf(store)
      await refuseTaken(db, {
        table,
        column: columnsIn(table)[field]!,
        value: String(next[field]),
        id: keyColumn(table),
        exceptId: before && idOf(store, before),
        refusal: unique.refusal(String(next[field])).at(field),
      })
    }
    await rules.beforeSave?.(store, db, next as Common<Input, Row>, before)
  }

  async function insert(store: Dialect, db: Writer, input: Input, { operator, now }: RequestContext): Promise<Row> {
    const table = tableOf(store)
    const createBy = 'createBy' in columnsIn(table) && { createBy: operator.userId }
    const values: Fields = { ...columns(input as Partial<Input>), ...createBy, createdAt: now, updatedAt: now }
    const [row] = await db.insert(table).values(values).returning()
    return row as Row
  }

  return {
    ...(bulkFields(resource).length > 0 && { bulk: rules.table }),
    create: (store: Store, input: Input, context: RequestContext): Promise<number> =>
      store.tx(async (db) => {
        await check(store, db, input as Fields)
        const row = await (rules.insert ?? insert)(store, db, input, context)
        await writeOperation(store, db, context, { ...entryOf(store, row), action: 'create', after: input })
        return idOf(store, row)
      }),

    update: (store: Store, id: number, change: Change, context: RequestContext): Promise<number> =>
      store.tx(async (db) => {
        const table = tableOf(store)
        const isRecord = eq(keyColumn(table), id)
        const [before] = (await db.select().from(table).where(isRecord)) as Row[]
        if (!before) throw notFound()
        const present = { fields: rules.answer(before) as Fields, record: String(id), readBy }
        const fields = await unlessChanged(store, db, context, change, present)
        await check(store, db, { ...before, ...fields }, before)
        // The schema of a change is that of the input with every field optional (`changeOf`).
        const stored = columns(fields as unknown as Partial<Input>)
        const updatedAt = laterThan(columnsIn(table)['updatedAt']!, context.now)
        const rows = await db
          .update(table)
          .set({ ...stored, updatedAt })
          .where(isRecord)
          .returning()
        const after = rows[0] as Row
        await rules.afterUpdate?.(store, db, { before, after }, context)
        const changes = changesOf(before as object, stored)
        await writeOperation(store, db, context, { ...entryOf(store, after), action: 'update', ...changes })
        return id
      }),

    /** Deletes all of `ids` or none. */
    remove: (store: Store, ids: number[], context: RequestContext): Promise<number[]> =>
      store.tx(async (db) => {
        await rules.beforeRemove?.(store, db, ids)
        const table = tableOf(store)
        const rows =
          rules.afterRemove &&
          (await db
            .select()
            .from(table)
            .where(inArray(keyColumn(table), ids)))
        const removed = await moveToTrash(store, db, partsOf, ids, context, nameOf as (row: Fields) => string)
        await rules.afterRemove?.(store, db, rows as Row[], context)
        return removed
      }),

    /** Restores deleted records, all of `ids` or none; 409 if the place of one is taken. */
    restore: (store: Store, ids: number[], context: RequestContext): Promise<number[]> =>
      store.tx(async (db) => {
        const restored = await restoreFromTrash(store, db, partsOf, ids, context)
        await rules.afterRestore?.(store, db, restored, context)
        return restored
      }),
  }
}

const columnsIn = (table: SQLiteTable): Record<string, AnySQLiteColumn> => getTableColumns(table)

const keyName = (table: SQLiteTable): string => Object.entries(columnsIn(table)).find(([, { primary }]) => primary)![0]
