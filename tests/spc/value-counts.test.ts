import { describe, expect, test } from 'bun:test'
import { boxOf } from '#shared/spc/charts/box'
import { capabilityOf } from '#shared/spc/capability/capability'
import { cliffsOf, combOf } from '#shared/spc/charts/hints'
import { histogramOf, usualEdges } from '#shared/spc/distribution/histogram'
import { shapeOf, summaryOf } from '#shared/spc/distribution/moments'
import { percentilePerformance } from '#shared/spc/capability/non-normal'
import { logNormalAbove } from '#shared/spc/distribution/normal'
import { normalityOf } from '#shared/spc/distribution/normality'
import { probabilityPlot } from '#shared/spc/distribution/probability-plot'
import { ascending, countBelow, quantileOf } from '#shared/spc/distribution/quantile'
import { deviationOf, meanOf, sumOf } from '#shared/spc/series/sum'
import {
  Counting,
  howManyBelow,
  mapped,
  quantileOfCounts,
  valueCountsOf,
  valueAtRank,
} from '#shared/spc/series/value-counts'
import { randomOf } from '../support/random'

/** Figures from counted values are those of the values one by one. */
const kinds: [what: string, decimals: number, of: (random: ReturnType<typeof randomOf>) => number][] = [
  ['readings with two decimals', 2, ({ normal }) => Number((10 + normal() * 0.1).toFixed(2))],
  ['readings with four decimals', 4, ({ normal }) => Number((10 + normal() * 0.1).toFixed(4))],
  ['readings about nothing', 3, ({ normal }) => Number((normal() * 0.05).toFixed(3))],
  ['readings a long way from nothing', 1, ({ normal }) => Number((1_000_000 + normal() * 3).toFixed(1))],
  ['what was calculated, every one different', 2, ({ normal }) => 5 + normal()],
  ['a few values', 0, ({ below }) => below(4)],
  ['one value', 2, () => 0.1],
  ['values that no unit fits', 12, ({ normal }) => 1e9 * normal()],
]
const cases = kinds.flatMap(([what, decimals, of]) =>
  [1, 2, 7, 8, 60, 3000].map((n) => [what, n, decimals, of] as const),
)

const close = (got: number | null | undefined, want: number | null, scale = 1) =>
  want === null
    ? expect(got ?? null).toBeNull()
    : expect(Math.abs((got ?? NaN) - want)).toBeLessThanOrEqual(1e-12 * Math.max(scale, Math.abs(want)))

describe.each(cases)('%s, %i of them', (_, n, decimals, of) => {
  const random = randomOf(n)
  const values = Array.from({ length: n }, () => of(random))
  const sorted = ascending(values)
  const counts = valueCountsOf(values, decimals)
  const mean = meanOf(values)!
  const deviation = deviationOf(values)
  const specification = { lsl: mean - 0.2, usl: mean + 0.1, target: mean + 0.01 }

  test('are counted alike, sorted or by their units', () => {
    expect(counts).toEqual(valueCountsOf(values))
    expect(Array.from({ length: n }, (__, index) => valueAtRank(counts, index))).toEqual(
      Array.from(sorted, (value) => value + 0),
    )
    expect(valueCountsOf(counts)).toBe(counts)
  })

  test('quantiles, and how many are below', () => {
    for (const p of [0, 0.00135, 0.25, 0.5, 0.75, 0.99, 1])
      expect(quantileOfCounts(counts, p)).toBe(quantileOf(sorted, p))
    for (const limit of [sorted[0]!, mean, sorted[n - 1]!, mean + 0.05]) {
      expect(howManyBelow(counts, limit)).toBe(countBelow(sorted, limit))
      expect(howManyBelow(counts, limit, true)).toBe(countBelow(sorted, limit, true))
    }
  })

  test('mean, deviation and shape', () => {
    const found = summaryOf(counts)
    expect(found.n).toBe(n)
    close(found.mean, mean)
    close(found.deviation, deviation, Math.abs(mean) * 1e-3)
    if (!deviation || n < 4) return
    const powers = (power: number) => sumOf(values.map((value) => ((value - mean) / deviation) ** power))
    const { skewness, excessKurtosis } = shapeOf(counts)
    // of values far from nothing the last digits of the mean are all that differs
    const digits = 1 + Math.abs(mean) / deviation
    close(skewness, (n / ((n - 1) * (n - 2))) * powers(3), digits)
    const [a, b] = [(n * (n + 1)) / ((n - 1) * (n - 2) * (n - 3)), (3 * (n - 1) ** 2) / ((n - 2) * (n - 3))]
    close(excessKurtosis, a * powers(4) - b, 10 * digits)
  })

  test('Anderson and Darling, term by term', () => {
    const found = normalityOf(counts)
    if (typeof found === 'string') return expect(n < 8 || deviation === 0).toBe(true)
    const z = sorted.map((value) => (value - mean) / deviation!)
    const terms = z.map((one, i) => (2 * i + 1) * (logNormalAbove(-one) + logNormalAbove(z[n - 1 - i]!)))
    close(found.aSquared, -n - sumOf(terms) / n, n * (1 + Math.abs(mean) / deviation!))
  })

  test('all else is the same from values and from counts', () => {
    const edges = usualEdges(values, decimals)
    expect(usualEdges(counts, decimals)).toEqual(edges)
    expect(histogramOf(counts, edges)).toEqual(histogramOf(values, edges))
    expect(histogramOf(counts, edges).counts.reduce((sum, count) => sum + count, 0)).toBe(n)
    expect(boxOf(counts)).toEqual(boxOf(values))
    expect(boxOf(counts)!.outliers.length).toBe(
      values.filter((value) => value < boxOf(counts)!.whiskerLow || value > boxOf(counts)!.whiskerHigh).length,
    )
    expect(probabilityPlot(counts)).toEqual(probabilityPlot(values))
    expect(combOf(counts, decimals)).toEqual(combOf(values, decimals))
    expect(cliffsOf(counts, decimals, specification)).toEqual(cliffsOf(values, decimals, specification))
    for (const distribution of ['lognormal', 'empirical'] as const) {
      expect(percentilePerformance(counts, specification, distribution)).toEqual(
        percentilePerformance(values, specification, distribution),
      )
    }
    const { observed } = capabilityOf(counts, specification, { sigma: deviation })
    close(observed.below, (1e6 * values.filter((value) => value < specification.lsl).length) / n)
    close(observed.above, (1e6 * values.filter((value) => value > specification.usl).length) / n)
  })

  test('what values become is counted anew', () => {
    const turned = (value: number) => -Math.round(value)
    expect(mapped(counts, turned)).toEqual(valueCountsOf(values.map(turned)))
  })
})

test('nothing counted is nothing', () => {
  const none = valueCountsOf([], 2)
  expect(none).toEqual(valueCountsOf([]))
  expect([none.n, quantileOfCounts(none, 0.5), howManyBelow(none, 1)]).toEqual([0, null, 0])
})

describe('values that come one after the other', () => {
  test.each(kinds)('%s: a tally at any time is that of all so far', (_, decimals, of) => {
    const random = randomOf(3)
    const counting = new Counting(decimals)
    const values: number[] = []
    for (const size of [1, 30, 400, 3000, 70_000]) {
      while (values.length < size) {
        values.push(of(random))
        counting.add(values.at(-1)!)
      }
      const [counts, sorted] = [counting.valueCounts(), ascending(values)]
      expect(counts.n).toBe(size)
      expect(counts.before.at(-1)).toBe(size)
      expect(Float64Array.from(values, (__, index) => valueAtRank(counts, index))).toEqual(sorted.map((one) => one + 0))
    }
  })
})
