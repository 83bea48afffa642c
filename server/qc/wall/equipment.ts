import { MINUTE_MS } from '#shared/durations'
import { and, eq, gt, gte, inArray, isNotNull, isNull, or, sql } from 'drizzle-orm'
import { statuses } from '#shared/constants'
import { OVERDUE_INTERVALS } from '#shared/qc/constants'
import { lastDaysFrom, type Clock } from '#shared/qc/day'
import type { BigScreen } from '#shared/qc/wall'
import type { Store } from '../../platform/store'
import { instant } from '../../platform/list/wire'
import type { Scope } from '../../access/department/data-scope'
import { scopedStatement } from '../record/scope'
import { literal } from '../../platform/list/statement'
import { wasSubmitted } from '../record/retest-chain'

const LOOKED_AT_DAYS = 30
/** Checks within this time are one round: pieces measured in a row, or a retest. */
const ROUND_MS = 5 * MINUTE_MS

/** The last check of each machine since an instant. */
const lastChecks = scopedStatement((store, isInScope) => {
  const { db, bind, t } = store
  const { equipment, valueBases } = t
  const { equipmentId, inspectedAt, qcValueBaseId, productId } = valueBases
  const last = db
    .select({ id: qcValueBaseId })
    .from(valueBases)
    .where(
      and(
        eq(equipmentId, equipment.equipmentId),
        eq(productId, bind('productId')),
        gte(inspectedAt, bind('since')),
        wasSubmitted(store),
        isInScope,
      ),
    )
    .orderBy(sql`${inspectedAt} desc`, sql`${qcValueBaseId} desc`)
    .limit(literal(1))
  return db
    .select({
      equipmentId: equipment.equipmentId,
      name: equipment.name,
      nameEn: equipment.nameEn,
      at: inspectedAt,
      judgement: valueBases.judgement,
    })
    .from(equipment)
    .innerJoin(valueBases, eq(qcValueBaseId, sql`(${last})`))
    .where(
      and(
        or(eq(equipment.productId, bind('productId')), isNull(equipment.productId)),
        inArray(equipment.kind, [literal('line'), literal('machine'), literal('station')]),
        eq(equipment.status, literal(statuses.on)),
      ),
    )
    .orderBy(equipment.code)
})

/** The median time between rounds of checks of each machine, in milliseconds; with two middle values, their mean. */
const usualIntervals = scopedStatement((store, isInScope) => {
  const { db, bind, t } = store
  const { equipmentId, inspectedAt, qcValueBaseId, productId } = t.valueBases
  const since = sql<number>`${inspectedAt} - lag(${inspectedAt}) over (partition by ${equipmentId} order by ${inspectedAt}, ${qcValueBaseId})`
  const gaps = db
    .select({ equipmentId, gap: since.as('gap') })
    .from(t.valueBases)
    .where(
      and(
        eq(productId, bind('productId')),
        gte(inspectedAt, bind('since')),
        isNotNull(equipmentId),
        wasSubmitted(store),
        isInScope,
      ),
    )
    .as('gaps')
  const ranked = db
    .select({
      equipmentId: gaps.equipmentId,
      gap: gaps.gap,
      place: sql<number>`row_number() over (partition by ${gaps.equipmentId} order by ${gaps.gap})`.as('place'),
      many: sql<number>`count(*) over (partition by ${gaps.equipmentId})`.as('many'),
    })
    .from(gaps)
    .where(gt(gaps.gap, literal(ROUND_MS)))
    .as('ranked')
  return db
    .select({ equipmentId: ranked.equipmentId, interval: sql<number>`avg(${ranked.gap})`.mapWith(Number) })
    .from(ranked)
    .where(sql`${ranked.place} in ((${ranked.many} + 1) / 2, ${ranked.many} / 2 + 1)`)
    .groupBy(ranked.equipmentId)
})

/** The last check of each machine, and its usual interval. Machines without a check in 30 days are left out. */
export async function equipmentChecks(
  store: Store,
  scope: Scope | undefined,
  line: Clock & { productId: number },
  now: number,
): Promise<BigScreen['equipment']> {
  const asked = { productId: line.productId, since: lastDaysFrom(now, LOOKED_AT_DAYS, line) }
  const [checked, usual] = await Promise.all([lastChecks(store, scope, asked), usualIntervals(store, scope, asked)])
  const intervals = new Map(usual.map(({ equipmentId, interval }) => [equipmentId, interval / MINUTE_MS]))
  return checked.map(({ at, ...machine }) => {
    const intervalMin = intervals.get(machine.equipmentId) ?? null
    const isOverdue = intervalMin !== null && (now - at) / MINUTE_MS > OVERDUE_INTERVALS * intervalMin
    return { ...machine, lastAt: instant(at), intervalMin, isOverdue }
  })
}
