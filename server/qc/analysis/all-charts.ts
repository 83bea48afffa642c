import type { AllCharts, SmallChart } from '#shared/qc/analysis/all-charts'
import { businessDay, clockAt, shiftStart } from '#shared/qc/day'
import type { Product } from '#shared/qc/product'
import { RULES } from '#shared/spc/rules/figures'
import { scopeOf } from '../../access/department/data-scope'
import type { Operator } from '../../access/session/queries'
import type { Store } from '../../platform/store'
import { listCharacteristics, listRemoved } from '../template/characteristic'
import { getProduct, productIdOf } from '../product/list'
import { instant } from '../../platform/list/wire'
import { openSignalsFor } from '../signal/open'
import { latestCharts, type LatestChart } from './latest-charts'

/** Small control charts of all charted characteristics of a product line. Undefined where there is no such line. */
export async function allCharts(
  store: Store,
  product: string,
  operator: Operator,
  now: number,
): Promise<AllCharts | undefined> {
  const productId = await productIdOf(store, product)
  const line = productId === undefined ? undefined : await getProduct(store, productId)
  if (!line) return undefined
  const scope = await scopeOf(store, operator)
  const open = await openSignalsFor(store, operator)
  const items = [...(await listCharacteristics(store, { product })), ...(await listRemoved(store, { product }))]
  const latest = await latestCharts(store, items, { line, now, scope, open })
  const since = lastShiftStart(line, now)
  const charts = latest.flatMap((each) => smallChart(each, since))
  return { isScoped: scope !== undefined, since: instant(since), charts: charts.toSorted(byNeed) }
}

/** The beginning of the shift before the one that runs at `now`. */
function lastShiftStart({ tz, dayStartMin, shifts }: Product, now: number): number {
  const current = shiftStart(now, tz, shifts)
  const previous = current === undefined ? undefined : shiftStart(current - 1, tz, shifts)
  return previous ?? current ?? clockAt(businessDay(now, { tz, dayStartMin }), dayStartMin, tz)
}

function smallChart({ item, last, strip }: LatestChart, since: number): SmallChart[] {
  const { first, kind, lastAt, values, center, lcl, ucl, hits } = last
  if (lastAt === undefined) return []
  const recent = new Set(hits.filter(({ at }) => Date.parse(at) >= since).map(({ rule }) => rule))
  const broken = [...new Set(hits.map(({ index }) => index - first))]
  const { deciding, band, isStable } = strip
  const recentRules = RULES.filter((rule) => recent.has(rule))
  const points = { lastAt: instant(lastAt), values, center, lcl, ucl, broken }
  return [{ item, chart: kind, ...points, recentRules, deciding, band, isStable }]
}

/**
 * Rules broken in the last shift first, then the lowest index; characteristics without an index last. Those that their
 * templates no longer have are after all others.
 */
const byNeed = (a: SmallChart, b: SmallChart) =>
  Number(a.item.isRemoved) - Number(b.item.isRemoved) ||
  Number(b.recentRules.length > 0) - Number(a.recentRules.length > 0) ||
  (a.deciding?.value ?? Infinity) - (b.deciding?.value ?? Infinity) ||
  0
