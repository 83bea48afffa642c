import { and, eq, inArray, ne, notInArray } from 'drizzle-orm'
import { statuses } from '#shared/constants'
import { codes } from '#shared/envelope'
import type {
  DictData,
  DictDataChange,
  DictDataInput,
  DictDataQuery,
  DictOption,
  DictOptionQuery,
} from '#shared/schemas/dictionary'
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

type Row = Tables['dictData']['$inferSelect']

const dataOf = ({ status, defaultValue, createdAt, updatedAt, ...row }: Row): DictData => ({
  ...row,
  status: status === statuses.on ? 2 : 1,
  default: defaultValue,
  createdAt: new Date(createdAt).toISOString(),
  updatedAt: new Date(updatedAt).toISOString(),
})

const page = listing<DictDataQuery>()(({ db, t: { dictData } }) => ({
  rows: () => db.select().from(dictData).$dynamic(),
  counted: dictData,
  key: dictData.dictCode,
  filters: {
    dictType: equals(dictData.dictType),
    dictLabel: contains(dictData.dictLabel),
    dictValue: contains(dictData.dictValue),
    status: equals(dictData.status),
  },
  orders: {
    dictCode: dictData.dictCode,
    dictType: dictData.dictType,
    dictSort: dictData.dictSort,
    dictLabel: dictData.dictLabel,
    dictValue: dictData.dictValue,
    status: dictData.status,
    createdAt: dictData.createdAt,
  },
  defaultOrder: [dictData.dictType, dictData.dictSort, dictData.dictCode],
}))

export async function listDictData(store: Store, query: DictDataQuery): Promise<Page<DictData>> {
  const found = await page(store, query)
  return { ...found, list: found.list.map(dataOf) }
}

/** All entries that the filters find, for a sheet. */
export const dictDataBatches = (store: Store, query: Unpaged<DictDataQuery>) =>
  mapBatches(page.batches(store, query), dataOf)

const byCode = oneRow(({ db, t, bind }) =>
  db
    .select()
    .from(t.dictData)
    .where(eq(t.dictData.dictCode, bind('dictCode'))),
)

export async function getDictData(store: Store, dictCode: number): Promise<DictData | undefined> {
  const row = await byCode(store, { dictCode })
  return row && dataOf(row)
}

const optionsOfType = statement(({ db, t: { dictData, dictTypes }, bind }) =>
  db
    .select({
      label: dictData.dictLabel,
      value: dictData.dictValue,
      listClass: dictData.listClass,
      cssClass: dictData.cssClass,
      isDefault: dictData.isDefault,
      status: dictData.status,
      typeStatus: dictTypes.status,
    })
    .from(dictData)
    .innerJoin(dictTypes, eq(dictTypes.dictType, dictData.dictType))
    .where(eq(dictData.dictType, bind('dictType')))
    .orderBy(dictData.dictSort, dictData.dictCode),
)

/** The entries of a type in their order, none of an unknown one. A disabled type disables all of its entries. */
export async function dictOptions(store: Store, { dictType, all }: DictOptionQuery): Promise<DictOption[]> {
  const rows = await optionsOfType(store, { dictType })
  const options = rows.map(({ status, typeStatus, ...option }): DictOption => ({
    ...option,
    status: status === statuses.on && typeStatus === statuses.on ? 2 : 1,
  }))
  return all === '1' ? options : options.filter(({ status }) => status === 2)
}

/** @throws Refusal when there is no such type, or the type has the value already */
export const createDictData = (store: Store, input: DictDataInput, act: Act): Promise<number> =>
  store.tx(async (db) => {
    const dictCode = await addData(store, db, input, act.now)
    await writeOperation(store, db, act, { ...entryOf(dictCode, input), action: 'create', after: input })
    return dictCode
  })

/** Makes the entries of a sheet; answers what is wrong with which of them. */
export const importDictData = (store: Store, db: Writer, rows: SheetRow<DictDataInput>[], act: Act) =>
  eachRow(rows, ({ value }) => addData(store, db, value, act.now))

