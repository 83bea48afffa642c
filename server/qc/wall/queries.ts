import { HOUR_MS } from '#shared/durations'
import { and, desc, eq, gte, sql } from 'drizzle-orm'
import type { BigScreen } from '#shared/qc/wall'
import { businessDay, lastDaysFrom, shiftAt, shiftEnd } from '#shared/qc/day'
import type { Store } from '../../platform/store'
import type { Scope } from '../../access/department/data-scope'
import { failuresOf } from '../analysis/pareto'
import { chartsIn, stripOf, wallItems } from './charts'
import { equipmentChecks } from './equipment'
import { bigScreenKpi } from './kpi'
import { lastEventId } from '../feed/queries'
import { getProduct } from '../product/list'
import { instant } from '../../platform/list/wire'
import { scopedStatement } from '../record/scope'
import { shareUntilCommit } from '../../platform/cache/until-commit'
import { literal } from '../../platform/list/statement'
import { isFirstTest, testedAgain, wasSubmitted } from '../record/retest-chain'
import { countedColumns } from '../analysis/yield'

const HOURS = 24
const PARETO_DAYS = 7
const PARETO_ROWS = 10
const RECORDS = 12
/** Only the last inspected records, this number, can be news, whenever they are submitted. */
const RECENT = 100

/**
 * All data of the wall for a product line, as of `now`, without names of people, for records in a data scope (S33).
 * Concurrent requests with the same scope share one computation. Undefined if the line does not exist.
 */
export const bigScreenOf = (
  store: Store,
  productId: number,
  now: number,
  scope: Scope | undefined,
): Promise<BigScreen | undefined> =>
  answers(store, JSON.stringify([productId, scope]), () => workedOut(store, productId, now, scope), now)

/** One second: figures of the wall also depend on the time. */
const answers = shareUntilCommit<BigScreen | undefined>({ maxEntries: 100, maxAgeMs: 1000 })

async function workedOut(
  store: Store,
  productId: number,
  now: number,
  scope: Scope | undefined,
): Promise<BigScreen | undefined> {
  const line = await getProduct(store, productId)
  if (!line) return undefined
  // read first: an event meanwhile is sent again instead of being missed
  const last = await lastEventId(store)
  const items = await wallItems(store, line, now, scope)
  const [kpi, hours, pareto, records, equipment] = await Promise.all([
    bigScreenKpi(store, line, now, scope, items),
    hoursOf(store, scope, productId, now),
    failuresOf(store, scope, productId, lastDaysFrom(now, PARETO_DAYS, line), PARETO_ROWS),
    lastRecords(store, scope, { productId }),
    equipmentChecks(store, scope, line, now),
  ])
  const { code, name, nameEn, tz } = line
  return {
    at: instant(now),
    lastEventId: last,
    product: { code, name, nameEn, tz },
    isScoped: scope !== undefined,
    businessDay: businessDay(now, line),
    shift: shiftNow(line, now),
    kpi,
    hours,
    pareto,
    charts: chartsIn(items),
    records: records
      .toSorted((a, b) => b.at - a.at || b.qcValueBaseId - a.qcValueBaseId)
      .map(({ at, submittedAt, ...record }) => ({
        ...record,
        at: instant(at),
        submittedAt: instant(submittedAt),
      })),
    capability: stripOf(items),
    equipment,
  }
}

type Shift = { name: string; nameEn: string; startMin: number; endMin: number }

function shiftNow({ tz, shifts }: { tz: string; shifts: readonly Shift[] }, now: number): BigScreen['shift'] {
  const shift = shiftAt(now, tz, shifts)
  if (!shift) return null
  const { name, nameEn } = shift
  return { name, nameEn, endsAt: instant(shiftEnd(now, tz, shift)) }
}

const hourly = scopedStatement((store, isInScope) => {
  const { productId, inspectedAt } = store.t.valueBases
  const hour = sql<number>`${inspectedAt} - ${inspectedAt} % ${literal(HOUR_MS)}`.mapWith(Number)
  return store.db
    .select({ hour, ...countedColumns(store) })
    .from(store.t.valueBases)
    .where(
      and(eq(productId, store.bind('productId')), gte(inspectedAt, store.bind('since')), isFirstTest(store), isInScope),
    )
    .groupBy(sql`1`)
})

/** The last 24 hours, the current one last. */
async function hoursOf(
  store: Store,
  scope: Scope | undefined,
  productId: number,
  now: number,
): Promise<BigScreen['hours']> {
  const from = Math.floor(now / HOUR_MS) * HOUR_MS - (HOURS - 1) * HOUR_MS
  const rows = await hourly(store, scope, { productId, since: from })
  const byHour = new Map(rows.map((row) => [row.hour, row]))
  return Array.from({ length: HOURS }, (_, index) => {
    const begun = from + index * HOUR_MS
    const { submitted = 0, passed = 0, ng = 0, pending = 0 } = byHour.get(begun) ?? {}
    return { from: instant(begun), submitted, passed, ng, pending }
  })
}

/** The last submitted records. They may have been inspected earlier, for example without a network. */
const lastRecords = scopedStatement((store, isInScope) => {
  const { db, bind, t } = store
  const { valueBases, templates, lots } = t
  const { qcValueBaseId, inspectedAt } = valueBases
  const submittedAt = sql<number>`coalesce(${valueBases.submittedAt}, ${inspectedAt})`.mapWith(Number)
  const recent = db
    .select({ id: qcValueBaseId })
    .from(valueBases)
    .where(and(eq(valueBases.productId, bind('productId')), wasSubmitted(store), isInScope))
    .orderBy(desc(inspectedAt), desc(qcValueBaseId))
    .limit(literal(RECENT))
    .as('recent')
  return db
    .select({
      qcValueBaseId,
      recordNo: valueBases.recordNo,
      at: inspectedAt,
      submittedAt,
      templateName: templates.name,
      templateNameEn: templates.nameEn,
      lotNo: lots.lotNo,
      judgement: valueBases.judgement,
      status: valueBases.status,
      isRetest: sql`(${testedAgain(store)}) is not null`.mapWith(Boolean),
    })
    .from(recent)
    .innerJoin(valueBases, eq(qcValueBaseId, recent.id))
    .innerJoin(templates, eq(templates.templateId, valueBases.templateId))
    .leftJoin(lots, eq(lots.lotId, valueBases.lotId))
    .orderBy(desc(submittedAt), desc(qcValueBaseId))
    .limit(literal(RECORDS))
})
