import { and, isNotNull, isNull, ne, or, sql } from 'drizzle-orm'
import { literal, statementIn } from '../../platform/list/statement'
import type { Dialect, Writer } from '../../platform/store'
import type { ValueBase } from './content'

/** The fields of a record that decide if and where it is in its charts. */
export type Charted = Pick<
  ValueBase,
  | 'qcValueBaseId'
  | 'recordNo'
  | 'templateId'
  | 'versionId'
  | 'inspectedAt'
  | 'equipmentId'
  | 'retestOf'
  | 'status'
  | 'submittedAt'
  | 'approvedAt'
  | 'rev'
  | 'contentAt'
>

/** A record before and after a change. */
export type ChartedChange = { before: Charted; after: Charted }

/**
 * The record that a record tests again: the nearest one before it in its chain of retests that is not voided. Null for
 * a first result. A retest becomes one if all records before it in the chain are voided.
 */
export const testedAgain = ({ t: { valueBases } }: Dialect) =>
  sql<number | null>`case when ${valueBases.retestOf} is null then null else (
    with recursive chain(id) as (
      select ${valueBases.retestOf}
      union all
      select up.retest_of from qc_value_base up join chain on up.qc_value_base_id = chain.id
      where up.status = 'voided' and up.retest_of is not null
    )
    select found.qc_value_base_id from chain join qc_value_base found on found.qc_value_base_id = chain.id
    where found.status <> 'voided'
  ) end`

/** The condition that records are first results: no retests of valid records. */
export const isFirstResult = (store: Dialect) =>
  or(isNull(store.t.valueBases.retestOf), sql`(${testedAgain(store)}) is null`)!

/**
 * The condition that records were submitted, even if they were returned since, and are not voided. The list of records
 * finds the same with `counted=all`.
 */
export const wasSubmitted = ({ t: { valueBases } }: Dialect) =>
  and(isNotNull(valueBases.firstJudgement), ne(valueBases.status, literal('voided')))!

/**
 * The records that figures count, on the wall, on the dashboard and in the analysis: the first test of parts, because a
 * retest is no first pass. If the first test was voided, the retest counts. The list of records finds the same with
 * `counted=1`.
 */
export const isFirstTest = (store: Dialect) => and(wasSubmitted(store), isFirstResult(store))!

const testedAgainByIds = statementIn((store, db) => {
  const { valueBases } = store.t
  return db
    .select({ id: valueBases.qcValueBaseId, original: testedAgain(store).mapWith(Number).as('original') })
    .from(valueBases)
    .where(store.among(valueBases.qcValueBaseId, store.bind('records'), 'ids'))
})

/** The valid retests of records, and the valid retests of their voided retests. */
const retestsOf = statementIn((store, db) => {
  const { valueBases } = store.t
  const { qcValueBaseId, retestOf } = valueBases
  const standing = sql`(
    with recursive tree(id, status) as (
      select qc_value_base_id, status from qc_value_base where ${store.among(retestOf, store.bind('records'), 'ids')}
      union all
      select down.qc_value_base_id, down.status from qc_value_base down join tree on down.retest_of = tree.id
      where tree.status = 'voided'
    )
    select id from tree where status <> 'voided'
  )`
  return db
    .select()
    .from(valueBases)
    .where(sql`${qcValueBaseId} in ${standing}`)
})

/** Charts read a record again when its lock version has changed. */
const lockVersionsRaised = statementIn((store, db: Writer) => {
  const { valueBases } = store.t
  return db
    .update(valueBases)
    .set({ lockVersion: sql`${valueBases.lockVersion} + 1` })
    .where(store.among(valueBases.qcValueBaseId, store.bind('records'), 'ids'))
})

const bound = (rows: readonly Charted[]) => ({
  records: JSON.stringify({ ids: rows.map(({ qcValueBaseId }) => qcValueBaseId) }),
})

/**
 * Changes of records, together with the retests that become first results because the record before them was voided.
 * `retestOf` is the valid original, before and after.
 */
export async function withRetests(
  store: Dialect,
  db: Writer,
  changes: readonly ChartedChange[],
): Promise<ChartedChange[]> {
  const voided = changes.filter(({ before, after }) => before.status !== 'voided' && after.status === 'voided')
  const firsts = voided.map(({ after }) => after)
  const retests = voided.length === 0 ? [] : await retestsOf(store, db, bound(firsts))
  if (retests.length > 0) await lockVersionsRaised(store, db, bound(retests))
  const all: ChartedChange[] = [...changes, ...retests.map((row) => ({ before: row, after: row }))]
  const linked = all.flatMap(({ after }) => (after.retestOf === null ? [] : after))
  if (linked.length === 0) return all
  const rows = await testedAgainByIds(store, db, bound(linked))
  const originals = new Map(rows.map(({ id, original }) => [id, original]))
  const retestIds = new Set(retests.map(({ qcValueBaseId }) => qcValueBaseId))
  return all.map(({ before, after }) => {
    const retestOf = after.retestOf === null ? null : (originals.get(after.qcValueBaseId) ?? null)
    const wasRetest = retestIds.has(after.qcValueBaseId)
    return { before: { ...before, retestOf: wasRetest ? before.retestOf : retestOf }, after: { ...after, retestOf } }
  })
}
