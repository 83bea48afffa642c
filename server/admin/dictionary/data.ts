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
} from '#shared/admin/dictionary'
import type { Page } from '#shared/list/page'
import { notFound, Refusal } from '../../platform/http/refusal'
import { eachRow, inOrder, refuseSame, type SheetRow } from '../../platform/sheets/rows'
import type { Dialect, Reader, Store, Writer } from '../../platform/store'
import type { Tables } from '../../tables'
import { refuseUsed } from './use'
import { declaredList } from '../../platform/list/declared'
import { listing, mapBatches, type Unpaged } from '../../platform/list/listing'
import { changesOf, writeOperation, type RequestContext } from '../../access/operation-log/write'
import { chunks } from '../../platform/chunks/chunk'
import { laterThan, unlessChanged } from '../../access/crud/seen'
import { oneRow, statement } from '../../platform/list/statement'
import { moveToTrash, restoreFromTrash } from '../../access/trash/queries'
import { stampsOf, statusNumber } from '../../platform/list/wire'
import { dictData as resource } from '#shared/admin/dict-data-resource'
import type { PartsOf } from '../../access/trash/parts'

const dictDataParts: PartsOf = ({ dictData }) => ({
  resource,
  own: { table: dictData, of: dictData.dictCode },
})

type Row = Tables['dictData']['$inferSelect']

const dataOf = ({ defaultValue, ...row }: Row): DictData => ({
  ...row,
  status: statusNumber(row.status),
  default: defaultValue,
  ...stampsOf(row),
})

const page = listing<DictDataQuery>()((store) => {
  const { dictData } = store.t
  return {
    rows: () => store.db.select().from(dictData).$dynamic(),
    counted: dictData,
    key: dictData.dictCode,
    ...declaredList(resource, dictData, store),
    defaultOrder: [dictData.dictType, dictData.dictSort, dictData.dictCode],
  }
})

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
      labelEn: dictData.dictLabelEn,
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
    status: statusNumber(typeStatus === statuses.on ? status : typeStatus),
  }))
  return all === '1' ? options : options.filter(({ status }) => status === 2)
}

/** @throws Refusal when there is no such type, or the type has the value already */
export const createDictData = (store: Store, input: DictDataInput, context: RequestContext): Promise<number> =>
  store.tx(async (db) => {
    const dictCode = await addData(store, db, input, context.now)
    await writeOperation(store, db, context, { ...entryOf(dictCode, input), action: 'create', after: input })
    return dictCode
  })

/** Holds the entries of a sheet against the dictionaries and entries that are there. */
export async function planDictData(
  { t }: Dialect,
  db: Reader,
  rows: SheetRow<DictDataInput>[],
  { now }: RequestContext,
  unsound: SheetRow<Partial<DictDataInput>>[],
) {
  const { dictTypes, dictData } = t
  const all = inOrder<Partial<DictDataInput>>(rows, unsound)
  const named = [...new Set(all.flatMap(({ value }) => value.dictType ?? []))]
  /** Rows of this sheet that have brought an entry. */
  const given = new Map<string, number>()
  /** The labels of each type by their values. */
  const known = new Map<string, Map<string, string>>()
  for (const chunk of chunks(named)) {
    const types = await db.select().from(dictTypes).where(inArray(dictTypes.dictType, chunk))
    for (const { dictType } of types) known.set(dictType, new Map())
    const entries = await db.select().from(dictData).where(inArray(dictData.dictType, chunk))
    for (const { dictType, dictValue, dictLabel } of entries) known.get(dictType)?.set(dictValue, dictLabel)
  }
  const faults = await eachRow(all, async ({ row, value: { dictType, dictValue } }) => {
    if (dictType === undefined) return
    const labels = known.get(dictType)
    if (!labels) throw noType(dictType)
    if (dictValue === undefined) return
    const label = labels.get(dictValue)
    if (label !== undefined) throw valueTaken(dictValue, label)
    const key = `${dictType} ${dictValue}`
    refuseSame(given.get(key), 'dictValue')
    given.set(key, row)
  })
  async function save(db: Writer) {
    const made = rows.map(({ value }) => rowOf(value, now))
    const ids = new Map<string, number>()
    const placeOf = ({ dictType, dictValue }: Place) => `${dictType} ${dictValue}`
    for (const chunk of chunks(made)) {
      for (const row of await db.insert(dictData).values(chunk).returning()) ids.set(placeOf(row), row.dictCode)
    }
    return made.map((row) => ids.get(placeOf(row))!)
  }
  return { faults, save }
}

