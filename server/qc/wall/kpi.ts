import { and, eq, inArray, sql } from 'drizzle-orm'
import type { BigScreenKpi } from '#shared/qc/wall'
import { businessDay } from '#shared/qc/day'
import type { Store } from '../../platform/store'
import type { Scope } from '../../access/department/data-scope'
import type { LatestChart } from '../analysis/latest-charts'
import { stripOf, wallItems } from './charts'
import { instantOrNull } from '../../platform/list/wire'
import { scopedStatement } from '../record/scope'
import { literal } from '../../platform/list/statement'
import { dayAndWeek, daysBefore, daysOfProduct, together } from '../analysis/yield'

/** Days with records from which the usual number of records is computed. */
const USUAL_DAYS = 14
/** Those days are searched this far back. */
const LOOKED_AT_DAYS = 60

const count = sql<number>`count(*)`.mapWith(Number)

const openSignals = scopedStatement((store, isInScope) => {
  const { signals, valueBases } = store.t
  return store.db
    .select({ open: count, oldest: sql<number | null>`min(${signals.detectedAt})` })
    .from(signals)
    .innerJoin(valueBases, eq(valueBases.qcValueBaseId, signals.qcValueBaseId))
    .where(and(eq(signals.productId, store.bind('productId')), eq(signals.state, literal('open')), isInScope))
})

const waiting = scopedStatement((store, isInScope) => {
  const { valueBases } = store.t
  return store.db
    .select({
      waiting: count,
      oldest: sql<number | null>`min(coalesce(${valueBases.reviewedAt}, ${valueBases.submittedAt}))`,
    })
    .from(valueBases)
    .where(
      and(
        eq(valueBases.productId, store.bind('productId')),
        inArray(valueBases.status, [literal('submitted'), literal('reviewed')]),
        isInScope,
      ),
    )
})

export type Line = { productId: number; code: string; tz: string; dayStartMin: number }

/**
 * The state of a product line within a data scope: today against the usual, and the waiting work.
 * @param known its charted items, if already read
 */
export async function bigScreenKpi(
  store: Store,
  line: Line,
  now: number,
  scope: Scope | undefined,
  known?: readonly LatestChart[],
): Promise<BigScreenKpi> {
  const { productId } = line
  const today = businessDay(now, line)
  const [days, [signals], [waits], items] = await Promise.all([
    daysOfProduct(store, scope, productId, { since: daysBefore(today, LOOKED_AT_DAYS), upTo: today }),
    openSignals(store, scope, { productId }),
    waiting(store, scope, { productId }),
    known ?? wallItems(store, line, now, scope),
  ])
  const usual = days.filter(({ day }) => day !== today).slice(0, USUAL_DAYS)
  const { today: own, week } = dayAndWeek(days, today)
  const cells = stripOf(items)
  const [lowestCpk = null] = cells
    .flatMap((cell) => (cell.cpk === null ? [] : [{ ...namesOf(cell), cpk: cell.cpk }]))
    .toSorted((a, b) => a.cpk - b.cpk)
  const [lowestIndex = null] = cells
    .flatMap(({ deciding, isStable, ...cell }) => (deciding ? [{ ...namesOf(cell), ...deciding, isStable }] : []))
    .toSorted((a, b) => a.value - b.value)
  return {
    recordsToday: own.submitted,
    recordsUsual: usual.length === 0 ? null : together(usual).submitted / usual.length,
    yieldToday: own.rate,
    yieldWeek: week.rate,
    ngToday: own.ng,
    pendingToday: own.pending,
    undecidedToday: own.undecided,
    openSignals: signals?.open ?? 0,
    oldestSignalAt: instantOrNull(numberOf(signals?.oldest)),
    waiting: waits?.waiting ?? 0,
    oldestWaitingAt: instantOrNull(numberOf(waits?.oldest)),
    lowestCpk,
    lowestIndex,
  }
}

type Names = Pick<LatestChart['strip'], 'itemKey' | 'name' | 'nameEn' | 'templateName' | 'templateNameEn'>

const namesOf = ({ itemKey, name, nameEn, templateName, templateNameEn }: Names): Names => ({
  itemKey,
  name,
  nameEn,
  templateName,
  templateNameEn,
})

/** PostgreSQL returns sums and extremes of large integers as text. */
const numberOf = (value: number | string | null | undefined) =>
  value === null || value === undefined ? null : Number(value)
