import { codes } from '#shared/envelope'
import { enoughFor, type FreezableChart } from '#shared/qc/analysis/kinds'
import type { LimitEstimate, LimitEstimateQuery } from '#shared/qc/limit'
import type { RuleId, SigmaMethod } from '#shared/spc/charts/track'
import { Refusal } from '../../platform/http/refusal'
import type { Store } from '../../platform/store'
import { computeChart, type ComputedChart } from '../analysis/chart'
import { allHits } from '../analysis/points'
import { covers, excludedRecords, limitSetsOf, type LimitsInForce } from './read'
import { instant } from '../../platform/list/wire'
import { countsOfSelection, isCounted } from '../analysis/selected-values'
import { refuseBackwards, selectIn, type Selection } from '../analysis/selection'

/** Limits estimated from the values of a period. */
export type Estimate = {
  chart: FreezableChart
  centre: number
  sigma: number
  sigmaMethod: SigmaMethod | null
  points: number
  excluded: number[]
}

type Base = {
  itemKey: string
  equipmentId: number | null
  chart?: FreezableChart | undefined
  sigmaMethod?: SigmaMethod | undefined
  from: number
  to: number
}

/**
 * Centre and sigma of the values of a period, without excluded ones. Limits belong to the plant, so the data scope does
 * not apply.
 * @throws Refusal at `baseFrom` if the values are too few or do not vary
 */
export const estimateLimits = async (store: Store, base: Base): Promise<Estimate> =>
  (await estimated(store, base)).estimate

/**
 * A preview of freezing: the figures, the stability of their base, and the set that it would end.
 * @throws Refusal as {@link estimateLimits}
 */
export async function previewLimits(store: Store, query: LimitEstimateQuery): Promise<LimitEstimate> {
  const { itemKey, from, to, chart, sigmaMethod, rules } = query
  const equipmentId = query.equipmentId ?? null
  refuseBackwards(query)
  const { estimate, computed, apart } = await estimated(
    store,
    { itemKey, equipmentId, chart, sigmaMethod, from, to },
    rules,
  )
  const { excluded, ...figures } = estimate
  const broken = allHits(computed).filter(({ index }) => !computed.excluded.has(index))
  const sets = await limitSetsOf(store, itemKey)
  const inForce = sets.findLast((set) => set.status === 'active' && set.equipmentId === equipmentId)
  return {
    ...figures,
    enough: enoughFor(figures.chart),
    excluded: excluded.length,
    apart,
    brokenPoints: new Set(broken.map(({ index }) => index)).size,
    inForce: inForce
      ? { limitSetId: inForce.limitSetId, validFrom: instant(inForce.validFrom), reason: inForce.reason }
      : null,
  }
}

async function estimated(
  store: Store,
  { itemKey, equipmentId, chart, sigmaMethod, from, to }: Base,
  rules?: RuleId[],
): Promise<{ estimate: Estimate; computed: ComputedChart; apart: number }> {
  const filter = { itemKey, from, to, ...(equipmentId !== null && { equipmentId: [equipmentId] }) }
  const all = await selectIn(store, filter, undefined)
  if (!all) throw new Refusal(codes.badRequest, 'qcLimit.noItem').at('itemKey')
  const selection = equipmentId === null ? withoutApart(all, await limitSetsOf(store, itemKey)) : all
  const apart = all.places.length - selection.places.length
  const computed = computeChart(selection, [], await excludedRecords(store, itemKey), {
    chart,
    sigma: sigmaMethod,
    rules,
  })
  const { kind, phases, excluded, location } = computed
  if (sigmaMethod && computed.sigma !== sigmaMethod) {
    throw new Refusal(codes.badRequest, 'qcLimit.sigmaUnfit').at('sigmaMethod')
  }
  if (chart === 'c' && kind !== 'c') throw new Refusal(codes.badRequest, 'qcLimit.areasDiffer').at('chart')
  const phase = phases[0]
  const points = location.values.filter((value, index) => !Number.isNaN(value) && !excluded.has(index)).length
  if (kind === 'ewma' || kind === 'cusum' || !phase || phase.centre === null || points < MIN_POINTS) {
    const key = apart > 0 ? 'qcLimit.tooFewApart' : 'qcLimit.tooFew'
    throw new Refusal(codes.badRequest, key, { points, enough: enoughFor(kind), apart }).at('baseFrom')
  }
  if (phase.sigma === null) throw new Refusal(codes.badRequest, 'qcLimit.noSpread').at('baseFrom')
  const { series, places } = selection
  const estimate: Estimate = {
    chart: kind,
    centre: phase.centre,
    sigma: phase.sigma,
    sigmaMethod: computed.sigma,
    points,
    excluded: [...excluded].map((index) => series.id[places[index]!]!),
  }
  return { estimate, computed, apart }
}

/** Without the records of machines with their own limits, now or at the time: they are tested against those. */
function withoutApart(selection: Selection, sets: readonly LimitsInForce[]): Selection {
  const own = sets.filter(({ equipmentId }) => equipmentId !== null)
  if (own.length === 0) return selection
  const { series, places } = selection
  const isApart = (index: number) =>
    own.some(
      (set) =>
        set.equipmentId === series.equipmentId[index] && (set.validTo === null || covers(set, series.at[index]!)),
    )
  return { ...selection, places: places.filter((index) => !isApart(index)) }
}

/** @throws Refusal at `chart` if records to be tested by a c chart since an instant have different areas */
export async function refuseDifferentAreas(
  store: Store,
  { itemKey, equipmentId, from }: { itemKey: string; equipmentId: number | null; from: number },
): Promise<void> {
  const selection = await selectIn(
    store,
    { itemKey, from, ...(equipmentId && { equipmentId: [equipmentId] }) },
    undefined,
  )
  if (!selection || !isCounted(selection.characteristic)) return
  const areas = new Set(countsOfSelection(selection).flatMap(({ size }) => (size > 0 ? size : [])))
  if (areas.size > 1) throw new Refusal(codes.badRequest, 'qcLimit.areasDiffer').at('chart')
}

/** Limits from fewer points are a guess. Above it, a person may freeze limits from fewer points than advised. */
const MIN_POINTS = 5
