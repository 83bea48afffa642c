import { and, gte, lt } from 'drizzle-orm'
import { codes } from '#shared/envelope'
import { Refusal } from '../../platform/http/refusal'
import type { Store } from '../../platform/store'
import { literal, statement } from '../../platform/list/statement'
import { installedAt } from '../watch/queries'

const DAY_MS = 86_400_000
/** So long somebody has to notice that the clock is wrong. */
const STEADY_MS = 7 * DAY_MS
/** A plant that was closed for two weeks wrote something before them. */
const FAR_MS = 21 * DAY_MS

const runsWithin = statement(({ db, bind, t: { jobRuns } }) =>
  db
    .select({ at: jobRuns.startedAt })
    .from(jobRuns)
    .where(and(gte(jobRuns.startedAt, bind('from')), lt(jobRuns.startedAt, bind('to'))))
    .limit(literal(1)),
)
const operationsWithin = statement(({ db, bind, t: { operations } }) =>
  db
    .select({ at: operations.at })
    .from(operations)
    .where(and(gte(operations.at, bind('from')), lt(operations.at, bind('to'))))
    .limit(literal(1)),
)

/**
 * Whatever is deleted for its age is gone for good, and a clock that was set ahead makes all of it old. It is believed
 * where something was written down between one and three weeks ago by it, or nothing can be older than that. After a leap
 * nothing was, for a week; a leap of less than two weeks makes no more than that of difference.
 * @throws Refusal when the clock may have been set ahead, or everything was off for three weeks
 */
export async function refuseAfterClockJump(store: Store, now: number) {
  const [from, to] = [now - FAR_MS, now - STEADY_MS]
  const began = await installedAt(store)
  if (began === undefined || began >= from) return
  const found = await Promise.all([runsWithin(store, { from, to }), operationsWithin(store, { from, to })])
  if (found.flat().length > 0) return
  const dayOf = (at: number) => new Date(at).toLocaleDateString('sv') // year-month-day, here
  throw new Refusal(codes.conflict, 'job.clockLept', { from: dayOf(from), to: dayOf(to) })
}
