import { and } from 'drizzle-orm'
import type { Yield, YieldQuery } from '#shared/qc/analysis/schema'
import type { Store } from '../../platform/store'
import { submittedRecords } from './plant'
import { byWeeks } from './weeks'
import { countedColumns, isFirstTest, together } from './yield-counts'
import type { Operator } from '../../access/session/queries'

/** First-pass yield by business day. */
export async function yieldOf(store: Store, query: YieldQuery, operator: Operator): Promise<Yield> {
  const rows = await countedByDay(store, await submittedRecords(store, query, operator))
  const days = [...Map.groupBy(rows, ({ day }) => day)]
    .map(([day, own]) => ({ day, ...together(own) }))
    .toSorted((a, b) => (a.day < b.day ? -1 : 1))
  const { submitted, passed, failed, undecided, rate } = together(rows)
  return { submitted, passed, failed, undecided, rate, days }
}

const countedByDay = byWeeks((store, where) => {
  const { businessDay: day } = store.t.valueBases
  return store.db
    .select({ day, ...countedColumns(store) })
    .from(store.t.valueBases)
    .where(and(where, isFirstTest(store)))
    .groupBy(day)
})
