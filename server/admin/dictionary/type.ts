import { count, eq, inArray, sql } from 'drizzle-orm'
import { codes } from '#shared/envelope'
import { dictType } from '#shared/admin/dict-type-resource'
import { otherClientDictTypes } from '#shared/admin/dict-types'
import type { DictType, DictTypeChange, DictTypeInput, DictTypeQuery } from '#shared/admin/dictionary'
import type { Page } from '#shared/list/page'
import { notFound, Refusal } from '../../platform/http/refusal'
import { eachRow, inOrder, refuseSame, type SheetRow } from '../../platform/sheets/rows'
import type { Dialect, Reader, Store, Writer } from '../../platform/store'
import type { Tables } from '../../tables'
import { declaredList } from '../../platform/list/declared'
import { listing, mapBatches, readBy, type Unpaged } from '../../platform/list/listing'
import { changesOf, writeOperation, type RequestContext } from '../../access/operation-log/write'
import { chunks } from '../../platform/chunks/chunk'
import { oneRow, statement } from '../../platform/list/statement'
import { laterThan, unlessChanged } from '../../access/crud/seen'
import { moveToTrash, restoreFromTrash } from '../../access/trash/queries'
import { refuseTaken } from '../../platform/list/unique'
import { stampsOf, statusNumber } from '../../platform/list/wire'
import type { PartsOf } from '../../access/trash/parts'

const dictTypeParts: PartsOf = ({ dictTypes }) => ({
  resource: dictType,
  own: { table: dictTypes, of: dictTypes.id },
})

type Row = Tables['dictTypes']['$inferSelect']

const typeOf = (row: Row): DictType => ({
  ...row,
  status: statusNumber(row.status),
  ...stampsOf(row),
})

const page = listing<DictTypeQuery>()((store) => {
  const { dictTypes } = store.t
  const { filters, orders } = declaredList(dictType, dictTypes, store)
  return {
    rows: () => store.db.select().from(dictTypes).$dynamic(),
    counted: dictTypes,
    key: dictTypes.id,
    filters: { ...filters, use: readBy(dictTypes.dictType, otherClientDictTypes) },
    orders,
    defaultOrder: [dictTypes.id],
  }
})

export async function listDictTypes(store: Store, query: DictTypeQuery): Promise<Page<DictType>> {
  const found = await page(store, query)
  return { ...found, list: found.list.map(typeOf) }
}

/** All dictionaries that the filters find, for a sheet. */
export const dictTypeBatches = (store: Store, query: Unpaged<DictTypeQuery>) =>
  mapBatches(page.batches(store, query), typeOf)

const all = statement(({ db, t }) => db.select().from(t.dictTypes).orderBy(t.dictTypes.id))

export const allDictTypes = async (store: Store): Promise<DictType[]> => (await all(store)).map(typeOf)

const byId = oneRow(({ db, t, bind }) =>
  db
    .select()
    .from(t.dictTypes)
    .where(eq(t.dictTypes.id, bind('id'))),
)

export async function getDictType(store: Store, id: number): Promise<DictType | undefined> {
  const row = await byId(store, { id })
  return row && typeOf(row)
}

/** @throws Refusal when there is a dictionary of that type */
export const createDictType = (store: Store, input: DictTypeInput, context: RequestContext): Promise<number> =>
  store.tx(async (db) => {
    const id = await addType(store, db, input, context.now)
    await writeOperation(store, db, context, { ...entryOf(id, input), action: 'create', after: input })
    return id
  })

