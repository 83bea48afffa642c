import { count, eq, inArray } from 'drizzle-orm'
import { statuses } from '#shared/constants'
import { codes } from '#shared/envelope'
import type { DictType, DictTypeChange, DictTypeInput, DictTypeQuery } from '#shared/schemas/dictionary'
import type { Page } from '#shared/schemas/page'
import { Refusal } from '../refusal'
import { eachRow, type SheetRow } from '../sheets/rows'
import type { Store, Writer } from '../store'
import type { Tables } from '../tables'
import { allOrNone } from './all-or-none'
import { contains, equals, listing, mapBatches, type Unpaged } from './listing'
import { changesOf, writeOperation, type Act } from './operation'
import { oneRow, statement } from './statement'
import { bringBack, discard } from './trash'
import { refuseTaken } from './unique'

type Row = Tables['dictTypes']['$inferSelect']

const typeOf = ({ status, createdAt, updatedAt, ...row }: Row): DictType => ({
  ...row,
  status: status === statuses.on ? 2 : 1,
  createdAt: new Date(createdAt).toISOString(),
  updatedAt: new Date(updatedAt).toISOString(),
})

const page = listing<DictTypeQuery>()(({ db, t: { dictTypes } }) => ({
  rows: () => db.select().from(dictTypes).$dynamic(),
  counted: dictTypes,
  key: dictTypes.id,
  filters: {
    dictName: contains(dictTypes.dictName),
    dictType: contains(dictTypes.dictType),
    status: equals(dictTypes.status),
  },
  orders: {
    id: dictTypes.id,
    dictName: dictTypes.dictName,
    dictType: dictTypes.dictType,
    status: dictTypes.status,
    createdAt: dictTypes.createdAt,
  },
  defaultOrder: [dictTypes.id],
}))

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
export const createDictType = (store: Store, input: DictTypeInput, act: Act): Promise<number> =>
  store.tx(async (db) => {
    const id = await addType(store, db, input, act.now)
    await writeOperation(store, db, act, { ...entryOf(id, input), action: 'create', after: input })
    return id
  })

/** Makes the dictionaries of a sheet; answers which of them there are already. */
export const importDictTypes = (store: Store, db: Writer, rows: SheetRow<DictTypeInput>[], act: Act) =>
  eachRow(rows, ({ value }) => addType(store, db, value, act.now))

/** Changes a dictionary; its entries follow when its type is renamed. @throws Refusal as {@link createDictType} */
export const updateDictType = (store: Store, id: number, input: DictTypeChange, act: Act) =>
  store.tx(async (db) => {
    const { dictTypes, dictData } = store.t
    const [before] = await db.select().from(dictTypes).where(eq(dictTypes.id, id))
    if (!before) return undefined
    const { dictType } = input
    await refuseTakenType(store, db, dictType, id)
    await db
      .update(dictTypes)
      .set({ ...input, updatedAt: act.now })
      .where(eq(dictTypes.id, id))
    if (dictType !== before.dictType) {
      await db.update(dictData).set({ dictType }).where(eq(dictData.dictType, before.dictType))
    }
    await writeOperation(store, db, act, { ...entryOf(id, input), action: 'update', ...changesOf(before, input) })
    return id
  })

/** Deletes all of `ids` or none. @throws Refusal when one is not there or has entries */
export const deleteDictTypes = (store: Store, ids: number[], act: Act): Promise<number[]> =>
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
    return allOrNone(await discard(store, db, 'dictType', ids, act, ({ dictName }) => String(dictName)))
  })

/** @throws Refusal when one is not in the trash, or there is another dictionary of its type by now */
export const restoreDictTypes = (store: Store, ids: number[], act: Act): Promise<number[]> =>
  store.tx(async (db) => allOrNone(await bringBack(store, db, 'dictType', ids, act)))

/** How the operation log names a dictionary. */
const entryOf = (id: number, { dictName }: { dictName: string }) => ({ record: String(id), name: dictName })

async function addType(store: Store, db: Writer, input: DictTypeInput, now: number): Promise<number> {
  const { dictTypes } = store.t
  await refuseTakenType(store, db, input.dictType)
  const values = { ...input, createdAt: now, updatedAt: now }
  const [made] = await db.insert(dictTypes).values(values).returning({ id: dictTypes.id })
  return made!.id
}

const refuseTakenType = ({ t: { dictTypes } }: Store, db: Writer, dictType: string, exceptId?: number) =>
  refuseTaken(db, {
    table: dictTypes,
    column: dictTypes.dictType,
    value: dictType,
    id: dictTypes.id,
    exceptId,
    refusal: new Refusal(codes.conflict, 'dict.typeTaken', { dictType }).at('dictType'),
  })
