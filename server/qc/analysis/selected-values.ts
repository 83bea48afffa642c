import { isCount } from '#shared/qc/constants'
import { atOnce, type InSteps } from '#shared/spc/series/cooperative'
import { naturals } from '#shared/spc/series/columns'
import { statisticsOfRuns, type SubgroupStatistics, type Runs } from '#shared/spc/series/subgroup-statistics'
import { valueCountsOf, Counting, type ValueCounts } from '#shared/spc/series/value-counts'
import type { Count } from '#shared/spc/charts/track'
import { runCooperatively } from '../../platform/chunks/yield-to-event-loop'
import type { Characteristic, VersionLimits } from '../template/characteristic'
import { historyStatistics } from '../chart/subgroup-statistics'
import { incremental } from '../chart/incremental'
import type { Selection } from './selection'
import type { SeriesColumns } from '../chart/series-columns'
import { memoizePerOwner } from '../../platform/cache/lru'

/** The values of the record at a place that are there. */
export function valuesAt({ first, num }: SeriesColumns, index: number): Float64Array {
  const values = num.subarray(first[index], first[index + 1])
  return values.some(Number.isNaN) ? values.filter((value) => !Number.isNaN(value)) : values
}

/** So many values there are, those that are missing among them. */
export function sizeOf({ series: { first }, places }: Pick<Selection, 'series' | 'places'>): number {
  if (isUnbroken(places)) return places.length === 0 ? 0 : first[places.at(-1)! + 1]! - first[places[0]!]!
  let size = 0
  for (let index = 0; index < places.length; index++) size += first[places[index]! + 1]! - first[places[index]!]!
  return size
}

/** Whether places follow one after the other. */
const isUnbroken = (places: Int32Array) => places.length === 0 || places[0]! + places.length - 1 === places.at(-1)

/** All values one after the other, where those of each record begin, and NaN for those that are missing. */
function runsOf({ series, places }: Selection): Runs {
  const { first, num } = series
  if (isUnbroken(places)) {
    const [from, to] = [places[0] ?? 0, (places.at(-1) ?? -1) + 1]
    return { values: num, first: first.subarray(from, to + 1) }
  }
  const [values, begins] = [new Float64Array(sizeOf({ series, places })), new Int32Array(places.length + 1)]
  let count = 0
  for (let index = 0; index < places.length; index++) {
    const place = places[index]!
    for (let at = first[place]!; at < first[place + 1]!; at++) values[count++] = num[at]!
    begins[index + 1] = count
  }
  return { values, first: begins }
}

/** All values that are there, one after the other. */
function valuesOf(selection: Selection): Float64Array {
  const { values, first } = runsOf(selection)
  const all = values.subarray(first[0], first[first.length - 1])
  for (let at = 0; at < all.length; at++) if (Number.isNaN(all[at]!)) return all.filter((value) => !Number.isNaN(value))
  return all
}

const memoizedCounts = memoizePerOwner<Int32Array, ValueCounts>(1)

/** All values that are there, counted. */
export const valueCountsOfSelection = (selection: Selection): ValueCounts => atOnce(countingSteps(selection))

function* countingSteps(selection: Selection): InSteps<ValueCounts> {
  const { places, series, characteristic } = selection
  const { decimals } = characteristic.item
  const counted = isLongHistory(selection)
    ? yield* countings(series, String(decimals), () => new Counting(decimals))
    : undefined
  return memoizedCounts(places, '', () => counted?.valueCounts() ?? valueCountsOf(valuesOf(selection), decimals))
}

const countings = incremental<Counting>((counting, { first, num }, from, to) => {
  for (let at = first[from]!; at < first[to]!; at++) if (!Number.isNaN(num[at]!)) counting.add(num[at]!)
})

/** Whether all of a history was chosen that is so long that what it adds up to is worth keeping. */
export const isLongHistory = ({ places, series }: Selection) =>
  places.length >= LEAST_KEPT && places.length === series.size && isUnbroken(places)

/** Records: of fewer all is worked out anew in less time than it takes to look whether it is known. */
const LEAST_KEPT = 1024

/** So many values are missing. */
export function missingIn({ series: { first, num }, places }: Selection): number {
  let missing = 0
  for (let index = 0; index < places.length; index++) {
    const place = places[index]!
    for (let at = first[place]!; at < first[place + 1]!; at++) if (Number.isNaN(num[at])) missing++
  }
  return missing
}

/** Works out what all tabs need of a long selection, in steps between which others have their turn. */
export async function prepare(selection: Selection): Promise<void> {
  if (isCounted(selection.characteristic)) return
  await runCooperatively(statisticsSteps(selection))
  await runCooperatively(countingSteps(selection))
}

const memoizedStatistics = memoizePerOwner<Int32Array, SubgroupStatistics>(1)

/** Each record a subgroup; a record whose values are all missing is a gap. */
export const subgroupStatisticsOfSelection = (selection: Selection): SubgroupStatistics =>
  atOnce(statisticsSteps(selection))

function* statisticsSteps(selection: Selection): InSteps<SubgroupStatistics> {
  const { places, series } = selection
  const statistics = isLongHistory(selection) ? yield* historyStatistics(series) : undefined
  return memoizedStatistics(places, '', () => statistics ?? statisticsOfRuns(runsOf(selection)))
}

/** Each record a sample of what was counted, its pieces together. */
export const countsOfSelection = ({ series: { first, num, den }, places }: Selection): Count[] =>
  Array.from(places, (index) => {
    let [count, size] = [0, 0]
    for (let at = first[index]!; at < first[index + 1]!; at++) {
      if (Number.isNaN(num[at]) || Number.isNaN(den[at])) continue
      count += num[at]!
      size += den[at]!
    }
    return size > 0 ? { count, size } : { count: null, size: 0 }
  })

export const isCounted = ({ item: { type } }: Characteristic) => isCount(type)

/** The limits that the record at a place was judged by. */
export const limitsAt = ({ characteristic, series }: Selection, index: number): VersionLimits | undefined =>
  characteristic.versions.get(series.versionId[index]!)

/** What of a selection was judged by some versions; itself where that is all of it. */
export function ofVersions(selection: Selection, versionIds: ReadonlySet<number>): Selection {
  if (versionsOf(selection).every((step) => versionIds.has(step.versionId))) return selection
  const { places, series } = selection
  return { ...selection, places: places.filter((index) => versionIds.has(series.versionId[index]!)) }
}

/** A version, and which record of a selection is the first that was judged by it rather than the one before. */
type VersionStep = { versionId: number; index: number }

/** The versions that a selection was judged by, one after the other. */
export function versionsOf(selection: Selection): readonly VersionStep[] {
  const { places, series } = selection
  if (isLongHistory(selection)) return atOnce(versionSteps(series, '', () => []))
  const steps: VersionStep[] = []
  addSteps(steps, series, places, 0, places.length)
  return steps
}

const versionSteps = incremental<VersionStep[]>((steps, series, from, to) =>
  addSteps(steps, series, naturals(series.size), from, to),
)

function addSteps(steps: VersionStep[], { versionId }: SeriesColumns, places: Int32Array, from: number, to: number) {
  for (let index = from; index < to; index++) {
    const own = versionId[places[index]!]!
    if (own !== steps.at(-1)?.versionId) steps.push({ versionId: own, index })
  }
}
