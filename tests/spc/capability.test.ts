import { describe, expect, test } from 'bun:test'
import { boxOf } from '#shared/spc/charts/box'
import { capabilityOf, indicesOf, type Specification } from '#shared/spc/capability/capability'
import { bandOf, capabilityTerms, decidingIndex, indexText } from '#shared/spc/capability/terms'
import { chiSquaredQuantile } from '#shared/spc/distribution/chi-squared'
import { fAbove } from '#shared/spc/distribution/f-distribution'
import { gaugeStudy } from '#shared/spc/sampling/gauge'
import { cliffsOf, combOf } from '#shared/spc/charts/hints'
import { histogramOf, normalCurve, usualEdges } from '#shared/spc/distribution/histogram'
import { shapeOf } from '#shared/spc/distribution/moments'
import { percentilePerformance, usualDistribution, type Distribution } from '#shared/spc/capability/non-normal'
import { normalAbove, normalBelow, normalQuantile } from '#shared/spc/distribution/normal'
import { normalityOf } from '#shared/spc/distribution/normality'
import { paretoOf } from '#shared/spc/charts/pareto'
import { probabilityPlot } from '#shared/spc/distribution/probability-plot'
import { ascending, countBelow, quantileOf } from '#shared/spc/distribution/quantile'
import { samplingPlan } from '#shared/spc/sampling/sampling-plan'
import { deviationOf, meanOf } from '#shared/spc/series/sum'
import { valueCountsOf } from '#shared/spc/series/value-counts'
import { withinSigma } from '#shared/spc/charts/within-sigma'
import { firstPassYield } from '#shared/spc/capability/yield'

/** The same figures in every run. */
function chance(seed: number) {
  let state = seed
  const uniform = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return (state + 0.5) / 2 ** 32
  }
  const normal = (mean = 0, sigma = 1) => mean + sigma * normalQuantile(uniform())
  const whole = (below: number) => Math.floor(uniform() * below)
  return { uniform, normal, whole }
}
const many = <T>(count: number, of: (index: number) => T): T[] => Array.from({ length: count }, (_, index) => of(index))
const read = (value: number, decimals: number) => Number(value.toFixed(decimals)) || 0

const both: Specification = { lsl: 9, usl: 11, target: 10 }
const noLimits: Specification = { lsl: null, usl: null, target: null }

/** Every number anywhere in what a function gave. */
function numbersIn(value: unknown): number[] {
  if (typeof value === 'number') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(numbersIn) : []
}

