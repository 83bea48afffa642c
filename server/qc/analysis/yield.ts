import { and, count, desc, eq, inArray, sql, type SQL } from 'drizzle-orm'
import type { Judgement } from '#shared/qc/constants'
import { daysAfter } from '#shared/qc/day'
import { firstPassYield, passing } from '#shared/spc/capability/yield'
import type { Yield, YieldQuery } from '#shared/qc/analysis/schema'
import { fittingStep, stepOf } from '#shared/qc/analysis/steps'
import type { Store } from '../../platform/store'
import type { Scope } from '../../access/department/data-scope'
import { isFirstTest } from '../record/retest-chain'
import { scopedStatement } from '../record/scope'
import { literal } from '../../platform/list/statement'
import type { Operator } from '../../access/session/queries'
import { submittedRecords } from './submitted-records'
import { byWeeks } from './weeks'

/**
 * Counts of records: `passed` by their judgement at the first submission, `ng` and `pending` by their present one. A
 * pending record lacks a required value: it is neither passed nor NG. `undecided` were pending at the first submission
 * and still are.
 */
type Counted = { submitted: number; passed: number; undecided: number; ng: number; pending: number }

/** The columns of {@link Counted}, for records that match {@link isFirstTest}. */
export function countedColumns({ t: { valueBases } }: Store) {
  const { firstJudgement, judgement } = valueBases
  const countOf = (condition: SQL) => sql<number>`sum(case when ${condition} then 1 else 0 end)`.mapWith(Number)
  const isAmong = (column: typeof judgement | typeof firstJudgement, judgements: readonly Judgement[]) =>
    inArray(column, judgements.map(literal))
  return {
    submitted: count(),
    passed: countOf(isAmong(firstJudgement, passing)),
    undecided: countOf(and(isAmong(firstJudgement, ['PENDING']), isAmong(judgement, ['PENDING']))!),
    ng: countOf(isAmong(judgement, ['NG'])),
    pending: countOf(isAmong(judgement, ['PENDING'])),
  }
}

/**
 * The sum of several counts, and the first-pass yield, 0 to 1; null without records. Passed, failed and undecided add
 * up to submitted.
 */
export function together(rows: readonly Counted[]) {
  const sumOf = (field: keyof Counted) => rows.reduce((sum, row) => sum + row[field], 0)
  const [submitted, passed, undecided] = [sumOf('submitted'), sumOf('passed'), sumOf('undecided')]
  const failed = submitted - passed - undecided
  const rate = firstPassYield(submitted, passed)
  return { submitted, passed, failed, undecided, ng: sumOf('ng'), pending: sumOf('pending'), rate }
}

const countedDays = (isOfProduct: boolean) =>
  scopedStatement((store, isInScope) => {
    const { bind } = store
    const { valueBases } = store.t
    const { businessDay: day, productId } = valueBases
    const isOfDays = sql`${day} between ${bind('since')} and ${bind('upTo')}`
    const isOfLine = isOfProduct ? eq(productId, bind('productId')) : undefined
    return store.db
      .select({ day, ...countedColumns(store) })
      .from(valueBases)
      .where(and(isFirstTest(store), isOfLine, isInScope, isOfDays))
      .groupBy(day)
      .orderBy(desc(day))
  })
const [daysOfOneProduct, daysOfAllProducts] = [countedDays(true), countedDays(false)]

type Days = { since: string; upTo: string }

/** The business days of a product line with records in the scope, the newest first. */
export const daysOfProduct = (store: Store, scope: Scope | undefined, productId: number, days: Days) =>
  daysOfOneProduct(store, scope, { ...days, productId })

/** The business days of all product lines, each by its own clock. */
export const daysWithin = (store: Store, scope: Scope | undefined, days: Days) => daysOfAllProducts(store, scope, days)

export const WEEK_DAYS = 7

/** The day `days` before another. */
export const daysBefore = (day: string, days: number) => daysAfter(day, -days)

/** The figures of a business day, of the seven days before it together, and of each of the eight, the oldest first. */
export function dayAndWeek(rows: readonly (Counted & { day: string })[], today: string) {
  const since = daysBefore(today, WEEK_DAYS)
  const days = Array.from({ length: WEEK_DAYS + 1 }, (_, index) => daysAfter(since, index))
  const ofDay = (wanted: string) => together(rows.filter(({ day }) => day === wanted))
  return {
    today: ofDay(today),
    week: together(rows.filter(({ day }) => day < today && day >= since)),
    days: days.map((day) => {
      const { submitted, ng, rate } = ofDay(day)
      return { day, submitted, ng, rate }
    }),
  }
}

/** First-pass yield by business day, or by longer steps. */
export async function yieldOf(store: Store, query: YieldQuery, operator: Operator): Promise<Yield> {
  const rows = await countedByDay(store, await submittedRecords(store, query, operator))
  const sorted = rows.toSorted((a, b) => (a.day < b.day ? -1 : 1))
  const [first, last] = [sorted[0]?.day ?? '', sorted.at(-1)?.day ?? '']
  const by = query.maxPoints === undefined ? 'day' : fittingStep('day', first, last, query.maxPoints)
  const steps = [...Map.groupBy(sorted, ({ day }) => stepOf(day, by))]
  const { submitted, passed, failed, undecided, rate } = together(rows)
  return {
    submitted,
    passed,
    failed,
    undecided,
    rate,
    by,
    days: steps.map(([day, own]) => ({ day, ...together(own) })),
  }
}

const countedByDay = byWeeks((store, where) => {
  const { businessDay: day } = store.t.valueBases
  return store.db
    .select({ day, ...countedColumns(store) })
    .from(store.t.valueBases)
    .where(and(where, isFirstTest(store)))
    .groupBy(day)
})
