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

/** The points of a small chart, the new one last, and what that would break. */
export type Outlook = {
  points: readonly (number | null)[]
  limits: { centre: number | null; lower: number | null; upper: number | null } | null
  broken: { track: TrackName; rule: RuleId }[]
}

type Entered = {
  item: Pick<TemplateItem, 'type' | 'sampleSize'>
  values: readonly EnteredValue[]
  outcome: Pick<ItemOutcome, 'samples'>
}

/** What the chart will look like with what is entered, tested as the server will test it. */
export function outlookOf(recent: RecentItem, { item, values, outcome }: Entered): Outlook {
  const isCounted = isCount(item.type)
  const numbers = outcome.samples.flatMap(({ value, fault }) => (value === null || fault ? [] : [value]))
  const counted = countOf(numbers, values)
  const mean = numbers.length > 0 ? numbers.reduce((sum, value) => sum + value, 0) / numbers.length : null
  const next = isCounted ? shareOf(counted) : mean
  const drawn = recent.points.map(({ value, n }) => (isCounted ? shareOf({ count: value, size: n }) : value))
  const none: Outlook = { points: [...drawn, next], limits: null, broken: [] }
  const { limits } = recent
  if (!limits) return none
  // what is not held against these limits is drawn, and not tested
  const held = recent.points.filter(({ at }) => at >= limits.validFrom)
  const by = { frozen: { centre: limits.centre, sigma: limits.sigma } }
  const how = { rules: limits.rules, figures: limits.figures, from: held.length }
  const chart = draw()
  const at = next === null ? held.length - 1 : held.length
  const { location } = chart
  const share = limits.chart === 'np' ? counted.size || 1 : 1
  const asDrawn = (line: readonly (number | null)[]) => {
    const height = line[at] ?? null
    return height === null ? null : height / share
  }
  const isWhole = numbers.length >= settledSize(item, values)
  return {
    ...none,
    limits: { centre: asDrawn(location.centre), lower: asDrawn(location.lower), upper: asDrawn(location.upper) },
    broken: next === null || !isWhole ? [] : [...hitsOf('location', chart), ...hitsOf('dispersion', chart)],
  }

  function draw(): Chart {
    const kind = limits!.chart
    if (kind === 'imr' || kind === 'xbar-r' || kind === 'xbar-s') {
      const statistics = digestWith(held, numbers)
      return chartOf(statistics.size.every((n) => n <= 1) ? 'imr' : kind, statistics, by, how)
    }
    const counts: Count[] = held.map(({ value, n }) => ({ count: value, size: n }))
    return attributeChart(kind, [...counts, counted], by, how)
  }
}

const hitsOf = (track: TrackName, chart: Chart) => (chart[track]?.hits ?? []).map(({ rule }) => ({ track, rule }))

const shareOf = ({ count, size }: Count): number | null => (count === null || size === 0 ? null : count / size)

/** A value that is still to come may turn everything; one that has a reason for missing does not. */
const settledSize = ({ sampleSize, type }: Entered['item'], values: readonly EnteredValue[]) =>
  type === 'calculated' ? 1 : sampleSize - values.filter(({ state }) => state !== 'present').length

/** All samples together, each with in how much it was counted. */
function countOf(numbers: readonly number[], values: readonly EnteredValue[]): Count {
  const sizes = values.flatMap(({ state, den }) => (state === 'present' && Number(den) > 0 ? [Number(den)] : []))
  if (numbers.length === 0 || sizes.length < numbers.length) return { count: null, size: 0 }
  return { count: sum(numbers), size: sum(sizes) }
}
const sum = (figures: readonly number[]) => figures.reduce((total, figure) => total + figure, 0)

function digestWith(held: RecentItem['points'], numbers: readonly number[]): SubgroupStatistics {
  const own = subgroupStatisticsOf([{ values: numbers }])
  const column = (of: (point: RecentItem['points'][number]) => number | null, last: number) =>
    Float64Array.from([...held.map((point) => of(point) ?? 0), last])
  return {
    size: Int32Array.from([...held.map(({ n, value }) => (value === null ? 0 : n)), own.size[0]!]),
    mean: column(({ value }) => value, own.mean[0]!),
    range: column(({ range }) => range, own.range[0]!),
    deviation: column(({ deviation }) => deviation, own.deviation[0]!),
  }
}
