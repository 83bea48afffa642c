import { rowBy } from '../../platform/list/rows-by'
import { and, eq, gt, gte, isNotNull, lt, ne, or, sql } from 'drizzle-orm'
import type { Dialect, Store } from '../../platform/store'
import { yieldToEventLoop } from '../../platform/chunks/yield-to-event-loop'
import { testedAgain } from '../record/retest-chain'
import type { SeriesRecord } from './series-columns'
import { withValues } from './values'
import { literal, oneRow, statement } from '../../platform/list/statement'

/** Records per slice. Other requests run between two slices. */
export const SLICE = 1000
/**
 * Records whose values are read at once: the first slice, and the minimum. Later slices take about `SLICE_MS`, on any
 * disk and under any load.
 */
const [FIRST_SLICE, LEAST_SLICE] = [100, 25]
const SLICE_MS = 5

/**
 * A record is in the charts from its first submission on, or from its first approval if its template says so, in every
 * state until it is voided (qc-domain 2.3).
 */
export const isCharted = ({ t: { valueBases, templates } }: Dialect) =>
  and(
    ne(valueBases.status, literal('voided')),
    isNotNull(valueBases.submittedAt),
    or(eq(templates.chartFrom, literal('submitted')), isNotNull(valueBases.approvedAt), gt(valueBases.rev, literal(1))),
  )!

/** The condition for charted records of a template after a place on the axis. */
const comeAfter = (store: Store) => {
  const { inspectedAt, qcValueBaseId, templateId } = store.t.valueBases
  return and(
    eq(templateId, store.bind('templateId')),
    sql`(${inspectedAt}, ${qcValueBaseId}) > (${store.bind('at')}, ${store.bind('id')})`,
    isCharted(store),
  )
}

const recordsAfter = statement((store) => {
  const { db, t } = store
  const { valueBases, templates } = t
  const { qcValueBaseId, inspectedAt, equipmentId, shiftId, operatorId, lotId, versionId, deptId } = valueBases
  const { status, lockVersion } = valueBases
  return db
    .select({
      qcValueBaseId,
      inspectedAt,
      equipmentId,
      shiftId,
      operatorId,
      lotId,
      versionId,
      deptId,
      retestOf: testedAgain(store).as('tested_again'),
      status,
      lockVersion,
    })
    .from(valueBases)
    .innerJoin(templates, eq(templates.templateId, valueBases.templateId))
    .where(comeAfter(store))
    .orderBy(inspectedAt, qcValueBaseId)
    .limit(store.bind('most'))
})

const versionsAfter = statement((store) => {
  const { valueBases, templates } = store.t
  const { qcValueBaseId, inspectedAt, lockVersion } = valueBases
  return store.db
    .select({ qcValueBaseId, inspectedAt, lockVersion })
    .from(valueBases)
    .innerJoin(templates, eq(templates.templateId, valueBases.templateId))
    .where(comeAfter(store))
    .orderBy(inspectedAt, qcValueBaseId)
    .limit(literal(SLICE))
})

type RecordVersion = { qcValueBaseId: number; inspectedAt: number; lockVersion: number }

/** A place on the axis: after the record `id` at the instant `at`, or after all earlier instants. */
export type After = { at: number; id: number }

/** The place before all records of an instant, and after all earlier ones. */
export const afterAllBefore = (at: number): After => ({ at: at - 1, id: 2_147_483_647 })

/**
 * The versions of the first slice of records after a place on the axis. Any change of a record increases its version.
 */
export const readVersions = (store: Store, templateId: number, after: After) =>
  versionsAfter(store, { templateId, ...after })

/**
 * The charted records of a characteristic after a place on the axis, in the order of the axis, slice by slice
 * ({@link withValues}).
 * @param onSlice is awaited between two slices; `versions` are of all records, also those left out
 */
export async function readSeries(
  store: Store,
  { templateId, itemKey, after }: { templateId: number; itemKey: string; after: After },
  onSlice: (records: SeriesRecord[], versions: RecordVersion[]) => Promise<void>,
): Promise<void> {
  let { at, id } = after
  let most = FIRST_SLICE
  for (;;) {
    const begun = performance.now()
    const bases = await recordsAfter(store, { templateId, at, id, most })
    const readMs = performance.now() - begun
    await yieldToEventLoop()
    const again = performance.now()
    const records = await withValues(store, store.db, itemKey, bases)
    const tookMs = Math.max(readMs, performance.now() - again)
    await onSlice(records, bases)
    const last = bases.at(-1)
    if (!last || bases.length < most) return
    if (tookMs > SLICE_MS) most = Math.max(LEAST_SLICE, Math.floor(most / 2))
    else if (tookMs < SLICE_MS / 3) most = Math.min(SLICE, 2 * most)
    at = last.inspectedAt
    id = last.qcValueBaseId
  }
}

/** The number of changes of a template's charts, by UTC day. */
const revisions = statement(({ db, t: { chartDays }, bind }) =>
  db
    .select({ day: chartDays.day, revision: chartDays.revision })
    .from(chartDays)
    .where(and(eq(chartDays.templateId, bind('templateId')), gte(chartDays.day, bind('from'))))
    .orderBy(chartDays.day),
)

/** Revisions only grow: if their sum is the same, so is each of them. */
const sumBefore = oneRow(({ db, t: { chartDays }, bind }) =>
  db
    .select({ sum: sql`coalesce(sum(${chartDays.revision}), 0)`.mapWith(Number) })
    .from(chartDays)
    .where(and(eq(chartDays.templateId, bind('templateId')), lt(chartDays.day, bind('from')))),
)

const templateById = rowBy('templates', 'templateId', { fields: ['chartFrom'] })

export type Revisions = { chartFrom: string | undefined; days: { day: number; revision: number }[] }

/**
 * Tells if a history in memory still equals the charts of its template.
 * @param known the revisions read before: if earlier days are unchanged, only the last day is read again
 */
export async function readRevisions(store: Store, templateId: number, known: Revisions): Promise<Revisions> {
  const template = await templateById(store, store.db, templateId)
  const earlier = known.days.slice(0, -1)
  const from = known.days.at(-1)?.day ?? 0
  const before = await sumBefore(store, { templateId, from })
  const isSame = before?.sum === earlier.reduce((sum, { revision }) => sum + revision, 0)
  const days = await revisions(store, { templateId, from: isSame ? from : EARLIEST_DAY })
  return { chartFrom: template?.chartFrom, days: isSame ? [...earlier, ...days] : days }
}
const EARLIEST_DAY = -2_147_483_648