/** @throws Refusal as {@link createDictData} */
export const updateDictData = (store: Store, dictCode: number, input: DictDataChange, context: RequestContext) =>
  store.tx(async (db) => {
    const { dictData } = store.t
    const [before] = await db.select().from(dictData).where(eq(dictData.dictCode, dictCode))
    if (!before) throw notFound()
    const about = { fields: dataOf(before), record: String(dictCode), readBy: ['admin:sysDictData:query'] } as const
    const { default: defaultValue, ...fields } = await unlessChanged(store, db, context, input, about)
    const after = { ...before, ...fields }
    await refuseUnfit(store, db, after, dictCode)
    const isMoved = after.dictValue !== before.dictValue || after.dictType !== before.dictType
    if (isMoved) await refuseUsed(store, db, [before])
    const change = { ...fields, ...(defaultValue !== undefined && { defaultValue }) }
    await db
      .update(dictData)
      .set({ ...change, updatedAt: laterThan(dictData.updatedAt, context.now) })
      .where(eq(dictData.dictCode, dictCode))
    const changes = changesOf(before, change)
    await writeOperation(store, db, context, { ...entryOf(dictCode, after), action: 'update', ...changes })
    return dictCode
  })

/** Deletes all of `ids` or none. @throws Refusal when one is not there, or records hold its value */
export const deleteDictData = (store: Store, ids: number[], context: RequestContext): Promise<number[]> =>
  store.tx(async (db) => {
    const { dictData } = store.t
    for (const chunk of chunks(ids)) {
      await refuseUsed(store, db, await db.select().from(dictData).where(inArray(dictData.dictCode, chunk)))
    }
    const nameOf = (row: Record<string, unknown>) => `${String(row['dictType'])} ${String(row['dictLabel'])}`
    return moveToTrash(store, db, dictDataParts, ids, context, nameOf)
  })

/** @throws Refusal when one is not in the trash, its type is gone by now, or has another entry of its value */
export const restoreDictData = (store: Store, ids: number[], context: RequestContext): Promise<number[]> =>
  store.tx(async (db) => {
    const { dictData, dictTypes } = store.t
    const restored = await restoreFromTrash(store, db, dictDataParts, ids, context)
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

async function addData(store: Dialect, db: Writer, input: DictDataInput, now: number): Promise<number> {
  const { dictData } = store.t
  await refuseUnfit(store, db, input)
  const [made] = await db.insert(dictData).values(rowOf(input, now)).returning({ dictCode: dictData.dictCode })
  return made!.dictCode
}

const rowOf = ({ default: defaultValue, ...fields }: DictDataInput, now: number) => ({
  ...fields,
  defaultValue,
  createdAt: now,
  updatedAt: now,
})

type Place = Pick<DictDataInput, 'dictType' | 'dictValue'>

/** An entry stands in a type that is there, and no other entry of it has the same value. */
async function refuseUnfit({ t }: Dialect, db: Writer, { dictType, dictValue }: Place, exceptCode?: number) {
  const { dictTypes, dictData } = t
  const [type] = await db.select({ id: dictTypes.id }).from(dictTypes).where(eq(dictTypes.dictType, dictType))
  if (!type) throw noType(dictType)
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
  if (taken) throw valueTaken(dictValue, taken.dictLabel)
}

const noType = (dictType: string) => new Refusal(codes.badRequest, 'dict.noType', { dictType }).at('dictType')
const valueTaken = (dictValue: string, dictLabel: string) =>
  new Refusal(codes.conflict, 'dict.valueTaken', { dictValue, dictLabel }).at('dictValue')
