import { eq, inArray } from 'drizzle-orm'
import type { Reader, Store } from '../store'
import { portions } from './portions'
import type { Value, ValueBase } from './qc-record-content'

/** A record with what its template and version say about its way. */
export type LoadedRecord = ValueBase & {
  isLotRequired: boolean
  /** Of the version that it is bound to. */
  contentSha256: string | null
  values: Value[]
  /** Whose work it is. */
  authors: number[]
}

/** Everybody who had a hand in what a record says: none of them reviews or approves it. */
export const authorsOf = (
  { operatorId, createBy, submittedBy }: Pick<ValueBase, 'operatorId' | 'createBy' | 'submittedBy'>,
  values: readonly Pick<Value, 'enteredBy'>[],
): number[] => [
  ...new Set([
    operatorId,
    createBy,
    ...(submittedBy === null ? [] : [submittedBy]),
    ...values.map(({ enteredBy }) => enteredBy),
  ]),
]

/** Records as a transaction has them, by their ids; those that are not there are left out. */
export async function loadRecords(
  { t }: Store,
  db: Reader,
  ids: readonly number[],
): Promise<Map<number, LoadedRecord>> {
  const { valueBases, values, templates, templateVersions } = t
  const loaded = new Map<number, LoadedRecord>()
  for (const some of portions(ids)) {
    const rows = await db
      .select({
        record: valueBases,
        isLotRequired: templates.isLotRequired,
        contentSha256: templateVersions.contentSha256,
      })
      .from(valueBases)
      .innerJoin(templates, eq(templates.templateId, valueBases.templateId))
      .innerJoin(templateVersions, eq(templateVersions.versionId, valueBases.versionId))
      .where(inArray(valueBases.qcValueBaseId, some))
    const read = await db.select().from(values).where(inArray(values.qcValueBaseId, some)).orderBy(values.valueId)
    const byRecord = Map.groupBy(read, ({ qcValueBaseId }) => qcValueBaseId)
    for (const { record, ...rest } of rows) {
      const ofRecord = byRecord.get(record.qcValueBaseId) ?? []
      loaded.set(record.qcValueBaseId, {
        ...record,
        ...rest,
        values: ofRecord,
        authors: authorsOf(record, ofRecord),
      })
    }
  }
  return loaded
}