describe('whatever the values are, no figure is NaN or infinite', () => {
  test.each<[string, number[]]>([
    ['none', []],
    ['one', [10]],
    ['two', [9.9, 10.1]],
    ['the same', many(20, () => 0.1)],
    ['the same, of which doubles have no exact mean', many(7, () => 10.3)],
    ['huge', many(30, (index) => (index % 7) * 1e300)],
    ['tiny', many(30, (index) => (index % 7) * 1e-310)],
    ['huge with little between', many(30, (index) => 1e12 + (index % 3) / 1000)],
    ['negative', many(30, (index) => -5 - index)],
    ['one far away', [...many(30, () => 10), 1e9]],
    ['all beyond the limits', many(30, (index) => 1e6 + index)],
    ['on a limit', [...many(15, () => 9), ...many(15, () => 11)]],
  ])('%s', (_, values) => {
    const within = withinSigma(
      'pooled',
      values.map((value) => ({ values: [value, value] })),
    )
    const edges = usualEdges(values, 2)
    const histogram = histogramOf(values, edges)
    const figures = [
      ...[both, { ...both, lsl: 0 }, { ...both, usl: null }, noLimits].flatMap((specification) => [
        capabilityOf(values, specification, within),
        capabilityOf(values, specification, { sigma: 1e-300, degrees: 5 }),
        percentilePerformance(values, specification, 'empirical'),
        percentilePerformance(values, specification, 'lognormal'),
      ]),
      normalityOf(values),
      shapeOf(values),
      boxOf(values),
      edges,
      histogram,
      normalCurve(histogram, meanOf(values) ?? 0, deviationOf(values) ?? 0),
      probabilityPlot(values),
      combOf(values, 2),
      cliffsOf(values, 2, both),
    ]
    expect(numbersIn(figures).filter((figure) => !Number.isFinite(figure))).toEqual([])
    expect(histogram.counts.reduce((sum, count) => sum + count, 0)).toBe(values.length)
  })

  test.each<[string, number[], Specification, string | null, string | null]>([
    ['no values', [], both, 'too_few', 'too_few'],
    ['one value', [10], both, 'too_few', 'too_few'],
    ['values of no spread', [10, 10, 10], both, 'sigma_zero', 'sigma_zero'],
    ['values of no spread whose mean is no double', many(7, () => 10.3), both, 'sigma_zero', 'sigma_zero'],
    ['no limits', [9.9, 10, 10.1], noLimits, 'no_limit', 'no_limit'],
    ['values and limits', [9.9, 10, 10.1], both, null, null],
  ])('%s say why there is no index', (_, values, specification, within, overall) => {
    const found = capabilityOf(
      values,
      specification,
      withinSigma(
        'mr',
        values.map((value) => ({ values: [value] })),
      ),
    )
    expect([found.within.reason, found.overall.reason]).toEqual([within, overall] as (typeof found.within.reason)[])
    const indices = [found.within.least, found.overall.least, found.overall.leastInterval, found.overall.zBench]
    expect(indices.every((index) => (index === null) === (overall !== null))).toBe(true)
  })

  test('a percentile method that cannot be says why', () => {
    expect(percentilePerformance([1], both, 'empirical')).toBe('too_few')
    expect(percentilePerformance([1, 2], noLimits, 'empirical')).toBe('no_limit')
    expect(percentilePerformance([0, 2], both, 'lognormal')).toBe('not_normal_enough')
    expect(percentilePerformance([-1, 2], both, 'lognormal')).toBe('not_normal_enough')
    expect(percentilePerformance([2, 2], both, 'lognormal')).toBe('sigma_zero')
    expect(percentilePerformance(many(999, Number), both, 'empirical')).toMatchObject({ isTooFewForTails: true })
    expect(percentilePerformance(many(1000, Number), both, 'empirical')).toMatchObject({ isTooFewForTails: false })
    expect(normalityOf(many(7, Number))).toBe('too_few')
    expect(normalityOf(many(8, () => 0.1))).toBe('sigma_zero')
    expect(shapeOf([1, 2])).toEqual({ skewness: null, excessKurtosis: null })
    expect(shapeOf([1, 2, 4])).toEqual({ skewness: expect.closeTo(0.93521953, 8), excessKurtosis: null })
    expect(shapeOf(many(9, () => 0.1))).toEqual({ skewness: null, excessKurtosis: null })
  })
})

