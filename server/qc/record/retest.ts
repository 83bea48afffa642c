import { isNull, or, sql } from 'drizzle-orm'
import type { Dialect, Writer } from '../../platform/store'
import { statementIn } from '../../platform/list/statement'
import type { ValueBase } from './content'

/** What of a record says where it stands in its charts, and whether. */
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
 * The record that a record tests again: the nearest before it in its chain of retests that is not voided. Null for a first
 * result, which a retest becomes when all that it tests again are voided.
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

/** Of records that are first results, and no retests of others that stand. */
export const isFirstResult = (store: Dialect) =>
  or(isNull(store.t.valueBases.retestOf), sql`(${testedAgain(store)}) is null`)!

const testedAgainBy = statementIn((store, db) => {
  const { valueBases } = store.t
  return db
    .select({ id: valueBases.qcValueBaseId, original: testedAgain(store).mapWith(Number).as('original') })
    .from(valueBases)
    .where(store.among(valueBases.qcValueBaseId, store.bind('records'), 'ids'))
})

/** What is not voided among retests of records, and of retests of those that are voided. */
const below = statementIn((store, db) => {
  const { valueBases } = store.t
  const { qcValueBaseId, retestOf } = valueBases
  const voided = sql`(
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
    .where(sql`${qcValueBaseId} in ${voided}`)
})

/** What was read of them is old: charts look at the version of a record. */
const countedOn = statementIn((store, db: Writer) => {
  const { valueBases } = store.t
  return db
    .update(valueBases)
    .set({ lockVersion: sql`${valueBases.lockVersion} + 1` })
    .where(store.among(valueBases.qcValueBaseId, store.bind('records'), 'ids'))
})

const idsOf = (ids: readonly number[]) => JSON.stringify({ ids })

/**
 * Changes of records, with the retests that become first results because what they test again was voided; `retestOf` is
 * the record that stands, before and after.
 */
export async function withRetests(
  store: Dialect,
  db: Writer,
  changed: readonly ChartedChange[],
): Promise<ChartedChange[]> {
  const voided = changed.filter(({ before, after }) => before.status !== 'voided' && after.status === 'voided')
  const retests =
    voided.length === 0
      ? []
      : await below(store, db, { records: idsOf(voided.map(({ after }) => after.qcValueBaseId)) })
  if (retests.length > 0)
    await countedOn(store, db, { records: idsOf(retests.map(({ qcValueBaseId }) => qcValueBaseId)) })
  const all: ChartedChange[] = [...changed, ...retests.map((row) => ({ before: row, after: row }))]
  const asked = all.flatMap(({ after }) => (after.retestOf === null ? [] : after.qcValueBaseId))
  if (asked.length === 0) return all
  const originals = new Map(
    (await testedAgainBy(store, db, { records: idsOf(asked) })).map(({ id, original }) => [id, original]),
  )
  const isRetest = new Set(retests.map(({ qcValueBaseId }) => qcValueBaseId))
  return all.map(({ before, after }) => {
    const retestOf = after.retestOf === null ? null : (originals.get(after.qcValueBaseId) ?? null)
    const wasRetest = isRetest.has(after.qcValueBaseId)
    return { before: { ...before, retestOf: wasRetest ? before.retestOf : retestOf }, after: { ...after, retestOf } }
  })
}
