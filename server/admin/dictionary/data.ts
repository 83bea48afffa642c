import { and, eq, inArray, ne, notInArray } from 'drizzle-orm'
import { statuses } from '#shared/constants'
import { codes } from '#shared/envelope'
import { dictData as resource } from '#shared/admin/dict-data-resource'
import {
  DictData,
  DictDataChange,
  DictDataInput,
  DictDataQuery,
  type DictOption,
  type DictOptionQuery,
} from '#shared/admin/dictionary'
import { recordReader } from '../../access/crud/record-reader'
import { recordWriter } from '../../access/crud/record-writer'
import type { RequestContext } from '../../access/operation-log/write'
import { chunks } from '../../platform/chunks/chunk'
import { Refusal } from '../../platform/http/refusal'
import { statement } from '../../platform/list/statement'
import { stampsOf, statusNumber } from '../../platform/list/wire'
import { eachRow, inOrder, refuseSame, type SheetRow } from '../../platform/sheets/rows'
import type { Dialect, Reader, Store, Writer } from '../../platform/store'
import type { Tables } from '../../tables'
import { refuseEntriesInUse, refuseRelabelled } from './use'

export const dictDataSchemas = { row: DictData, input: DictDataInput, change: DictDataChange, query: DictDataQuery }

const table = 'dictData'

const answer = ({ defaultValue, ...row }: Tables['dictData']['$inferSelect']): DictData => ({
  ...row,
  status: statusNumber(row.status),
  default: defaultValue,
  ...stampsOf(row),
})

export const dictDataReader = recordReader(resource, dictDataSchemas, {
  table,
  answer,
  defaultOrder: ({ dictType, dictSort, dictCode }) => [dictType, dictSort, dictCode],
})

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

/** The entries of a type in their order; none for an unknown type. A disabled type disables all of its entries. */
export async function dictOptions(store: Store, { dictType, all }: DictOptionQuery): Promise<DictOption[]> {
  const rows = await optionsOfType(store, { dictType })
  const options = rows.map(({ status, typeStatus, ...option }): DictOption => ({
    ...option,
    status: statusNumber(typeStatus === statuses.on ? status : typeStatus),
  }))
  return all === '1' ? options : options.filter(({ status }) => status === 2)
}

export const dictDataWriter = recordWriter(resource, dictDataSchemas, {
  table,
  answer,
  nameOf: ({ dictType, dictLabel }) => `${dictType} ${dictLabel}`,
  columns: ({ default: defaultValue, ...fields }) => ({
    ...fields,
    ...(defaultValue !== undefined && { defaultValue }),
  }),
  async beforeSave(store, db, entry, before) {
    await refuseUnfitEntry(store, db, entry, before?.dictCode)
    const isMoved = before && entryKey(entry) !== entryKey(before)
    if (isMoved) await refuseEntriesInUse(store, db, [before])
    if (before) await refuseRelabelled(store, db, entry, before)
  },
  async beforeRemove(store, db, ids) {
    const { dictData } = store.t
    for (const chunk of chunks(ids)) {
      await refuseEntriesInUse(store, db, await db.select().from(dictData).where(inArray(dictData.dictCode, chunk)))
    }
  },
  async afterRestore({ t: { dictData, dictTypes } }, db, ids) {
    const isOrphan = notInArray(dictData.dictType, db.select({ dictType: dictTypes.dictType }).from(dictTypes))
    const orphans = await db
      .selectDistinct({ dictType: dictData.dictType })
      .from(dictData)
      .where(and(inArray(dictData.dictCode, ids), isOrphan))
    if (orphans.length === 0) return
    throw new Refusal(codes.conflict, 'dict.typeGone', { dictType: orphans.map(({ dictType }) => dictType).join(', ') })
  },
})

/** Checks the entries of a sheet against the existing dictionaries and entries. */
export async function planDictData(
  { t }: Dialect,
  db: Reader,
  rows: SheetRow<DictDataInput>[],
  { now }: RequestContext,
  unsound: SheetRow<Partial<DictDataInput>>[],
) {
  const { dictTypes, dictData } = t
  const all = inOrder<Partial<DictDataInput>>(rows, unsound)
  const typeNames = [...new Set(all.flatMap(({ value }) => value.dictType ?? []))]
  /** The rows of this sheet, by their entries. */
  const rowOf = new Map<string, number>()
  /** The labels of each type, by their values. */
  const labelsOf = new Map<string, Map<string, string>>()
  for (const chunk of chunks(typeNames)) {
    const types = await db.select().from(dictTypes).where(inArray(dictTypes.dictType, chunk))
    for (const { dictType } of types) labelsOf.set(dictType, new Map())
    const entries = await db.select().from(dictData).where(inArray(dictData.dictType, chunk))
    for (const { dictType, dictValue, dictLabel } of entries) labelsOf.get(dictType)?.set(dictValue, dictLabel)
  }
  const faults = await eachRow(all, async ({ row, value: { dictType, dictValue } }) => {
    if (dictType === undefined) return
    const labels = labelsOf.get(dictType)
    if (!labels) throw noType(dictType)
    if (dictValue === undefined) return
    const label = labels.get(dictValue)
    if (label !== undefined) throw valueTaken(dictValue, label)
    const key = entryKey({ dictType, dictValue })
    refuseSame(rowOf.get(key), 'dictValue')
    rowOf.set(key, row)
  })
  async function save(db: Writer) {
    const values = rows.map(({ value: { default: defaultValue, ...fields } }) => {
      return { ...fields, defaultValue, createdAt: now, updatedAt: now }
    })
    const ids = new Map<string, number>()
    for (const chunk of chunks(values)) {
      for (const row of await db.insert(dictData).values(chunk).returning()) ids.set(entryKey(row), row.dictCode)
    }
    return values.map((row) => ids.get(entryKey(row))!)
  }
  return { faults, save }
}

type Entry = Pick<DictDataInput, 'dictType' | 'dictValue'>

const entryKey = ({ dictType, dictValue }: Entry) => `${dictType} ${dictValue}`

/** Checks that the type of an entry exists, and that no other entry of it has the same value. */
async function refuseUnfitEntry({ t }: Dialect, db: Writer, { dictType, dictValue }: Entry, exceptCode?: number) {
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
