import { isCount } from '#shared/qc/constants'
import type { TrackName } from '#shared/qc/analysis/kinds'
import type { RecentItem } from '#shared/qc/record/recent'
import type { TemplateItem } from '#shared/qc/template/schema'
import { attributeChart } from '#shared/spc/charts/attributes'
import { chartOf } from '#shared/spc/charts/chart'
import { subgroupStatisticsOf, type SubgroupStatistics } from '#shared/spc/series/subgroup-statistics'
import type { ItemOutcome } from '#shared/spc/sampling/inspection'
import type { Chart, Count, RuleId } from '#shared/spc/charts/track'
import type { EnteredValue } from '../../../../stores/qc/entered'

/** The points of a small chart, the new one last, and the rules that it would break. */
export type NextPointPreview = {
  points: readonly (number | null)[]
  limits: { centre: number | null; lower: number | null; upper: number | null } | null
  broken: { track: TrackName; rule: RuleId }[]
}

type Entered = {
  item: Pick<TemplateItem, 'type' | 'sampleSize'>
  values: readonly EnteredValue[]
  outcome: Pick<ItemOutcome, 'samples'>
}

/** The chart with the entered values, tested as the server will test it. */
export function previewNextPoint(recent: RecentItem, { item, values, outcome }: Entered): NextPointPreview {
  const isCounted = isCount(item.type)
  const numbers = outcome.samples.flatMap(({ value, fault }) => (value === null || fault ? [] : [value]))
  const counted = countOf(numbers, values)
  const mean = numbers.length > 0 ? sum(numbers) / numbers.length : null
  const next = isCounted ? shareOf(counted) : mean
  const past = recent.points.map(({ value, n }) => (isCounted ? shareOf({ count: value, size: n }) : value))
  const untested: NextPointPreview = { points: [...past, next], limits: null, broken: [] }
  const { limits } = recent
  if (!limits) return untested
  // Points before these limits are drawn, but not tested.
  const tested = recent.points.filter(({ at }) => at >= limits.validFrom)
  const chart = chartWith(limits, tested, numbers, counted)
  const index = next === null ? tested.length - 1 : tested.length
  const { location } = chart
  const share = limits.chart === 'np' ? counted.size || 1 : 1
  const limitOf = (line: readonly (number | null)[]) => {
    const height = line[index] ?? null
    return height === null ? null : height / share
  }
  const isComplete = numbers.length >= expectedSize(item, values)
  return {
    ...untested,
    limits: { centre: limitOf(location.centre), lower: limitOf(location.lower), upper: limitOf(location.upper) },
    broken: next === null || !isComplete ? [] : [...hitsOf('location', chart), ...hitsOf('dispersion', chart)],
  }
}

/** The control chart of the tested points and the new one. */
function chartWith(
  limits: NonNullable<RecentItem['limits']>,
  points: RecentItem['points'],
  numbers: readonly number[],
  counted: Count,
): Chart {
  const { chart, centre, sigma, rules, figures } = limits
  const parameters = { frozen: { centre, sigma } }
  const tests = { rules, figures, from: points.length }
  if (chart === 'imr' || chart === 'xbar-r' || chart === 'xbar-s') {
    return chartOf(chart, statisticsWith(points, numbers), parameters, tests)
  }
  const counts: Count[] = points.map(({ value, n }) => ({ count: value, size: n }))
  return attributeChart(chart, [...counts, counted], parameters, tests)
}

const hitsOf = (track: TrackName, chart: Chart) => (chart[track]?.hits ?? []).map(({ rule }) => ({ track, rule }))

const shareOf = ({ count, size }: Count): number | null => (count === null || size === 0 ? null : count / size)

/** The number of values expected to count: values with a reason for missing do not. */
const expectedSize = ({ sampleSize, type }: Entered['item'], values: readonly EnteredValue[]) =>
  type === 'calculated' ? 1 : sampleSize - values.filter(({ state }) => state !== 'present').length

/** The count of all samples together, and its base. */
function countOf(numbers: readonly number[], values: readonly EnteredValue[]): Count {
  const sizes = values.flatMap(({ state, den }) => (state === 'present' && Number(den) > 0 ? [Number(den)] : []))
  if (numbers.length === 0 || sizes.length < numbers.length) return { count: null, size: 0 }
  return { count: sum(numbers), size: sum(sizes) }
}
const sum = (figures: readonly number[]) => figures.reduce((total, figure) => total + figure, 0)

function statisticsWith(points: RecentItem['points'], numbers: readonly number[]): SubgroupStatistics {
  const next = subgroupStatisticsOf([{ values: numbers }])
  const column = (of: (point: RecentItem['points'][number]) => number | null, last: number) =>
    Float64Array.from([...points.map((point) => of(point) ?? 0), last])
  return {
    size: Int32Array.from([...points.map(({ n, value }) => (value === null ? 0 : n)), next.size[0]!]),
    mean: column(({ value }) => value, next.mean[0]!),
    range: column(({ range }) => range, next.range[0]!),
    deviation: column(({ deviation }) => deviation, next.deviation[0]!),
  }
}
