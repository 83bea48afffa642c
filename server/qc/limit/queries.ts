import { eq } from 'drizzle-orm'
import { codes } from '#shared/envelope'
import { fittingCharts } from '#shared/qc/analysis/kinds'
import { RuleSettings, type LimitSetChange, type LimitSetInput } from '#shared/qc/limit'
import { notFound, Refusal } from '../../platform/http/refusal'
import type { Store } from '../../platform/store'
import type { RequestContext } from '../../access/operation-log/write'
import { estimateLimits, refuseDifferentAreas } from './estimate'
import type { LimitsInForce } from './read'
import { changeLimits } from './change'
import { newSet, type NewLimits } from './write'

/**
 * Puts limits into force, or begins a phase on trial (qc-domain 2.8). Earlier limits end at the start of the new ones.
 * @returns the id of the set
 * @throws Refusal at the faulty field
 */
export const createLimitSet = (store: Store, input: LimitSetInput, context: RequestContext): Promise<number> =>
  changeLimits(
    store,
    {
      itemKey: input.itemKey,
      action: 'create',
      reason: input.reason,
      async planned({ characteristic, author }) {
        const { itemKey, status, validFrom, reason, rules, chart } = input
        const { item, productId } = characteristic
        const equipmentId = input.equipmentId ?? null
        if (equipmentId !== null) await refuseNoMachine(store, equipmentId, productId)
        if (chart && !fittingCharts(item.type).includes(chart)) {
          throw new Refusal(codes.badRequest, 'qcLimit.chartUnfit').at('chart')
        }
        const limits = await limitsFrom(store, input, context.now)
        if (limits.chart === 'c') await refuseDifferentAreas(store, { itemKey, equipmentId, from: validFrom })
        const settings = rules ?? RuleSettings.parse({ rules: characteristic.rules })
        const about = { templateId: item.templateId, itemKey, equipmentId, rules: settings }
        return newSet({ ...about, ...limits, validFrom, status, reason }, author)
      },
    },
    context,
  )

type Limits = Pick<
  NewLimits,
  'chart' | 'centre' | 'sigma' | 'sigmaMethod' | 'points' | 'excluded' | 'baseFrom' | 'baseTo'
>

/** Limits from the values of a period, or as entered by hand. */
async function limitsFrom(
  store: Store,
  { itemKey, chart, baseFrom, baseTo, centre, sigma, sigmaMethod, validFrom, status, ...input }: LimitSetInput,
  now: number,
): Promise<Limits> {
  const equipmentId = input.equipmentId ?? null
  if (centre !== undefined && sigma !== undefined && baseFrom === undefined) {
    if (!chart) throw new Refusal(codes.badRequest, 'field.required').at('chart')
    return { chart, centre, sigma, sigmaMethod: null, points: null, excluded: [], baseFrom: null, baseTo: null }
  }
  const isTrial = status === 'trial'
  const from = baseFrom ?? (isTrial ? validFrom : undefined)
  const to = baseTo ?? (isTrial ? now : undefined)
  if (from === undefined) throw new Refusal(codes.badRequest, 'field.required').at('baseFrom')
  if (to === undefined) throw new Refusal(codes.badRequest, 'field.required').at('baseTo')
  if (to < from) throw new Refusal(codes.badRequest, 'qcLimit.endsBefore').at('baseTo')
  try {
    const estimate = await estimateLimits(store, { itemKey, equipmentId, chart, sigmaMethod, from, to })
    return { ...estimate, baseFrom: from, baseTo: to }
  } catch (error) {
    // a phase on trial may begin before there are values: its limits are estimated from them later
    if (!isTrial || !(error instanceof Refusal) || baseFrom !== undefined) throw error
    const none = { centre: 0, sigma: 0, points: 0, excluded: [], baseFrom: null, baseTo: null }
    return { chart: chart ?? 'imr', sigmaMethod: sigmaMethod ?? null, ...none }
  }
}

/** Limits are for machines of the product line or of all lines, not for gauges, which only measure. */
async function refuseNoMachine({ db, t: { equipment } }: Store, equipmentId: number, productId: number) {
  const [known] = await db.select().from(equipment).where(eq(equipment.equipmentId, equipmentId))
  const isOfLine = known && (known.productId === null || known.productId === productId)
  if (!isOfLine || known.kind === 'gauge') {
    throw new Refusal(codes.badRequest, 'qcRecord.equipmentUnknown').at('equipmentId')
  }
}

/** Freezes a phase on trial, ends a set, or changes its rules. @throws Refusal if its state forbids it */
export async function changeLimitSet(
  store: Store,
  limitSetId: number,
  change: LimitSetChange,
  context: RequestContext,
): Promise<void> {
  const { limitSets } = store.t
  const { reason } = change
  const [row] = await store.db.select().from(limitSets).where(eq(limitSets.limitSetId, limitSetId))
  if (!row) throw notFound()
  const { itemKey } = row
  await changeLimits(
    store,
    {
      itemKey,
      action: 'update',
      reason,
      planned: ({ sets }) =>
        changed(
          store,
          sets.find((set) => set.limitSetId === limitSetId)!,
          change,
          context.now,
        ), // sets are never deleted
    },
    context,
  )
}

async function changed(
  store: Store,
  before: LimitsInForce,
  { status, rules }: LimitSetChange,
  now: number,
): Promise<LimitsInForce> {
  const { itemKey, equipmentId, validFrom } = before
  const isFreezing = status === 'active' && before.status === 'trial'
  if (before.status === 'retired' || (status === 'active' && !isFreezing)) {
    throw new Refusal(codes.conflict, 'qcLimit.notTrial')
  }
  // a phase begun without values has no chart of its own; for a c chart, areas may have become different
  const chart = before.points && before.chart !== 'c' ? before.chart : undefined
  const sigmaMethod = before.sigmaMethod ?? undefined
  const estimate = isFreezing && {
    ...(await estimateLimits(store, { itemKey, equipmentId, chart, sigmaMethod, from: validFrom, to: now })),
    baseFrom: validFrom,
    baseTo: now,
  }
  return {
    ...before,
    ...estimate,
    ...(status && { status }),
    ...(status === 'retired' && { validTo: endOf(before, now) }),
    ...(rules && { rules }),
    updatedAt: now,
  }
}

/** A phase ended while on trial never had limits in force, so its period is empty. */
const endOf = ({ status, validFrom }: LimitsInForce, now: number) =>
  status === 'trial' ? validFrom : Math.max(validFrom, now)
