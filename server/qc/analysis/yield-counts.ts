import { and, desc, eq, isNotNull, ne, sql } from 'drizzle-orm'
import type { Judgement } from '#shared/qc/constants'
import { daysAfter } from '#shared/qc/day'
import { firstPassYield, passing } from '#shared/spc/capability/yield'
import type { Store } from '../../platform/store'
import type { Scope } from '../../access/department/data-scope'
import { isFirstResult } from '../record/retest'
import { isWithin, scoped } from './scoped'
import { literal, statement } from '../../platform/list/statement'

/** Records that were submitted, though they may have come back since, and are not voided. */
export const wasSubmitted = ({ t: { valueBases } }: Store) =>
  and(isNotNull(valueBases.firstJudgement), ne(valueBases.status, literal('voided')))!

/**
 * The records that figures count, on the wall, on the dashboard and in the analysis: the first test of parts, as a retest is
 * no first pass; where the first one was voided, the retest is the first. The list of records finds the same by `counted=1`.
 */
export const isFirstTest = (store: Store) => and(wasSubmitted(store), isFirstResult(store))!

/**
 * What is counted of them: `passed` by what they were judged at the first submission, `ng` and `pending` by what they are
 * now. A pending one lacks a value that it must have: it has not passed, and is not NG either. `undecided` are those that
 * were pending at the first submission and still are: whether they passed is not known yet.
 */
export type Counted = { submitted: number; passed: number; undecided: number; ng: number; pending: number }

/** The columns of {@link Counted}, of records that {@link isFirstTest} leaves. */
export function countedColumns({ t: { valueBases } }: Store) {
  const { firstJudgement, judgement } = valueBases
  const number = (column: typeof judgement | typeof firstJudgement, wanted: readonly Judgement[]) => {
    const words = sql.join(wanted.map(literal), sql`, `)
    return sql<number>`sum(case when ${column} in (${words}) then 1 else 0 end)`.mapWith(Number)
  }
  return {
    submitted: sql<number>`count(*)`.mapWith(Number),
    passed: number(firstJudgement, passing),
    undecided:
      sql<number>`sum(case when ${firstJudgement} = 'PENDING' and ${judgement} = 'PENDING' then 1 else 0 end)`.mapWith(
        Number,
      ),
    ng: number(judgement, ['NG']),
    pending: number(judgement, ['PENDING']),
  }
}

/**
 * Several counts together, and the first-pass yield, 0 to 1; null of no records. Passed, failed and undecided make up all
 * that were submitted.
 */
export function together(rows: readonly Counted[]) {
  const sumOf = (field: keyof Counted) => rows.reduce((sum, row) => sum + row[field], 0)
  const [submitted, passed, undecided] = [sumOf('submitted'), sumOf('passed'), sumOf('undecided')]
  const failed = submitted - passed - undecided
  const rate = firstPassYield(submitted, passed)
  return { submitted, passed, failed, undecided, ng: sumOf('ng'), pending: sumOf('pending'), rate }
}

const byDay = (isOfProduct: boolean, isScoped: boolean) =>
  statement((store) => {
    const { db, bind, t } = store
    const { businessDay: day, productId } = t.valueBases
    return db
      .select({ day, ...countedColumns(store) })
      .from(t.valueBases)
      .where(
        and(
          isFirstTest(store),
          isOfProduct ? eq(productId, bind('productId')) : undefined,
          isWithin(store, isScoped),
          sql`${day} between ${bind('since')} and ${bind('upTo')}`,
        ),
      )
      .groupBy(day)
      .orderBy(desc(day))
  })
const ofProduct = scoped((isScoped) => byDay(true, isScoped))
const ofAll = scoped((isScoped) => byDay(false, isScoped))

type Days = { since: string; upTo: string }

/** The business days of a product line that have records, the newest first, as far as somebody may see them. */
export const daysOfProduct = (store: Store, scope: Scope | undefined, productId: number, days: Days) =>
  ofProduct(store, scope, { ...days, productId })

/** The same of all product lines, each by its own clock. */
export const daysWithin = (store: Store, scope: Scope | undefined, days: Days) => ofAll(store, scope, days)

export const WEEK_DAYS = 7

/** The day so many days before another. */
export const daysBefore = (day: string, days: number) => daysAfter(day, -days)

/** The figures of a business day, and of the seven days before it. */
export function dayAndWeek(rows: readonly (Counted & { day: string })[], today: string) {
  const since = daysBefore(today, WEEK_DAYS)
  return {
    today: together(rows.filter(({ day }) => day === today)),
    week: together(rows.filter(({ day }) => day < today && day >= since)),
  }
}
