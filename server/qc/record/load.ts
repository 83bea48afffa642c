import { and, eq, inArray } from 'drizzle-orm'
import type { Dialect, Reader } from '../../platform/store'
import { CORRECTION, type Value, type ValueBase } from './content'
import { literal, statementIn } from '../../platform/list/statement'

/** A record with what its template and version say about its way. */
export type LoadedRecord = ValueBase & {
  isLotRequired: boolean
  /** Of the version that it is bound to. */
  contentSha256: string | null
  values: Value[]
  /** Whose work it is. */
  authors: number[]
}

/** Actions of the audit trail that change what a record says: before its first submission, and after. */
export const CHANGES = ['update', CORRECTION]

/** Who has changed records, by the audit trail: a value that was removed leaves nothing else behind. */
export async function changersOf(store: Dialect, db: Reader, ids: readonly number[]): Promise<Map<number, number[]>> {
  const changes = await changesAmong(store, db, { records: JSON.stringify({ ids }) })
  const byRecord = Map.groupBy(changes, ({ id }) => id)
  return new Map([...byRecord].map(([id, some]) => [id, some.map(({ actorId }) => actorId)]))
}

const changesAmong = statementIn((store, db) => {
  const { audits } = store.t
  return db
    .selectDistinct({ id: audits.entityId, actorId: audits.actorId })
    .from(audits)
    .where(
      and(
        eq(audits.entity, literal('record')),
        store.among(audits.entityId, store.bind('records'), 'ids'),
        inArray(
          audits.action,
          CHANGES.map((action) => literal(action)),
        ),
      ),
    )
})

/** Everybody who had a hand in what a record says: none of them reviews or approves it. */
export const authorsOf = (
  { operatorId, createBy, submittedBy }: Pick<ValueBase, 'operatorId' | 'createBy' | 'submittedBy'>,
  values: readonly Pick<Value, 'enteredBy'>[],
  changers: readonly number[] = [],
): number[] => [
  ...new Set([
    operatorId,
    createBy,
    ...(submittedBy === null ? [] : [submittedBy]),
    ...values.map(({ enteredBy }) => enteredBy),
    ...changers,
  ]),
]

/** Records as a transaction has them, by their ids; those that are not there are left out. */
export async function loadRecords(
  store: Dialect,
  db: Reader,
  ids: readonly number[],
): Promise<Map<number, LoadedRecord>> {
  const among = { records: JSON.stringify({ ids }) }
  const rows = await recordsAmong(store, db, among)
  const byRecord = Map.groupBy(await valuesAmong(store, db, among), ({ qcValueBaseId }) => qcValueBaseId)
  const changers = await changersOf(store, db, ids)
  const loaded = new Map<number, LoadedRecord>()
  for (const { record, ...rest } of rows) {
    const ofRecord = byRecord.get(record.qcValueBaseId) ?? []
    loaded.set(record.qcValueBaseId, {
      ...record,
      ...rest,
      values: ofRecord,
      authors: authorsOf(record, ofRecord, changers.get(record.qcValueBaseId)),
    })
  }
  return loaded
}

const recordsAmong = statementIn((store, db) => {
  const { valueBases, templates, templateVersions } = store.t
  return db
    .select({
      record: valueBases,
      isLotRequired: templates.isLotRequired,
      contentSha256: templateVersions.contentSha256,
    })
    .from(valueBases)
    .innerJoin(templates, eq(templates.templateId, valueBases.templateId))
    .innerJoin(templateVersions, eq(templateVersions.versionId, valueBases.versionId))
    .where(store.among(valueBases.qcValueBaseId, store.bind('records'), 'ids'))
})

const valuesAmong = statementIn((store, db) => {
  const { values } = store.t
  return db
    .select()
    .from(values)
    .where(store.among(values.qcValueBaseId, store.bind('records'), 'ids'))
    .orderBy(values.qcValueBaseId, values.valueId)
})
