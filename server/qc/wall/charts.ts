import type { BigScreen } from '#shared/qc/wall'
import type { Clock } from '#shared/qc/day'
import type { Store } from '../../platform/store'
import type { Scope } from '../../access/department/data-scope'
import { latestCharts, type LatestChart } from '../analysis/latest-charts'
import { openSignalsWithin } from '../signal/open'
import { listCharacteristics } from '../template/characteristic'

type Charts = BigScreen['charts']
type Strip = BigScreen['capability']

/** The charted characteristics of a product line. A wall shows all open signals of its data scope. */
export const wallItems = async (
  store: Store,
  line: Clock & { code: string },
  now: number,
  scope: Scope | undefined,
): Promise<LatestChart[]> => {
  const items = await listCharacteristics(store, { product: line.code })
  return latestCharts(store, items, { line, now, scope, open: await openSignalsWithin(store, scope) })
}

/** The last points of each item: items with open signals first, then those with the most recently broken rule. */
export const chartsIn = (items: readonly LatestChart[]): Charts =>
  items
    .map(({ chart }) => chart())
    .filter(({ points }) => points.length > 0)
    .toSorted(
      (a, b) => Number(b.item.openSignals > 0) - Number(a.item.openSignals > 0) || brokenAtLast(b) - brokenAtLast(a),
    )

const brokenAtLast = ({ item, hits }: Charts[number]) =>
  item.openSignals > 0 ? Date.parse(hits.at(-1)?.at ?? '1970-01-01') : 0

/** Items out of control first, then the least capable ones. Counts have no index and appear only with signals. */
export const stripOf = (items: readonly LatestChart[]): Strip =>
  items
    .filter(({ hasIndex, strip }) => hasIndex || strip.openSignals > 0)
    .map(({ strip }) => strip)
    .toSorted(
      (a, b) =>
        b.openSignals - a.openSignals ||
        Number(a.isStable) - Number(b.isStable) ||
        (a.deciding?.value ?? Infinity) - (b.deciding?.value ?? Infinity) ||
        0,
    )