describe('the distribution whose percentiles are taken', () => {
  const { normal, uniform } = chance(3)
  test.each<[string, Distribution, number[]]>([
    ['lognormal values', 'lognormal', many(5000, () => Math.exp(normal(-1, 0.5)))],
    ['few lognormal values', 'lognormal', many(60, () => Math.exp(normal(-1, 0.5)))],
    ['values skewed to the left', 'empirical', many(5000, () => 10 + Math.log(uniform()))],
    ['some hundreds skewed to the left', 'empirical', many(600, () => 10 + Math.log(uniform()))],
    ['few values skewed to the left', 'lognormal', many(60, () => 10 + Math.log(uniform()))],
    ['few normal values that logarithms bend', 'lognormal', many(100, () => normal(10, 2))],
    ['normal values that logarithms bend', 'empirical', many(5000, () => normal(10, 2))],
    ['normal values far from 0', 'lognormal', many(60, () => normal(100, 1))],
    ['values skewed more than lognormal ones', 'lognormal', many(5000, () => Math.exp(Math.exp(normal(0, 0.3))))],
    ['too few to be tested', 'lognormal', [9, 9.9, 10]],
    ['values of no spread', 'lognormal', many(20, () => 10)],
    ['values below 0', 'empirical', many(60, () => normal(0, 1))],
    ['values of 0 and above', 'empirical', many(60, (index) => index)],
  ])('of %s is %s', (_, distribution, values) => {
    expect(usualDistribution(values)).toBe(distribution)
    expect(usualDistribution(valueCountsOf(values))).toBe(distribution)
  })

  test('of values skewed to the left comes to what they are: Ppk 1.24 is not told as 2.4', () => {
    // 10 less an exponential of mean 0.5: its median lies 0.5 ln 2 below 10, its lower percentile 0.5 ln(1 / 0.00135)
    const values = many(5000, () => 10 + 0.5 * Math.log(uniform()))
    const lsl = 10 - 0.5 * Math.LN2 - 1.24 * 0.5 * (-Math.log(0.00135) - Math.LN2)
    const ppkBy = (distribution: Distribution) => {
      const found = percentilePerformance(values, { lsl, usl: null }, distribution)
      return typeof found === 'string' ? found : found.ppk
    }
    expect(ppkBy(usualDistribution(values))).toBeWithin(1.14, 1.34)
    expect(ppkBy('lognormal')).toBeGreaterThan(2)
  })
})

