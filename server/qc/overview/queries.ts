import { and, desc, eq } from 'drizzle-orm'
import { statuses } from '#shared/constants'
import { isAllowed, type PermissionTag } from '#shared/permissions'
import { businessDay } from '#shared/qc/day'
import type { QcOverview } from '#shared/qc/overview'
import type { Settings } from '../../env'
import type { Store } from '../../platform/store'
import { scopeOf } from '../../access/department/data-scope'
import { listCharacteristics } from '../template/characteristic'
import { listRecords, type Viewer, type OrderedQuery } from '../record/list'
import { instantOrNull } from '../../platform/list/wire'
import { scopedStatement } from '../record/scope'
import { isCharted } from '../chart/series-read'
import { listSignals } from '../signal/list'
import { LOOKBACK } from '../signal/window'
import type { Operator } from '../../access/session/queries'
import { literal, oneRow } from '../../platform/list/statement'
import { dayAndWeek, daysBefore, daysWithin, WEEK_DAYS } from '../analysis/yield'

const FIRST = 5
/** Fifty points to show, and before them the points that their rules need. */
const POINTS = 50 + LOOKBACK

/**
 * Figures of the dashboard, for the lists that the operator may read. Undefined if there are none.
 * @param yieldTarget in percent; 0 for none
 */
export async function qcOverview(
  store: Store,
  viewer: Viewer,
  { yieldTarget }: Pick<Settings, 'yieldTarget'>,
): Promise<QcOverview | undefined> {
  const { operator, now } = viewer
  const may = (tag: PermissionTag) => isAllowed(operator.permissions, [tag])
  const [mayRecords, maySignals, mayAnalyse] = [may('qc:record:list'), may('qc:signal:list'), may('qc:analysis:list')]
  if (!mayRecords && !maySignals && !mayAnalyse) return undefined
  const [any, clock, scope] = await Promise.all([anyRecord(store), firstClock(store), scopeOf(store, operator)])
  const day = clock && businessDay(now, clock)
  const signals = maySignals ? await listSignals(store, { ...newest, state: 'open' }, operator) : undefined
  return {
    isScoped: scope !== undefined,
    isEmpty: any === undefined,
    businessDay: day ?? null,
    ...(mayRecords && { records: await recordFigures(store, day, viewer) }),
    ...(signals && { openSignals: signals.count }),
    ...(mayAnalyse &&
      day && {
        yield: { ...(await yieldFigures(store, day, operator)), target: yieldTarget === 0 ? null : yieldTarget / 100 },
      }),
    ...(mayAnalyse && { chart: await chartToShow(store, signals?.list[0], operator) }),
    ...(mayAnalyse && signals?.list[0] && { newestSignal: signals.list[0] }),
  }
}

const anyRecord = oneRow(({ db, t: { valueBases } }) =>
  db.select({ id: valueBases.qcValueBaseId }).from(valueBases).limit(literal(1)),
)

const firstClock = oneRow(({ db, t: { products } }) =>
  db
    .select({ tz: products.tz, dayStartMin: products.dayStartMin })
    .from(products)
    .where(eq(products.status, literal(statuses.on)))
    .orderBy(products.sort, products.productId)
    .limit(literal(1)),
)

const newest = { orders: [], pageIndex: 1, pageSize: 1 }
/** The longest waiting first; new ones then move nothing. */
const oldestFirst: OrderedQuery['orders'] = [
  ['waitingSince', 'asc'],
  ['qcValueBaseId', 'asc'],
]

async function recordFigures(store: Store, day: string | undefined, viewer: Viewer) {
  const of = (filters: Partial<OrderedQuery>) => listRecords(store, { ...newest, ...filters }, viewer)
  const [waiting, overdue, today, ng] = await Promise.all([
    of({ waiting: '1', pageSize: FIRST, orders: oldestFirst }),
    of({ overdue: '1' }),
    day === undefined ? undefined : of({ businessDay: day, counted: '1' }),
    day === undefined ? undefined : of({ businessDay: day, counted: '1', judgement: 'NG' }),
  ])
  return {
    waiting: waiting.count,
    waitingFirst: waiting.list,
    overdue: overdue.count,
    ...(today && { today: today.count }),
    ...(ng && { ng: ng.count }),
  }
}

/** As in the analysis and on the wall: of the business day, and of the seven before it. */
async function yieldFigures(store: Store, day: string, operator: Operator) {
  const scope = await scopeOf(store, operator)
  const rows = await daysWithin(store, scope, { since: daysBefore(day, WEEK_DAYS), upTo: day })
  return dayAndWeek(rows, day)
}

const firstOfLast = scopedStatement((store, isInScope) => {
  const { db, bind, t } = store
  const { inspectedAt, templateId, qcValueBaseId } = t.valueBases
  return db
    .select({ at: inspectedAt })
    .from(t.valueBases)
    .innerJoin(t.templates, eq(t.templates.templateId, templateId))
    .where(and(eq(templateId, bind('templateId')), isCharted(store), isInScope))
    .orderBy(desc(inspectedAt), desc(qcValueBaseId))
    .limit(literal(1))
    .offset(literal(POINTS - 1))
})

const zoneOf = oneRow(({ db, bind, t: { products, templates } }) =>
  db
    .select({ tz: products.tz })
    .from(templates)
    .innerJoin(products, eq(products.productId, templates.productId))
    .where(eq(templates.templateId, bind('templateId'))),
)

/** The characteristic with the last signal, else the first charted one. */
async function chartToShow(
  store: Store,
  signal: { itemKey: string; templateId: number } | undefined,
  operator: Operator,
): Promise<QcOverview['chart']> {
  const item = signal ?? (await listCharacteristics(store, {})).find(({ isSpc }) => isSpc)
  if (!item) return undefined
  const { itemKey, templateId } = item
  const scope = await scopeOf(store, operator)
  const [[from], zone] = await Promise.all([firstOfLast(store, scope, { templateId }), zoneOf(store, { templateId })])
  return zone && { itemKey, from: instantOrNull(from?.at ?? null), ...zone }
}
