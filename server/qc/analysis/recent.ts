import { codes } from '#shared/envelope'
import { MAX_LATE_MS } from '#shared/qc/constants'
import type { RecentItem, RecentPoint, RecentQuery } from '#shared/qc/record/recent'
import { Refusal } from '../../platform/http/refusal'
import type { Store } from '../../platform/store'
import { listCharacteristics } from '../template/characteristic'
import { limitsApply, type AppliedLimits, limitSetsOf, setAt, type LimitsInForce } from '../limit/read'
import { instant } from '../../platform/list/wire'
import { countsOfSelection, subgroupStatisticsOfSelection, isCounted } from './selected-values'
import { selectIn, type Selection } from './selection'

/** The number of points in the small charts beside the inputs. */
const POINTS = 30

/** Older records can no longer be entered. */
function refuseLongAgo(before: number | undefined, now: number): void {
  if (before !== undefined && before < now - MAX_LATE_MS) {
    throw new Refusal(codes.badRequest, 'qcRecord.tooLate').at('before')
  }
}

/**
 * The latest points of each charted item of a template, and the limits for the next one. Like limits, they belong to
 * the plant: the data scope does not apply, and their authors are left out. Rules that look at nine points in a row
 * would give wrong results on one operator's points. Points are of the last week, for every reader.
 * @throws Refusal at `before` if a record of that time can no longer be entered
 */
export async function recentOf(store: Store, query: RecentQuery, now: number): Promise<RecentItem[]> {
  const { templateId, before } = query
  refuseLongAgo(before, now)
  const charted = (await listCharacteristics(store, { templateId })).filter(({ isSpc }) => isSpc)
  const found = await Promise.all(charted.map(({ itemKey }) => recentOfItem(store, itemKey, query, now)))
  return found.filter((item) => item !== undefined)
}

async function recentOfItem(
  store: Store,
  itemKey: string,
  { equipmentId, before }: RecentQuery,
  now: number,
): Promise<RecentItem | undefined> {
  const at = before ?? now
  const sets = await limitSetsOf(store, itemKey)
  const set = setAt(sets, at, equipmentId ?? null)
  const machine = set?.equipmentId ?? undefined
  const selection = await selectIn(
    store,
    {
      itemKey,
      ...(before !== undefined && { to: before - 1 }),
      ...(machine !== undefined && { equipmentId: [machine] }),
    },
    undefined,
  )
  if (!selection) return undefined
  const latest = { ...selection, places: latestOf(selection, set && { set, sets }, now - MAX_LATE_MS) }
  return { itemKey, points: pointsOf(latest), limits: set && set.status !== 'trial' ? limitsFor(set) : null }
}

/** The last places since an instant. Where limits of all machines hold, only records tested against them. */
function latestOf({ series, places }: Selection, held: AppliedLimits | undefined, from: number): Int32Array {
  const found: number[] = []
  for (let index = places.length - 1; index >= 0 && found.length < POINTS; index--) {
    const place = places[index]!
    const at = series.at[place]!
    if (at < from) break
    if (held?.set.equipmentId !== null || limitsApply(held, at, series.equipmentId[place]! || null)) found.push(place)
  }
  return Int32Array.from(found.toReversed())
}

const limitsFor = ({ chart, centre, sigma, rules, validFrom }: LimitsInForce): RecentItem['limits'] => ({
  chart,
  centre,
  sigma,
  rules: rules.rules,
  figures: rules.figures,
  validFrom: instant(validFrom),
})

function pointsOf(selection: Selection): RecentPoint[] {
  const { series, places, characteristic } = selection
  const timeOf = (index: number) => instant(series.at[places[index]!]!)
  if (isCounted(characteristic)) {
    return countsOfSelection(selection).map(({ count, size }, index) => ({
      at: timeOf(index),
      n: size,
      value: count,
      range: null,
      deviation: null,
    }))
  }
  const { size, mean, range, deviation } = subgroupStatisticsOfSelection(selection)
  return Array.from(size, (n, index) => ({
    at: timeOf(index),
    n,
    value: n > 0 ? mean[index]! : null,
    range: n > 1 ? range[index]! : null,
    deviation: n > 1 ? deviation[index]! : null,
  }))
}