describe('capability', () => {
  test('a limit of 0 is a limit; a mean beyond a limit has a negative index, its interval in order', () => {
    const { overall } = capabilityOf([-2, -1, 0, 1, -3], { lsl: 0, usl: null, target: null }, { sigma: 1 })
    expect(overall).toMatchObject({ both: null, upper: null, least: expect.closeTo(-0.2108, 4) })
    expect(overall.leastInterval![0]).toBeLessThan(overall.leastInterval![1])
    expect(overall.zBench).toBeLessThan(0)
  })

  test('intervals are for sigmas whose degrees of freedom are known, and widen with confidence', () => {
    const values = many(40, (index) => 10 + (index % 5) / 10)
    const pairs = many(20, (index) => ({ values: values.slice(2 * index, 2 * index + 2) }))
    expect(capabilityOf(values, both, withinSigma('rbar', pairs)).within).toMatchObject({
      bothInterval: null,
      leastInterval: null,
    })
    const width = (confidence: number) => {
      const [low, high] = capabilityOf(values, both, withinSigma('pooled', pairs), confidence).within.bothInterval!
      return high - low
    }
    expect(width(0.99)).toBeGreaterThan(width(0.95))
  })

  test('95 of 100 intervals of Ppk hold what the process is truly capable of', () => {
    const { normal } = chance(7)
    const truth = 4 / 3
    const held = many(400, () => {
      const values = many(100, () => normal(10, 0.25))
      const [low, high] = capabilityOf(values, both, { sigma: null }).overall.leastInterval!
      return low <= truth && truth <= high
    }).filter(Boolean).length
    expect(held / 400).toBeWithin(0.92, 0.98)
  })

  test('Z.bench has outside of it what both tails have, wherever the mean is', () => {
    for (const mean of [-3, 8.5, 9, 9.7, 10, 10.4, 11, 12, 40]) {
      const { ppm, zBench } = indicesOf(mean, 0.5, both)
      const outside = normalAbove((11 - mean) / 0.5) + normalBelow((9 - mean) / 0.5)
      expect(ppm.total! / 1e6).toBeCloseTo(outside, 12)
      if (outside < 0.999) expect(normalAbove(zBench!)).toBeCloseTo(outside, 10)
      else expect(zBench!).toBeLessThan(-3)
    }
    expect(indicesOf(10, 0.01, both).zBench).toBeGreaterThan(99)
  })

  test('what was observed outside is counted; a value on the limit is inside', () => {
    const { observed } = capabilityOf([9, 8.9, 11, 11.1, 12, 10, 10, 10], both, { sigma: 1 })
    expect(observed).toEqual({ below: 125_000, above: 250_000, total: 375_000 })
  })

  test('what is judged after rounding is counted as it is judged', () => {
    const judged = { low: 8.9, high: 11.1 }
    const { observed } = capabilityOf([9, 8.9, 11, 11.1, 12, 10, 10, 10], { ...both, judged }, { sigma: 1 })
    expect(observed).toEqual({ below: 0, above: 125_000, total: 125_000 })
  })

  test.each([
    [0.99, 'poor'],
    [1, 'marginal'],
    [1.329, 'marginal'],
    [1.33, 'good'],
    [1.67, 'excellent'],
    [-2, 'poor'],
  ] as const)('%d is %s', (index, band) => expect(bandOf(index)).toBe(band))

  test.each<
    [
      what: string,
      cpk: number | null,
      ppk: number | null,
      byPercentile: number | null,
      isNormal: boolean | null,
      decides: string,
    ]
  >([
    ['the spread that the customer gets, where it is worse', 1.54, 0.91, 0.95, true, 'ppk 0.91'],
    ['the spread within, where the mean is off in every subgroup', 1.19, 1.2, null, true, 'cpk 1.19'],
    ['percentiles where the values are not normal', 2.29, 2.4, 1.17, false, 'percentilePpk 1.17'],
    ['percentiles even where they are kinder', 0.96, 0.9, 1.02, false, 'percentilePpk 1.02'],
    ['the worse of both where there are no percentiles', 1.4, 1.3, null, false, 'ppk 1.3'],
    ['the worse of both where nobody can tell whether they are normal', 1.4, 1.3, 1.1, null, 'ppk 1.3'],
    ['the one that there is', null, 1.3, null, null, 'ppk 1.3'],
    ['the one that there is', 1.3, null, null, null, 'cpk 1.3'],
    ['none', null, null, null, null, 'none'],
  ])('a capability is judged by %s', (_, cpk, ppk, percentilePpk, isNormal, decides) => {
    const deciding = decidingIndex({ cpk, ppk, percentilePpk }, { isNormal })
    expect(deciding ? `${deciding.index} ${deciding.value}` : 'none').toBe(decides)
  })

  test.each([
    [0.997, '0.99'], // 1.00 is another band
    [1.3299, '1.32'],
    [1.125, '1.12'], // half to even (qc-domain 3.1)
    [1.135, '1.14'],
    [1.005, '1.00'],
    [0.995, '0.99'],
    [-0.004, '0.00'],
    [-0.996, '-1.00'],
  ])('the index %d is written %s', (index, text) => expect(indexText(index)).toBe(text))

  test('bands follow the thresholds that are set', () => expect(bandOf(1.5, [1.2, 1.6, 2])).toBe('marginal'))

  test.each([
    [100, 25, 'full'],
    [100, 24, 'caution'],
    [99, 99, 'caution'],
    [30, 6, 'caution'],
    [29, 29, 'indicative'],
  ] as const)('%d values in %d subgroups: %s', (values, subgroups, amount) => {
    const normality = { aSquared: 1, adjusted: 1, p: 0.04 }
    expect(capabilityTerms({ values, subgroups }, 1, normality)).toEqual({ isStable: false, amount, isNormal: false })
    expect(capabilityTerms({ values, subgroups }, 0, 'too_few')).toEqual({ isStable: true, amount, isNormal: null })
  })
})

describe('the distributions agree with what is known of them', () => {
  test('the normal one, there and back', () => {
    for (const z of [-30, -8, -3, -1.5, -1e-9, 0, 0.3, 2.4999999, 2.5000001, 3, 7]) {
      const p = normalBelow(z)
      if (p < 0.9999) expect(normalQuantile(p)).toBeCloseTo(z, 11)
    }
    expect(normalBelow(1.959963984540054)).toBeCloseTo(0.975, 15)
    expect(normalAbove(10) / 7.619853024160527e-24).toBeCloseTo(1, 13)
  })

  test('χ², by its closed form on two degrees of freedom, and against the normal one on one', () => {
    for (const p of [1e-6, 0.025, 0.5, 0.975, 1 - 1e-6]) {
      expect(chiSquaredQuantile(p, 2) / (-2 * Math.log1p(-p))).toBeCloseTo(1, 10)
      expect(chiSquaredQuantile(p, 1) / normalQuantile((1 + p) / 2) ** 2).toBeCloseTo(1, 8)
    }
    expect(chiSquaredQuantile(0.025, 999_999)).toBeCloseTo(997_229.0885, 3)
  })

  test('F, by its closed form on two degrees of freedom', () => {
    for (const f of [0.1, 1, 5, 50]) expect(fAbove(f, 2, 8)).toBeCloseTo((1 + (2 * f) / 8) ** -4, 12)
    expect(fAbove(0, 3, 4)).toBe(1)
  })
})

