import { and, count, eq, inArray, ne, sql } from 'drizzle-orm'
import { codes } from '#shared/envelope'
import { dictType } from '#shared/admin/dict-type-resource'
import { DictType, DictTypeChange, DictTypeInput, DictTypeQuery } from '#shared/admin/dictionary'
import { isProductDict } from '#shared/admin/product-dicts'
import { recordImport } from '../../access/crud/record-import'
import { recordReader } from '../../access/crud/record-reader'
import { recordWriter } from '../../access/crud/record-writer'
import { laterThan } from '../../access/crud/seen'
import { Refusal } from '../../platform/http/refusal'
import { readBy } from '../../platform/list/listing'
import { statement } from '../../platform/list/statement'
import { stampsOf, statusNumber } from '../../platform/list/wire'
import type { Store, Writer } from '../../platform/store'
import type { Tables } from '../../tables'

export const dictTypeSchemas = { row: DictType, input: DictTypeInput, change: DictTypeChange, query: DictTypeQuery }

/** Dictionaries that other clients of the API family read. No page of this product does. */
const otherClientDictTypes: readonly string[] = [
  'sys_normal_disable',
  'sys_show_hide',
  'sys_yes_no',
  'sys_job_status',
  'sys_common_status',
  'sys_oper_type',
  'sys_notice_type',
  'sys_notice_status',
  'sys_content_status',
]

const table = 'dictTypes'
const unique = { field: 'dictType', refusal: typeTaken } as const

const answer = (row: Tables['dictTypes']['$inferSelect']): DictType => ({
  ...row,
  status: statusNumber(row.status),
  ...stampsOf(row),
})

export const dictTypeReader = recordReader(dictType, dictTypeSchemas, {
  table,
  answer,
  filters: (dictTypes) => ({ use: readBy(dictTypes.dictType, otherClientDictTypes) }),
  defaultOrder: ({ id }) => [id],
})

const allRows = statement(({ db, t }) => db.select().from(t.dictTypes).orderBy(t.dictTypes.id))

export const allDictTypes = async (store: Store): Promise<DictType[]> => (await allRows(store)).map(answer)

export const dictTypeWriter = recordWriter(dictType, dictTypeSchemas, {
  table,
  answer,
  unique,
  async beforeSave(_, __, { dictType }, before) {
    if (before && dictType !== before.dictType) refuseProductDicts([before], 'dictType')
  },
  /** The entries of a dictionary get its new type. */
  async afterUpdate({ t }, db, { before, after: { dictType } }, { now }) {
    if (dictType === before.dictType) return
    const updatedAt = laterThan(t.dictData.updatedAt, now)
    await db.update(t.dictData).set({ dictType, updatedAt }).where(eq(t.dictData.dictType, before.dictType))
    await renameInTrash(t, db, before.dictType, dictType)
  },
  async beforeRemove({ t: { dictTypes, dictData } }, db, ids) {
    refuseProductDicts(await db.select().from(dictTypes).where(inArray(dictTypes.id, ids)))
    const used = await db
      .select({ dictName: dictTypes.dictName, entries: count() })
      .from(dictTypes)
      .innerJoin(dictData, eq(dictData.dictType, dictTypes.dictType))
      .where(inArray(dictTypes.id, ids))
      .groupBy(dictTypes.dictName)
    if (used.length === 0) return
    throw new Refusal(codes.conflict, 'dict.inUse', {
      names: used.map(({ dictName }) => dictName).join(', '),
      count: used.reduce((sum, { entries }) => sum + entries, 0),
    })
  },
})

export const dictTypeImport = recordImport(dictType, dictTypeSchemas, {
  table,
  unique,
  examples: { dictName: '缺陷类型', dictNameEn: 'Kinds of defects', dictType: 'qc_defect_kind', status: '2' },
})

/** Pages and checks of the product find their dictionaries by these types. */
function refuseProductDicts(types: readonly { dictType: string }[], field?: 'dictType') {
  const read = types.map(({ dictType }) => dictType).filter(isProductDict)
  if (read.length === 0) return
  const refusal = new Refusal(codes.conflict, 'dict.builtIn', { dictType: read.join(', ') })
  throw field ? refusal.at(field) : refusal
}

/** Deleted entries get the new type of their dictionary too. A type has no character that JSON escapes. */
async function renameInTrash({ trash }: Tables, db: Writer, from: string, to: string) {
  const content = sql<string>`replace(${trash.content}, ${`"dictType":"${from}"`}, ${`"dictType":"${to}"`})`
  await db
    .update(trash)
    .set({ content, name: sql`${to} || substr(${trash.name}, ${from.length + 1})` })
    .where(and(eq(trash.kind, 'dictData'), ne(trash.content, content)))
}

function typeTaken(dictType: string) {
  return new Refusal(codes.conflict, 'dict.typeTaken', { dictType })
}