/** Holds the dictionaries of a sheet against those that are there. */
export async function planDictTypes(
  { t }: Dialect,
  db: Reader,
  rows: SheetRow<DictTypeInput>[],
  { now }: RequestContext,
  unsound: SheetRow<Partial<DictTypeInput>>[],
) {
  const { dictTypes } = t
  const all = inOrder<Partial<DictTypeInput>>(rows, unsound)
  const taken = new Set<string>()
  /** Rows of this sheet that have brought a dictionary. */
  const given = new Map<string, number>()
  for (const chunk of chunks(all)) {
    const keys = chunk.flatMap(({ value }) => value.dictType?.toLowerCase() ?? [])
    const key = sql<string>`lower(${dictTypes.dictType})`
    for (const one of await db.select({ key }).from(dictTypes).where(inArray(key, keys))) taken.add(one.key)
  }
  const faults = await eachRow(all, async ({ row, value: { dictType } }) => {
    if (dictType === undefined) return
    const key = dictType.toLowerCase()
    if (taken.has(key)) throw typeTaken(dictType)
    refuseSame(given.get(key), 'dictType')
    given.set(key, row)
  })
  async function save(db: Writer) {
    const made = rows.map(({ value }) => ({ ...value, createdAt: now, updatedAt: now }))
    const ids = new Map<string, number>()
    for (const chunk of chunks(made)) {
      for (const { id, dictType } of await db.insert(dictTypes).values(chunk).returning()) ids.set(dictType, id)
    }
    return made.map(({ dictType }) => ids.get(dictType)!)
  }
  return { faults, save }
}

/** Changes a dictionary; its entries follow when its type is renamed. @throws Refusal as {@link createDictType} */
export const updateDictType = (store: Store, id: number, input: DictTypeChange, context: RequestContext) =>
  store.tx(async (db) => {
    const { dictTypes, dictData } = store.t
    const [before] = await db.select().from(dictTypes).where(eq(dictTypes.id, id))
    if (!before) throw notFound()
    const about = { fields: typeOf(before), record: String(id), readBy: ['admin:sysDictType:query'] } as const
    const fields = await unlessChanged(store, db, context, input, about)
    const { dictType = before.dictType } = fields
    await refuseTakenType(store, db, dictType, id)
    await db
      .update(dictTypes)
      .set({ ...fields, updatedAt: laterThan(dictTypes.updatedAt, context.now) })
      .where(eq(dictTypes.id, id))
    if (dictType !== before.dictType) {
      const updatedAt = laterThan(dictData.updatedAt, context.now)
      await db.update(dictData).set({ dictType, updatedAt }).where(eq(dictData.dictType, before.dictType))
    }
    await writeOperation(store, db, context, {
      ...entryOf(id, { ...before, ...fields }),
      action: 'update',
      ...changesOf(before, fields),
    })
    return id
  })

/** Deletes all of `ids` or none. @throws Refusal when one is not there or has entries */
export const deleteDictTypes = (store: Store, ids: number[], context: RequestContext): Promise<number[]> =>
  store.tx(async (db) => {
    const { dictTypes, dictData } = store.t
    const used = await db
      .select({ dictName: dictTypes.dictName, entries: count() })
      .from(dictTypes)
      .innerJoin(dictData, eq(dictData.dictType, dictTypes.dictType))
      .where(inArray(dictTypes.id, ids))
      .groupBy(dictTypes.dictName)
    if (used.length > 0) {
      const names = used.map(({ dictName }) => dictName).join(', ')
      throw new Refusal(codes.conflict, 'dict.inUse', {
        names,
        count: used.reduce((sum, { entries }) => sum + entries, 0),
      })
    }
    return moveToTrash(store, db, dictTypeParts, ids, context)
  })

/** @throws Refusal when one is not in the trash, or there is another dictionary of its type by now */
export const restoreDictTypes = (store: Store, ids: number[], context: RequestContext): Promise<number[]> =>
  store.tx((db) => restoreFromTrash(store, db, dictTypeParts, ids, context))

/** How the operation log names a dictionary. */
const entryOf = (id: number, { dictName }: { dictName: string }) => ({ record: String(id), name: dictName })

async function addType(store: Dialect, db: Writer, input: DictTypeInput, now: number): Promise<number> {
  const { dictTypes } = store.t
  await refuseTakenType(store, db, input.dictType)
  const values = { ...input, createdAt: now, updatedAt: now }
  const [made] = await db.insert(dictTypes).values(values).returning({ id: dictTypes.id })
  return made!.id
}

const refuseTakenType = ({ t: { dictTypes } }: Dialect, db: Writer, dictType: string, exceptId?: number) =>
  refuseTaken(db, {
    table: dictTypes,
    column: dictTypes.dictType,
    value: dictType,
    id: dictTypes.id,
    exceptId,
    refusal: typeTaken(dictType),
  })

const typeTaken = (dictType: string) => new Refusal(codes.conflict, 'dict.typeTaken', { dictType }).at('dictType')