describe('over random values, the same as counted one by one', () => {
  test.each(many(40, (index) => [index + 1]))('seed %i', (seed) => {
    const { normal, uniform, whole } = chance(seed)
    const decimals = whole(4)
    const sigma = 10 ** (uniform() * 4 - 2)
    const values = many(1 + whole(300), () => read(normal(whole(100) * sigma, sigma), decimals))
    const sorted = [...values].sort((a, b) => a - b)
    expect([...ascending(values)]).toEqual(sorted)

    const limit = values[whole(values.length)]!
    expect(countBelow(sorted, limit)).toBe(values.filter((value) => value < limit).length)
    expect(countBelow(sorted, limit, true)).toBe(values.filter((value) => value <= limit).length)

    const share = uniform()
    const index = 1 + (values.length - 1) * share
    const [low, high] = [sorted[Math.floor(index) - 1]!, sorted[Math.ceil(index) - 1]!]
    expect(quantileOf(sorted, share)!).toBeCloseTo(low + (index - Math.floor(index)) * (high - low), 9)

    const box = boxOf(values)!
    const reach = 1.5 * (box.q3 - box.q1)
    const inside = sorted.filter((value) => value >= box.q1 - reach && value <= box.q3 + reach)
    expect([box.whiskerLow, box.whiskerHigh]).toEqual([inside[0]!, inside.at(-1)!])
    expect(box.outliers).toEqual(sorted.filter((value) => !inside.includes(value)))

    const edges = usualEdges(values, decimals)
    expect(edges.length - 1).toBeWithin(5, 61)
    const unit = 10 ** -decimals
    const width = (edges[1]! - edges[0]!) / unit
    expect(width).toBeCloseTo(Math.round(width), 6)
    expect((edges[0]! / unit) % 1).toBeCloseTo(edges[0]! < 0 ? -0.5 : 0.5, 6)
    const { counts, under, over } = histogramOf(values, edges)
    const naive = counts.map((_, bin) => {
      const isLast = bin === counts.length - 1
      const [from, to] = [edges[bin]!, edges[bin + 1]!]
      return values.filter((value) => value >= from && (value < to || (isLast && value === to))).length
    })
    expect([counts, under, over]).toEqual([naive, 0, 0])

    const mean = values.reduce((sum, value) => sum + value, 0) / values.length
    const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0)
    const deviation = values.length < 2 ? null : Math.sqrt(squares / (values.length - 1))
    if (deviation !== null) expect(deviationOf(values)!).toBeCloseTo(deviation, 9)
    const specification = { lsl: mean - 2 * sigma, usl: mean + 3 * sigma, target: mean + sigma }
    const found = capabilityOf(values, specification, { sigma })
    expect(found.within.both!).toBeCloseTo(5 / 6, 9)
    expect(found.within.least!).toBeCloseTo(2 / 3, 9)
    if (deviation) {
      expect(found.overall.upper!).toBeCloseTo(sigma / deviation, 6)
      expect(found.cpm!).toBeCloseTo((2 * sigma) / (3 * Math.sqrt(deviation ** 2 + sigma ** 2)), 6)
    }
  })
})