/** @throws Refusal as {@link createDictData} */
export const updateDictData = (store: Store, dictCode: number, input: DictDataChange, act: Act) =>
  store.tx(async (db) => {
    const { dictData } = store.t
    const [before] = await db.select().from(dictData).where(eq(dictData.dictCode, dictCode))
    if (!before) return undefined
    await refuseUnfit(store, db, input, dictCode)
    const { default: defaultValue, ...fields } = input
    const change = { ...fields, ...(defaultValue !== undefined && { defaultValue }) }
    await db
      .update(dictData)
      .set({ ...change, updatedAt: act.now })
      .where(eq(dictData.dictCode, dictCode))
    const changes = changesOf(before, change)
    await writeOperation(store, db, act, { ...entryOf(dictCode, input), action: 'update', ...changes })
    return dictCode
  })

/** Deletes all of `ids` or none. @throws Refusal when one is not there */
export const deleteDictData = (store: Store, ids: number[], act: Act): Promise<number[]> =>
  store.tx(async (db) => {
    const nameOf = (row: Record<string, unknown>) => `${String(row['dictType'])} ${String(row['dictLabel'])}`
    return allOrNone(await discard(store, db, 'dictData', ids, act, nameOf))
  })

/** @throws Refusal when one is not in the trash, its type is gone by now, or has another entry of its value */
export const restoreDictData = (store: Store, ids: number[], act: Act): Promise<number[]> =>
  store.tx(async (db) => {
    const { dictData, dictTypes } = store.t
    const restored = allOrNone(await bringBack(store, db, 'dictData', ids, act))
    const orphans = await db
      .selectDistinct({ dictType: dictData.dictType })
      .from(dictData)
      .where(
        and(
          inArray(dictData.dictCode, restored),
          notInArray(dictData.dictType, db.select({ dictType: dictTypes.dictType }).from(dictTypes)),
        ),
      )
    if (orphans.length === 0) return restored
    throw new Refusal(codes.conflict, 'dict.typeGone', { dictType: orphans.map(({ dictType }) => dictType).join(', ') })
  })

/** How the operation log names an entry. */
const entryOf = (dictCode: number, { dictType, dictLabel }: Pick<DictDataInput, 'dictType' | 'dictLabel'>) => ({
  record: String(dictCode),
  name: `${dictType} ${dictLabel}`,
})

async function addData(store: Store, db: Writer, input: DictDataInput, now: number): Promise<number> {
  const { dictData } = store.t
  await refuseUnfit(store, db, input)
  const { default: defaultValue, ...fields } = input
  const values = { ...fields, defaultValue, createdAt: now, updatedAt: now }
  const [made] = await db.insert(dictData).values(values).returning({ dictCode: dictData.dictCode })
  return made!.dictCode
}

type Place = Pick<DictDataInput, 'dictType' | 'dictValue'>

/** An entry stands in a type that is there, and no other entry of it has the same value. */
async function refuseUnfit({ t }: Store, db: Writer, { dictType, dictValue }: Place, exceptCode?: number) {
  const { dictTypes, dictData } = t
  const [type] = await db.select({ id: dictTypes.id }).from(dictTypes).where(eq(dictTypes.dictType, dictType))
  if (!type) throw new Refusal(codes.badRequest, 'dict.noType', { dictType }).at('dictType')
  const [taken] = await db
    .select({ dictLabel: dictData.dictLabel })
    .from(dictData)
    .where(
      and(
        eq(dictData.dictType, dictType),
        eq(dictData.dictValue, dictValue),
        exceptCode === undefined ? undefined : ne(dictData.dictCode, exceptCode),
      ),
    )
  if (!taken) return
  throw new Refusal(codes.conflict, 'dict.valueTaken', { dictValue, dictLabel: taken.dictLabel }).at('dictValue')
}
