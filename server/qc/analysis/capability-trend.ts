import { eq } from 'drizzle-orm'
import type { CapabilityTrend, CapabilityTrendQuery } from '#shared/qc/analysis/schema'
import { fittingStep, MAX_TREND_POINTS, stepAfter, stepOf, type TrendStep } from '#shared/qc/analysis/steps'
import { businessDay, clockAt, type Clock } from '#shared/qc/day'
import type { Operator } from '../../access/session/queries'
import { memoizeAcrossOwners } from '../../platform/cache/lru'
import { createYielder } from '../../platform/chunks/yield-to-event-loop'
import { oneRow } from '../../platform/list/statement'
import type { Store } from '../../platform/store'
import { openSignalsOf } from '../signal/open'
import { capabilityIn } from './capability'
import { prepareChart } from './chart'
import { isCounted } from './selected-values'
import { select, type Selection } from './selection'

/**
 * The capability of a process in each day, week or month, judged by ADR 47. Undefined if the characteristic does not
 * exist; counts have no points.
 */
export async function capabilityTrend(
  store: Store,
  query: CapabilityTrendQuery,
  operator: Operator,
): Promise<CapabilityTrend | undefined> {
  const selection = await select(store, query, operator)
  if (!selection) return undefined
  const { characteristic, places, series, revision } = selection
  const [prepared, openSignals, clock] = await Promise.all([
    prepareChart(store, selection, query),
    openSignalsOf(store, query.itemKey, operator),
    clockOf(store, { productId: characteristic.productId }),
  ])
  const item = { ...characteristic.item, openSignals }
  const [first, last] = [places[0], places.at(-1)]
  if (first === undefined || last === undefined || !clock || isCounted(characteristic)) {
    return { item, revision, by: query.by, points: [] }
  }
  const [from, to] = [businessDay(series.at[first]!, clock), businessDay(series.at[last]!, clock)]
  const by = fittingStep(query.by, from, to, MAX_TREND_POINTS)
  const name = JSON.stringify([by, query.sigma, clock, [...characteristic.versions], prepared.name])
  const points = await computed(places, name, () =>
    pointsOf(selection, prepared.basisOf, { by, from, clock, sigma: query.sigma }),
  )
  return { item, revision, by, points }
}

type Points = CapabilityTrend['points']
/** Answers about a selection, kept while nothing they depend on has changed. */
const computed = memoizeAcrossOwners<Int32Array, Points>(24)

type Steps = { by: TrendStep; from: string; clock: Clock; sigma: CapabilityTrendQuery['sigma'] }

async function pointsOf(
  selection: Selection,
  basisOf: Parameters<typeof capabilityIn>[3]['basisOf'],
  { by, from, clock, sigma }: Steps,
): Promise<Points> {
  const { places, series } = selection
  const yieldIfDue = createYielder()
  const points: Points = []
  let begin = 0
  for (let day = stepOf(from, by); begin < places.length; day = stepAfter(day, by)) {
    const endAt = clockAt(stepAfter(day, by), clock.dayStartMin, clock.tz)
    let end = begin
    while (end < places.length && series.at[places[end]!]! < endAt) end++
    if (end > begin) {
      const part = { ...selection, places: places.subarray(begin, end) }
      // the stability of the process is not needed here: it decides the verdict's word, not the index
      const [newest] = capabilityIn(part, false, 0, { basisOf, asked: sigma })
      if (newest) {
        const { versionNo, n, subgroups, cpk, ppk, deciding, conditions } = newest
        const { amount } = conditions
        points.push({ day, versionNo, n, subgroups, cpk: cpk.value, ppk: ppk.value, deciding, amount })
      }
    }
    begin = end
    await yieldIfDue()
  }
  return points.slice(-MAX_TREND_POINTS)
}

const clockOf = oneRow(({ db, t: { products }, bind }) =>
  db
    .select({ tz: products.tz, dayStartMin: products.dayStartMin })
    .from(products)
    .where(eq(products.productId, bind('productId'))),
)