describe('a histogram', () => {
  test('of given edges has its bins open on the right, the last one closed', () => {
    expect(histogramOf([0, 1, 1, 2, 3, 3.1, -1], [0, 1, 2, 3])).toMatchObject({ counts: [1, 2, 2], under: 1, over: 1 })
  })

  test.each<[string, number[], number, number, number]>([
    ['one value', [10], 0, 5, 7.5],
    ['values on three neighbours', [9, 10, 11], 0, 5, 7.5],
    ['decimals', [0.12, 0.14, 0.16], 2, 5, 0.115],
  ])('of %s has bins of the resolution about it', (_, values, decimals, bins, first) => {
    const edges = usualEdges(values, decimals)
    expect([edges.length - 1, edges[0]]).toEqual([bins, first])
  })

  test('has the width of Freedman and Diaconis in whole units of resolution', () => {
    const values = many(1000, (index) => read(10 + ((index * 37) % 1000) / 1000, 3))
    const edges = usualEdges(values, 3)
    expect(edges[1]! - edges[0]!).toBeCloseTo(0.1, 9)
  })

  test('has 60 bins at most, however far away one value is', () => {
    const edges = usualEdges([...many(500, (index) => index / 100), 1000], 2)
    expect(edges.length - 1).toBeWithin(50, 61)
    expect(edges.at(-1)).toBeGreaterThan(1000)
  })

  test('has a curve above it that holds as many as there are', () => {
    const { normal } = chance(3)
    const values = many(2000, () => read(normal(10, 0.5), 2))
    const histogram = histogramOf(values, usualEdges(values, 2))
    const curve = normalCurve(histogram, 10, 0.5)
    const step = curve[1]![0] - curve[0]![0]
    const width = histogram.edges[1]! - histogram.edges[0]!
    const area = curve.reduce((sum, [, y]) => sum + y, 0) * step
    expect(area / width / 2000).toBeCloseTo(1, 2)
  })
})

describe('hints', () => {
  const { normal, uniform } = chance(11)
  const fine = many(2000, () => read(normal(10, 0.06), 2))
  test.each<[string, number[], number, object | null]>([
    ['readings to the last digit', fine, 2, null],
    [
      'readings to a tenth where hundredths are asked for',
      fine.map((value) => read(value, 1)),
      2,
      { kind: 'digit', digit: 0 },
    ],
    [
      'readings below zero to a tenth and three hundredths',
      fine.map((value) => read(read(value, 1) - 20.03, 2)),
      2,
      { kind: 'digit', digit: 3 },
    ],
    ['even digits only', fine.map((value) => read(Math.round(value * 50) / 50, 2)), 2, { kind: 'empty' }],
    ['too few to tell', fine.slice(0, 20).map((value) => read(value, 1)), 2, null],
    ['a process of hardly any spread', many(500, () => read(normal(10, 0.005), 2)), 2, null],
    ['all the same', many(100, () => 10), 2, null],
  ])('%s', (_, values, decimals, hint) => {
    if (hint === null) expect(combOf(values, decimals)).toBeNull()
    else expect(combOf(values, decimals)).toMatchObject(hint)
  })

  test('a normal process shows no comb and no cliff, in a thousand looks at one', () => {
    const looks = many(1000, (index) => {
      const values = many(60 + (index % 300), () => read(normal(10, 0.03 + (index % 10) / 100), 2))
      return [combOf(values, 2), ...cliffsOf(values, 2, { lsl: 9.9, usl: 10.1 })]
    })
    expect(looks.filter((found) => found.some(Boolean)).length).toBeLessThan(10)
  })

  test.each<[string, number[], string[]]>([
    [
      'values a little above the limit written down just below it',
      fine.map((value) => (uniform() < 0.05 ? read(10.3 - Math.floor(uniform() * 3) / 100, 2) : value)),
      ['upper'],
    ],
    ['the same on the lower limit', many(2000, () => Math.max(9.9, read(normal(10, 0.12), 2))), ['lower']],
    [
      'values that crowd on both sides of a limit',
      [...fine, ...many(100, (index) => read(10.25 + index / 1000, 2))],
      [],
    ],
    ['values that end before the limit', fine.filter((value) => value < 10.1), []],
  ])('%s', (_, values, sides) => {
    expect(cliffsOf(values, 2, { lsl: 9.9, usl: 10.3 })).toEqual(sides as ('lower' | 'upper')[])
  })
})

