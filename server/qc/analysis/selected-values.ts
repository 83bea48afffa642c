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

/** The values of a record without missing ones. */
export function valuesAt({ first, num }: SeriesColumns, index: number): Float64Array {
  const values = num.subarray(first[index], first[index + 1])
  return values.some(Number.isNaN) ? values.filter((value) => !Number.isNaN(value)) : values
}

/** The number of values, including missing ones. */
export function sizeOf({ series: { first }, places }: Pick<Selection, 'series' | 'places'>): number {
  if (isUnbroken(places)) return places.length === 0 ? 0 : first[places.at(-1)! + 1]! - first[places[0]!]!
  let size = 0
  for (let index = 0; index < places.length; index++) size += first[places[index]! + 1]! - first[places[index]!]!
  return size
}

/** True if places are consecutive. */
const isUnbroken = (places: Int32Array) => places.length === 0 || places[0]! + places.length - 1 === places.at(-1)

/** All values in order, the start of each record's values, and NaN for missing values. */
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

/** All values in order, without missing ones. */
function valuesOf(selection: Selection): Float64Array {
  const { values, first } = runsOf(selection)
  const all = values.subarray(first[0], first[first.length - 1])
  for (let at = 0; at < all.length; at++) if (Number.isNaN(all[at]!)) return all.filter((value) => !Number.isNaN(value))
  return all
}

const memoizedCounts = memoizePerOwner<Int32Array, ValueCounts>(1)

/** All values except missing ones, counted. */
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

/** True if the selection is a whole history, long enough that its results are worth keeping. */
export const isLongHistory = ({ places, series }: Selection) =>
  places.length >= LEAST_KEPT && places.length === series.size && isUnbroken(places)

/** Records. Below this, computing all anew is faster than a look-up. */
const LEAST_KEPT = 1024

/** The number of missing values. */
export function missingIn({ series: { first, num }, places }: Selection): number {
  let missing = 0
  for (let index = 0; index < places.length; index++) {
    const place = places[index]!
    for (let at = first[place]!; at < first[place + 1]!; at++) if (Number.isNaN(num[at])) missing++
  }
  return missing
}

/** Computes the common base of all tabs for a long selection, in steps that let other requests run. */
export async function prepare(selection: Selection): Promise<void> {
  if (isCounted(selection.characteristic)) return
  await runCooperatively(statisticsSteps(selection))
  await runCooperatively(countingSteps(selection))
}

const memoizedStatistics = memoizePerOwner<Int32Array, SubgroupStatistics>(1)

/** Each record is a subgroup. A record with only missing values is a gap. */
export const subgroupStatisticsOfSelection = (selection: Selection): SubgroupStatistics =>
  atOnce(statisticsSteps(selection))

function* statisticsSteps(selection: Selection): InSteps<SubgroupStatistics> {
  const { places, series } = selection
  const statistics = isLongHistory(selection) ? yield* historyStatistics(series) : undefined
  return memoizedStatistics(places, '', () => statistics ?? statisticsOfRuns(runsOf(selection)))
}

/** Each record is one sample; its pieces are added up. */
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

/** The limits by which the record at a place was judged. */
export const limitsAt = ({ characteristic, series }: Selection, index: number): VersionLimits | undefined =>
  characteristic.versions.get(series.versionId[index]!)

/**
 * The part of a selection judged by some versions; the same object if that is all of it. `joints` are the indices
 * of places before which those of other versions are left out.
 */
function ofVersions(selection: Selection, versionIds: ReadonlySet<number>): { part: Selection; joints: number[] } {
  const steps = versionsOf(selection)
  if (steps.every((step) => versionIds.has(step.versionId))) return { part: selection, joints: [] }
  const { places } = selection
  const kept = new Int32Array(places.length)
  const joints: number[] = []
  let size = 0
  for (const [at, { versionId, index }] of steps.entries()) {
    if (!versionIds.has(versionId)) continue
    if (size > 0 && !versionIds.has(steps[at - 1]!.versionId)) joints.push(size)
    const own = places.subarray(index, steps[at + 1]?.index)
    kept.set(own, size)
    size += own.length
  }
  return { part: { ...selection, places: kept.subarray(0, size) }, joints }
}

/** Values judged by the same limits: their versions, the newest first, and what `ofVersions` answers for them. */
type PartByLimits = { versions: VersionLimits[]; part: Selection; joints: number[] }

/** The parts of a selection judged by the same limits in the same way, with the versions of these limits, the newest first. */
export function partsByLimits(selection: Selection): PartByLimits[] {
  const seen = new Set(versionsOf(selection).map(({ versionId }) => versionId))
  const newestFirst = [...selection.characteristic.versions].filter(([versionId]) => seen.has(versionId)).toReversed()
  const groups = Map.groupBy(newestFirst, ([, { nominal, lsl, usl, judged }]) =>
    JSON.stringify([nominal, lsl, usl, judged]),
  )
  return [...groups.values()].map((group) => ({
    versions: group.map(([, version]) => version),
    ...ofVersions(selection, new Set(group.map(([versionId]) => versionId))),
  }))
}

/** A version, and the index of the first record judged by it instead of the version before. */
type VersionStep = { versionId: number; index: number }

/** The versions by which a selection was judged, in order. */
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
