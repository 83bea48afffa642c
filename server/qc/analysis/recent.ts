import { codes } from '#shared/envelope'
import { MAX_LATE_MS } from '#shared/qc/constants'
import type { RecentItem, RecentPoint, RecentQuery } from '#shared/qc/record/recent'
import { Refusal } from '../../platform/http/refusal'
import type { Store } from '../../platform/store'
import { listCharacteristics } from '../template/characteristic'
import { limitsApply, type AppliedLimits, limitSetsOf, setsFor, type LimitsInForce } from '../limit/read'
import { instant } from '../../platform/list/wire'
import { countsOfSelection, subgroupStatisticsOfSelection, isCounted } from './selected-values'
import { selectIn, type Selection } from './selection'

/** As many points as stand in the small charts beside what is entered. */
const POINTS = 30

/** Nothing older can be entered any more. */
function refuseLongAgo(before: number | undefined, now: number): void {
  if (before !== undefined && before < now - MAX_LATE_MS) {
    throw new Refusal(codes.badRequest, 'qcRecord.tooLate').at('before')
  }
}

/**
 * For each charted item of a template its latest points, and the limits that the next one will be held against. Like
 * limits they are the plant's, whose records they are is left out, and the data scope does not part them: rules that look
 * at nine points in a row would be tested wrongly by those of one's own alone. They are of the last week, whoever looks.
 * @throws Refusal at `before` where no record can be entered that long ago
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
  const chosen = setsFor(sets, { ...(equipmentId !== undefined && { equipmentId: [equipmentId] }) })
  const set = chosen.findLast(({ validFrom, validTo }) => validFrom <= at && at < (validTo ?? Infinity))
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

/** The last places from an instant on; where limits of all machines hold, of those that are held against them. */
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
