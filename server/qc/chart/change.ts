import { sql } from 'drizzle-orm'
import type { Dialect, Store, Writer } from '../../platform/store'
import type { Tables } from '../../tables'
import { insertInBatches, type Insert } from '../../platform/chunks/insert-in-batches'
import { type Author, isAuditDeferred } from '../audit/append'
import { publishEvents } from '../feed/queries'
import { recordEvents } from '../feed/record-events'
import type { ValueBase } from '../record/content'
import { type Charted, type ChartedChange, withRetests } from '../record/retest-chain'
import { dayOf } from './series'
import { refreshSignals } from '../signal/refresh'
import { signalEvents } from '../signal/write'

/** A record before and after a change. */
export type Changed = ChartedChange & {
  after: Pick<ValueBase, 'productId' | 'deptId' | 'operatorId' | 'judgement'>
}

/**
 * The effects of a step or a correction on charts, in its transaction: the history of these days is outdated, rules are
 * tested again, and the live feed has events. Records entered by the hundred, each with its own time, are tested by
 * their caller and have no events.
 */
export async function chartsChanged(
  store: Dialect,
  db: Writer,
  changed: readonly Changed[],
  author: Author,
): Promise<void> {
  const felt = await withRetests(store, db, changed)
  await countDays(
    store,
    db,
    felt.flatMap(({ before, after }) => [before, after]),
  )
  if (isAuditDeferred(db) || changed.length === 0) return
  const signals = await refreshSignals(store, db, felt, author)
  const records = await recordEvents(
    store,
    db,
    changed.map(({ after }) => after),
  )
  await publishEvents(store, db, [...records, ...(await signalEvents(store, db, signals))])
}

type DayRow = Store['t']['chartDays']['$inferInsert']

const counted = (insert: Insert<'chartDays'>, { chartDays }: Tables) =>
  insert
    .onConflictDoUpdate({
      target: [chartDays.templateId, chartDays.day],
      set: { revision: sql`${chartDays.revision} + 1` },
    })
    .returning({ day: chartDays.day })

function countDays(store: Dialect, db: Writer, spots: readonly Pick<Charted, 'templateId' | 'inspectedAt'>[]) {
  const days = new Map(
    spots.map(({ templateId, inspectedAt }): [string, DayRow] => {
      const day = dayOf(inspectedAt)
      return [`${templateId}/${day}`, { templateId, day, revision: 1 }]
    }),
  )
  return insertInBatches(store, db, 'chartDays', [...days.values()], counted)
}