describe('a probability plot', () => {
  test('of normal values is a straight line, and keeps its ends when points are left out', () => {
    const { normal } = chance(5)
    const values = many(5000, () => normal(10, 2))
    const points = probabilityPlot(values, 200)
    expect(points).toHaveLength(200)
    expect([points[0]![0], points.at(-1)![0]]).toEqual([Math.min(...values), Math.max(...values)])
    for (const [value, z] of points.slice(20, -20)) expect(Math.abs(value - (10 + 2 * z))).toBeLessThan(0.2)
  })

  test('of three values has them at the median ranks', () => {
    expect(probabilityPlot([3, 1, 2]).map(([value, z]) => [value, normalBelow(z)])).toEqual([
      [1, expect.closeTo(0.7 / 3.4, 12)],
      [2, 0.5],
      [3, expect.closeTo(2.7 / 3.4, 12)],
    ])
  })
})

describe('what fails most, and what passes at once', () => {
  test('a Pareto of nothing has no rows, and what there is none of has none', () => {
    expect(paretoOf([])).toEqual([])
    expect(paretoOf([['a', 0]])).toEqual([])
    expect(paretoOf(Object.entries({ b: 1, a: 1, c: 2, d: 0 }))).toEqual([
      { code: 'c', count: 2, percent: 50, cumulative: 50 },
      { code: 'a', count: 1, percent: 25, cumulative: 75 },
      { code: 'b', count: 1, percent: 25, cumulative: 100 },
    ])
  })

  test('nothing that was submitted has no yield', () => {
    expect([firstPassYield(0, 0), firstPassYield(4, 3)]).toEqual([null, 0.75])
  })
})

describe('sampling plans and gauge studies refuse what they have no answer to', () => {
  test('a lot of one', () => {
    expect([1, 0, -5, 2.5, Infinity, NaN].map((lot) => samplingPlan(lot, 'II', '1.0'))).toEqual(many(6, () => null))
    expect(samplingPlan(1e9, 'II', '1.0')).toMatchObject({ codeLetter: 'Q', sampleSize: 1250 })
  })

  test.each([
    [20, '4.0', { codeLetter: 'C', planLetter: 'B', sampleSize: 3, ac: 0, re: 1 }],
    [100_000, '25', { codeLetter: 'N', planLetter: 'H', sampleSize: 50, ac: 21, re: 22 }],
  ] as const)('a lot of %i at AQL %s follows the arrows to smaller samples', (lot, aql, plan) => {
    expect(samplingPlan(lot, 'II', aql)).toMatchObject(plan)
  })

  test('readings that are not crossed, or all alike', () => {
    const readings = ['1', '2'].flatMap((part) =>
      ['A', 'B'].flatMap((operator) => [0, 0].map((value) => ({ part, operator, value }))),
    )
    expect(gaugeStudy(readings)).toBe('sigma_zero')
    expect(gaugeStudy(readings.slice(1))).toBe('too_few')
    expect(gaugeStudy([])).toBe('too_few')
    const exact = readings.map((reading) => ({ ...reading, value: Number(reading.part) }))
    expect(gaugeStudy(exact)).toMatchObject({ distinctCategories: null, interactionF: null, percentTolerance: null })
  })

  test('an interaction that may be chance counts as repeatability', () => {
    const { normal } = chance(2)
    const readings = many(10, String).flatMap((part) =>
      ['A', 'B', 'C'].flatMap((operator) => many(3, () => ({ part, operator, value: Number(part) + normal(0, 0.1) }))),
    )
    const found = gaugeStudy(readings)
    expect(found).toMatchObject({ isInteractionKept: false, variance: { interaction: 0 } })
    expect(Math.sqrt((found as Exclude<typeof found, string>).variance.repeatability)).toBeWithin(0.08, 0.12)
  })
})
