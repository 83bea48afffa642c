import { describe, expect, test } from 'bun:test'
import { atOnce } from '#shared/spc/series/cooperative'
import { attributeChart } from '#shared/spc/charts/attributes'
import { autocorrelationOf, isNotable } from '#shared/spc/charts/autocorrelation'
import { automaticChart, automaticCountChart } from '#shared/spc/charts/automatic'
import { chartOf } from '#shared/spc/charts/chart'
import type { ChartOptions } from '#shared/spc/charts/chart-options'
import { c4, c5, d2, d3 } from '#shared/spc/constants'
import { subgroupStatisticsOf, statisticsOfSingles } from '#shared/spc/series/subgroup-statistics'
import { downsample } from '#shared/spc/charts/downsample'
import { ewmaAsymptotes } from '#shared/spc/charts/ewma'
import { overdispersionOf } from '#shared/spc/charts/laney'
import { lttb } from '#shared/spc/charts/lttb'
import { RULES } from '#shared/spc/rules/figures'
import { ruleCost } from '#shared/spc/rules/cost'
import { hitsOf } from '#shared/spc/rules/rules'
import { sigmaOf } from '#shared/spc/charts/sigma'
import { deviationOf, meanOf, rangeOf } from '#shared/spc/series/sum'
import {
  COUNTED_CHARTS,
  MEASURED_CHARTS,
  SIGMA_METHODS,
  NELSON_RULES,
  type Chart,
  type Count,
  type Hit,
  type LimitSource,
  type RuleId,
  type Track,
} from '#shared/spc/charts/track'
import { randomOf } from '../support/random'

const all = { rules: NELSON_RULES }
const groups = (...lists: number[][]) => lists.map((values) => ({ values }))
const singles = (...values: (number | null)[]) => statisticsOfSingles(values)
const counted = (...pairs: [count: number | null, size: number][]): Count[] =>
  pairs.map(([count, size]) => ({ count, size }))
const found = (hits: readonly Hit[]) => hits.map(({ rule, index }) => `${rule} at ${index}`)
const close = (got: number | null | undefined, want: number) =>
  expect(Math.abs((got ?? NaN) - want)).toBeLessThanOrEqual(1e-12 + 1e-9 * Math.abs(want))

/** A z series as a track, centre 0 and σ 1. */
const zones = (...values: (number | null)[]) => lined(values, 0, 1)
const lined = (values: (number | null)[], centre: number | null, sigma: number | null) => ({
  values,
  centre: values.map(() => centre),
  sigma: values.map(() => sigma),
})

describe('constants', () => {
  test('agree with their closed forms', () => {
    close(d2(2), 2 / Math.sqrt(Math.PI))
    close(d3(2), Math.sqrt(2 - 4 / Math.PI))
    close(d2(3), 3 / Math.sqrt(Math.PI))
  })

  test('c4 has no upper end: neighbours keep to c4(n)·c4(n+1) = √((n−1)/n)', () => {
    for (const n of [2, 3, 13, 25, 39, 40, 41, 42, 100, 5000, 1e6])
      expect(Math.abs((c4(n)! * c4(n + 1)!) / Math.sqrt((n - 1) / n) - 1)).toBeLessThan(2e-14)
    close(c4(1e6), 1 - 1 / (4 * (1e6 - 1)))
  })

  test.each([
    [0, null, null],
    [1, null, null],
    [26, null, 'some'],
  ])('for subgroups of %i', (n, range, deviation) => {
    expect([d2(n), d3(n)]).toEqual([range, range])
    expect([c4(n) === null, c5(n) === null]).toEqual([deviation === null, deviation === null])
  })
})

/** Every number that a chart tells. */
function figuresOf({ location, dispersion, phases, sigma }: Chart): (number | null)[] {
  const ofTrack = ({ values, centre, sigma, lower, upper }: Track) => [values, centre, sigma, lower, upper].flat()
  const ofPhases = phases.flatMap(({ centre, sigma }) => [centre, sigma])
  return [...ofTrack(location), ...(dispersion ? ofTrack(dispersion) : []), ...ofPhases, sigma]
}

describe('no chart tells NaN or Infinity, and none a σ that it does not know', () => {
  const { normal } = randomOf(1)
  const noise = (scale: number, shift = 0) => Array.from({ length: 30 }, () => shift + scale * normal())
  const ofThree = (values: number[]) => values.map((value, index) => ({ values: [value, value * 1.5, index] }))
  const one = (values: (number | null)[]) => values.map((value) => ({ values: value === null ? [] : [value] }))

  const measured: [string, { values: number[] }[], Partial<Record<(typeof MEASURED_CHARTS)[number], string>>][] = [
    ['nothing', [], all5('too_few')],
    ['one value', one([5]), all5('too_few')],
    ['gaps only', one([null, null, null]), all5('too_few')],
    ['values between gaps', one([1, null, 2, null, 3]), all5('too_few')],
    ['one constant', one(Array(20).fill(0.1)), { ...all5('sigma_zero'), 'xbar-r': 'too_few', 'xbar-s': 'too_few' }],
    ['one subgroup', groups([1, 2, 4]), { imr: 'too_few' }],
    ['constant subgroups', groups([0.7, 0.7, 0.7], [0.7, 0.7, 0.7]), all5('sigma_zero')],
    ['constant subgroups of different sizes', groups([0.1, 0.1, 0.1], [0.1, 0.1], [0.1]), all5('sigma_zero')],
    ['subgroups of 26', groups(noise(1).slice(4), noise(1).slice(4)), { 'xbar-r': 'no_limit' }],
    ['huge values', ofThree(noise(1e300)), {}],
    ['values at the end of doubles', groups([1.7e308, -1.7e308], [1.7e308, 1.7e308]), {}],
    ['tiny values', ofThree(noise(1e-9)), {}],
    ['negative values', ofThree(noise(1, -1e6)), {}],
    ['values that differ in their last digit', one([0.3, 0.1 + 0.2, 0.3, 0.1 + 0.2]), {}],
  ]
  function all5(reason: string) {
    return Object.fromEntries(MEASURED_CHARTS.map((kind) => [kind, reason]))
  }

  test.each(
    measured.flatMap(([name, data, reasons]) => MEASURED_CHARTS.map((kind) => [kind, name, data, reasons] as const)),
  )('%s of %s', (kind, _, data, reasons) => {
    const chart = chartOf(kind, data, {}, all)
    expect(figuresOf(chart).filter((figure) => figure !== null && !Number.isFinite(figure))).toEqual([])
    if (reasons[kind]) expect(chart).toMatchObject({ sigma: null, reason: reasons[kind] })
    expect(chart.sigma === null).toBe(chart.reason !== undefined)
    expect(chart.location.values).toHaveLength(data.length)
    expect(chart.phases.at(-1)).toMatchObject({ to: data.length, sigma: chart.sigma })
  })

  test.each([
    ['nothing', [], 'too_few'],
    ['gaps only', counted([null, 50], [3, 0]), 'too_few'],
    ['no defectives at all', counted([0, 50], [0, 50], [0, 60]), 'sigma_zero'],
    ['one sample', counted([3, 50]), undefined],
    ['huge samples', counted([3e14, 1e15], [5e14, 1e15]), undefined],
  ] as const)('charts of counts: %s', (_, data, reason) => {
    for (const kind of COUNTED_CHARTS) {
      const chart = attributeChart(kind, data, {}, all)
      expect(figuresOf(chart).filter((figure) => figure !== null && !Number.isFinite(figure))).toEqual([])
      if (reason) expect(chart).toMatchObject({ sigma: null, reason })
      expect(chart.sigma === null).toBe(chart.reason !== undefined)
    }
  })

  test('all of them defective leaves nothing to chance either', () => {
    expect(attributeChart('p', counted([50, 50], [60, 60]))).toMatchObject({ sigma: null, reason: 'sigma_zero' })
  })

  test('what differs in the last digit only breaks no rule', () => {
    const values = Array.from({ length: 30 }, (_, index) => (index % 2 ? 0.1 + 0.2 : 0.3))
    expect(chartOf('imr', singles(...values), { frozen: { centre: 0.3, sigma: 0 } }, all).location.hits).toEqual([])
  })
})

/** The rules once more, word by word and slowly: each point looks at lists of those before it. */
function hitsByTheBook(track: Pick<Track, 'values' | 'centre' | 'sigma'>, rules: readonly RuleId[], starts: number[]) {
  const hits: Hit[] = []
  const epsilon = 2 ** -52
  track.values.forEach((value, index) => {
    if (value === null) return
    const start = Math.max(0, ...starts.filter((start) => start <= index))
    const places = [...track.values.keys()].filter((at) => at >= start && at <= index && track.values[at] !== null)
    const last = (count: number) => (places.length < count ? null : places.slice(-count))
    const sideAt = (at: number, k: number) => {
      const [x, centre, sigma] = [track.values[at]!, track.centre[at]!, track.sigma[at]!]
      const line = k * sigma + 1e-9 * sigma + 4 * epsilon * Math.abs(centre)
      return x - centre > line ? 1 : centre - x > line ? -1 : 0
    }
    const hasZones = (at: number) => track.sigma[at]! > 0
    const stepTo = (at: number, before: number) => {
      const [a, b] = [track.values[before]!, track.values[at]!]
      const tolerance = 4 * epsilon * Math.max(Math.abs(a), Math.abs(b)) + 1e-9 * (track.sigma[at] ?? 0)
      return Math.abs(b - a) <= tolerance ? 0 : Math.sign(b - a)
    }
    const steps = (list: number[]) => list.slice(1).map((at, index) => stepTo(at, list[index]!))
    const name = (side: number) => (side > 0 ? 'upper' : 'lower')
    const hit = (rule: RuleId, members: number[], side: Hit['side']) => hits.push({ rule, index, members, side })
    const outOf = (rule: RuleId, needed: number, window: number, k: number) => {
      const side = hasZones(index) ? sideAt(index, k) : 0
      const members = places.slice(-window).filter((at) => hasZones(at) && sideAt(at, k) === side)
      if (side !== 0 && members.length >= needed) hit(rule, members, name(side))
    }
    const row = (rule: RuleId, count: number, isIt: (list: number[]) => Hit['side'] | false) => {
      const list = last(count)
      const side = list && isIt(list)
      if (list && side) hit(rule, list, side)
    }
    const oneSide = (list: number[]) => {
      const sides = new Set(list.map((at) => sideAt(at, 0)))
      return sides.size === 1 && !sides.has(0) && name(sideAt(index, 0))
    }
    for (const rule of rules) {
      if (rule === '1' && sideAt(index, 3) !== 0) hit('1', [index], name(sideAt(index, 3)))
      if (rule === '2') row('2', 9, oneSide)
      if (rule === '3') {
        row('3', 6, (list) => {
          const ways = new Set(steps(list))
          return ways.size === 1 && !ways.has(0) && name(steps(list)[0]!)
        })
      }
      if (rule === '4') {
        row('4', 14, (list) => {
          const ways = steps(list)
          return ways.every((way, at) => way !== 0 && (at === 0 || way === -ways[at - 1]!)) && 'none'
        })
      }
      if (rule === '5') outOf('5', 2, 3, 2)
      if (rule === '6') outOf('6', 4, 5, 1)
      if (rule === '7') row('7', 15, (list) => list.every((at) => hasZones(at) && sideAt(at, 1) === 0) && 'none')
      if (rule === '8') {
        row('8', 8, (list) => {
          const sides = list.map((at) => (hasZones(at) ? sideAt(at, 1) : 0))
          return !sides.includes(0) && sides.includes(1) && sides.includes(-1) && 'none'
        })
      }
      if (rule === 'we4') row('we4', 8, oneSide)
    }
  })
  return hits
}

describe('the rules', () => {
  const { normal, uniform, below } = randomOf(7)
  /** Series of every kind: quiet, wild, drifting, in steps with ties, with gaps, phases and a σ that changes. */
  const series = Array.from({ length: 120 }, (_, kind) => {
    const length = 20 + below(120)
    const wildness = [0.3, 0.9, 1, 1.6][kind % 4]!
    const drift = kind % 5 === 0 ? 0.05 : 0
    const step = kind % 3 === 0 ? 0.5 : 0
    let swing = 1
    const values = Array.from({ length }, (_, index) => {
      swing = -swing
      const raw = wildness * normal() + drift * index + (kind % 7 === 0 ? swing * 1.2 : 0)
      return uniform() < 0.08 && kind % 2 ? null : step ? Math.round(raw / step) * step : raw
    })
    const phaseStarts = kind % 4 === 1 ? [below(length), below(length), 0] : []
    const sigma = values.map(() => (kind % 11 === 0 ? 0 : kind % 6 === 0 ? 0.5 + uniform() : 1))
    return { track: { values, centre: values.map(() => 0), sigma }, phaseStarts }
  })

  const rules: RuleId[] = [...NELSON_RULES, 'we4']
  test('find what a slow reading of the book finds, on series of every kind', () => {
    const seen = new Set<RuleId>()
    for (const { track, phaseStarts } of series) {
      const hits = hitsOf(track, rules, { phaseStarts })
      expect(hits).toEqual(hitsByTheBook(track, rules, phaseStarts))
      for (const { rule } of hits) seen.add(rule)
    }
    expect([...seen].toSorted()).toEqual([...rules].toSorted())
  })

  test('find the same from any point on, without looking at all that was before', () => {
    for (const { track, phaseStarts } of series.slice(0, 40)) {
      const hits = hitsOf(track, RULES, { phaseStarts })
      for (const from of [0, 1, 15, 40, track.values.length - 1, track.values.length])
        expect(hitsOf(track, RULES, { phaseStarts, from })).toEqual(hits.filter(({ index }) => index >= from))
    }
  })

  test('a last point needs no more than the 30 before it', () => {
    for (const { track, phaseStarts } of series.filter(({ phaseStarts }) => phaseStarts.length === 0)) {
      const end = track.values.length - 1
      const first = Math.max(0, end - 30)
      if (track.values.slice(first).filter((value) => value !== null).length < 16) continue
      const near = {
        values: track.values.slice(first),
        centre: track.centre.slice(first),
        sigma: track.sigma.slice(first),
      }
      const moved = hitsOf(near, RULES, { from: end - first }).map((hit) => ({
        ...hit,
        index: hit.index + first,
        members: hit.members.map((member) => member + first),
      }))
      expect(moved).toEqual(hitsOf(track, RULES, { phaseStarts, from: end }))
    }
  })

  test.each<[string, (number | null)[], Partial<Record<RuleId, number>>, RuleId, number[]]>([
    ['rule 1 with 2.5 σ', [2.4, 2.6], { '1': 2.5 }, '1', [1]],
    ['rule 2 with seven', [1, 1, 1, 1, 1, 1, 1], { '2': 7 }, '2', [6]],
    ['rule 2 with nine, a gap between', [1, 1, 1, 1, null, 1, 1, 1, 1, 1], {}, '2', [9]],
    ['rule 3 with four', [1, 2, 3, 4], { '3': 4 }, '3', [3]],
    ['rule 3 ends with a tie', [1, 2, 3, 4, 5, 6, 6, 7], {}, '3', [5]],
    ['rule 4 with five', [1, -1, 1, -1, 1], { '4': 5 }, '4', [4]],
    ['rule 5 with three of four', [2.1, 2.1, 0, 2.1], { '5': 3 }, '5', [3]],
    ['rule 6 with two of three', [1.1, 0, 1.1], { '6': 2 }, '6', [2]],
    ['rule 7 with three', [0.1, -0.1, 0.2], { '7': 3 }, '7', [2]],
    ['rule 8 with two', [1.5, -1.5], { '8': 2 }, '8', [1]],
    ['the fourth of Western Electric with five', [1, 1, 1, 1, 1], { we4: 5 }, 'we4', [4]],
  ])('%s', (_, values, figures, rule, places) => {
    const hits = hitsOf(zones(...values), [rule], { figures })
    expect(hits.map(({ index }) => index)).toEqual(places)
  })

  const rising = (...values: number[]) => values.map((value) => [value, value + 0.3, value - 0.3])
  test.each([
    ['0', [0.01, -0.01, 0], [0.1, 0.2, -0.3]],
    ['a third of 0.01', [0.01, 0, 0], [1.1, 2.2, -3.29]],
    ['minus a third of 0.01', [-1.1, -2.2, 3.29], [-0.01, 0, 0]],
  ])('a tie is one though sums of doubles differ: two means of %s', (_, first, second) => {
    const hitsOf = (...middle: number[][]) =>
      found(
        chartOf('xbar-r', groups(...rising(-0.9, -0.6), ...middle, ...rising(0.6, 0.9)), {}, { rules: ['3'] }).location
          .hits,
      )
    expect(hitsOf(first, second)).toEqual([])
    expect(hitsOf(second, first)).toEqual([])
    expect(hitsOf([-0.2, -0.1, 0], second)).toEqual(['3 at 5'])
  })

  test('without a spread, what is off the line breaks rule 1, and runs go on', () => {
    const track = lined([5, 5, 6, 6, 6, 6, 6, 6, 6, 6, 6], 5, 0)
    const places = [2, 3, 4, 5, 6, 7, 8, 9, 10]
    expect(found(hitsOf(track, NELSON_RULES))).toEqual([...places.map((index) => `1 at ${index}`), '2 at 10'])
  })

  test('without a σ nothing is beyond it, and runs go on', () => {
    expect(found(hitsOf(lined(Array(9).fill(6), 5, null), NELSON_RULES))).toEqual(['2 at 8'])
    expect(hitsOf(lined([9, 1, 9], null, null), NELSON_RULES)).toEqual([])
  })

  test('are told in one order, whatever the order in which they were chosen', () => {
    const track = zones(...Array(9).fill(3.5))
    expect(found(hitsOf(track, ['2', '5', '1', '1'], { from: 8 }))).toEqual(['1 at 8', '2 at 8', '5 at 8'])
  })

  test('ranges are tested for rule 1 only, counts for the first four', () => {
    const rows = Array.from({ length: 20 }, (_, index) => [0, 5 + (index % 2)])
    expect(chartOf('xbar-r', groups(...rows), { frozen: { centre: 9, sigma: 0.1 } }, all).dispersion!.hits).toSatisfy(
      (hits: Hit[]) => hits.length === 20 && hits.every(({ rule }) => rule === '1'),
    )
    const counts = counted(...Array.from({ length: 20 }, () => [8, 100] as [number, number]))
    const chart = attributeChart('p', counts, { frozen: { centre: 0.05, sigma: 0.15 } }, { rules: RULES })
    expect(new Set(chart.location.hits.map(({ rule }) => rule))).toEqual(new Set(['2', 'we4']))
    expect(chartOf('imr', singles(1, 9, 1), {}, { rules: [] }).location.hits).toEqual([])
  })
})

describe('limits', () => {
  const { normal, below } = randomOf(3)
  const varying = Array.from({ length: 40 }, () => ({
    values: Array.from({ length: [0, 1, 3, 4, 5, 5, 5][below(7)]! }, () => 10 + normal()),
  }))
  const weighted = (of: (values: number[]) => number, unit: (n: number) => number, width: (n: number) => number) => {
    const used = varying.filter(({ values }) => values.length > 1)
    const weight = ({ values }: { values: number[] }) => (unit(values.length) / width(values.length)) ** 2
    const sum = used.reduce((sum, group) => sum + (weight(group) * of(group.values)) / unit(group.values.length), 0)
    return sum / used.reduce((sum, group) => sum + weight(group), 0)
  }
  const everything = varying.flatMap(({ values }) => values)

  test.each([
    [
      'xbar-r',
      'rbar',
      () =>
        weighted(
          (values) => rangeOf(values)!,
          (n) => d2(n)!,
          (n) => d3(n)!,
        ),
    ],
    [
      'xbar-s',
      'sbar',
      () =>
        weighted(
          (values) => deviationOf(values)!,
          (n) => c4(n)!,
          (n) => c5(n)!,
        ),
    ],
    [
      'xbar-s',
      'pooled',
      () => {
        const used = varying.filter(({ values }) => values.length > 1)
        const freedom = used.reduce((sum, { values }) => sum + values.length - 1, 0)
        const squares = used.reduce((sum, { values }) => sum + (values.length - 1) * deviationOf(values)! ** 2, 0)
        return Math.sqrt(squares / freedom) / c4(freedom + 1)!
      },
    ],
  ] as const)('of %s by %s step with the size; a subgroup of one feeds the mean, not σ', (kind, sigma, wanted) => {
    const chart = chartOf(kind, varying, {}, { sigma })
    close(chart.sigma, wanted())
    close(chart.phases[0]!.centre, meanOf(everything)!)
    varying.forEach(({ values: { length: n } }, index) => {
      const { location, dispersion } = chart
      if (n === 0) expect([location.values[index], location.upper[index]]).toEqual([null, null])
      else close(location.upper[index], meanOf(everything)! + (3 * wanted()) / Math.sqrt(n))
      expect(dispersion!.values[index] === null).toBe(n < 2)
      if (n > 1) expect(dispersion!.lower[index]).toBe(0)
    })
  })

  test('are drawn where rule 1 stops', () => {
    const chart = chartOf('imr', singles(1, 3, 2, 4), {}, { figures: { '1': 2 } })
    close(chart.location.upper[0], 2.5 + 2 * chart.sigma!)
  })

  /** Limits frozen as a chart tells them are the limits of that chart. */
  const counts = Array.from({ length: 40 }, (_, index) => ({
    count: index % 9 ? below(20) : null,
    size: 80 + below(200),
  }))
  const drawn: [string, (by: LimitSource) => Chart][] = [
    ...MEASURED_CHARTS.map((kind): [string, (by: LimitSource) => Chart] => [kind, (by) => chartOf(kind, varying, by)]),
    ...COUNTED_CHARTS.map((kind): [string, (by: LimitSource) => Chart] => [
      kind,
      (by) => attributeChart(kind, counts, by),
    ]),
  ]
  test.each(drawn)('of %s: frozen, they are what they were', (_, draw) => {
    const chart = draw({})
    const { centre, sigma } = chart.phases[0]!
    expect(draw({ frozen: { centre: centre!, sigma: sigma! } })).toEqual(chart)
  })

  test.each(drawn)('of %s: each phase is a chart of its own', (_, draw) => {
    const chart = draw({ phaseStarts: [17, 0, 17, 99] })
    expect(chart.phases.map(({ from, to }) => [from, to])).toEqual([
      [0, 17],
      [17, 40],
    ])
    const { phases, location, sigma } = draw({ baseline: [17, 39] })
    expect([chart.phases[1]!.centre, chart.phases[1]!.sigma, chart.sigma]).toEqual([phases[0]!.centre, sigma, sigma])
    if (_ !== 'ewma' && _ !== 'cusum') expect(chart.location.upper.slice(17)).toEqual(location.upper.slice(17))
  })

  test.each(drawn)('of %s: what is excluded counts for nothing, and is drawn and tested', (_, draw) => {
    const inside = new Set([3, 4, 5, 20])
    const [with20, without] = [draw({}), draw({ excluded: inside })]
    expect(without.sigma).not.toEqual(with20.sigma)
    expect(without.location.values.map((value) => value === null)).toEqual(
      with20.location.values.map((value) => value === null),
    )
    expect(draw({ excluded: new Set(Array.from({ length: 40 }, (_, index) => index)) })).toMatchObject({
      sigma: null,
      reason: 'too_few',
    })
  })

  test('from a baseline stay, whatever comes after it', () => {
    const values = [1, 2, 3, 2, 1, 9, 9, 9]
    const chart = chartOf('imr', singles(...values), { baseline: [0, 4] })
    expect(chart.phases).toMatchObject([{ from: 0, to: 8, centre: 1.8 }])
    expect(found(chart.location.hits)).toContain('1 at 5')
    expect(chartOf('imr', singles(...values), { baseline: [7, 99] }).reason).toBe('too_few')
  })

  test('a moving range reaches over no gap, no phase, and feeds no σ where it touches what is excluded', () => {
    const values = [1, 2, null, 9, 4, 5]
    const { dispersion } = chartOf('imr', singles(...values), { phaseStarts: [4] })
    expect(dispersion!.values).toEqual([null, 1, null, null, null, 1])
    const chart = chartOf('imr', singles(1, 2, 50, 3, 4), { excluded: new Set([2]) })
    expect(chart.dispersion!.values).toEqual([null, 1, 48, 47, 1])
    close(chart.sigma, 1 / d2(2)!)
    close(chart.phases[0]!.centre, 2.5)
  })

  test('single values of subgroups are their means', () => {
    const chart = chartOf('imr', groups([1, 3], [2, 4], [3, 5]))
    expect(chart.location.values).toEqual([2, 3, 4])
    expect(chart.sizes).toEqual(new Int32Array([1, 1, 1]))
    close(chart.sigma, 1 / d2(2)!)
  })

  test('ranges of more than 25 give no σ, whoever asks', () => {
    const statistics = subgroupStatisticsOf(groups(Array.from({ length: 26 }, (_, index) => index)))
    expect(sigmaOf('rbar', statistics, new Int32Array([0]), new Float64Array(0))).toBe('no_limit')
  })

  test('subgroups of more than 25 have a mean with given limits, and a range without', () => {
    const large = groups(
      Array.from({ length: 30 }, (_, index) => index),
      [1, 2],
    )
    const { location, dispersion } = chartOf('xbar-r', large, { frozen: { centre: 10, sigma: 3 } })
    close(location.upper[0], 10 + 9 / Math.sqrt(30))
    expect([dispersion!.values[0], dispersion!.upper[0]]).toEqual([29, null])
    close(dispersion!.upper[1], 3 * (d2(2)! + 3 * d3(2)!))
  })
})

describe('charts of counts', () => {
  test('p is clipped to 0 and 1, np to its size; σ is not', () => {
    const p = attributeChart('p', counted([1, 4], [3, 4], [null, 4], [2, 0]))
    expect([p.location.lower, p.location.upper]).toEqual([
      [0, 0, null, null],
      [1, 1, null, null],
    ])
    close(p.location.sigma[0], 0.25)
    const np = attributeChart('np', counted([1, 4], [9, 10]))
    expect(np.location.upper).toEqual([4, 10])
    close(np.location.centre[1], (10 / 14) * 10)
    const c = attributeChart('c', counted([1, 4], [3, 2]))
    expect([c.location.centre, c.location.lower]).toEqual([
      [2, 2],
      [0, 0],
    ])
  })

  test.each([
    ['all within a quarter of their mean share one limit', [80, 100, 120], true],
    ['others keep their own', [70, 100, 130], false],
  ])('sizes: %s', (_, sizes, isShared) => {
    const counts = sizes.map((size) => ({ count: 10, size }))
    const { location } = attributeChart('p', counts, {}, { meanSize: true })
    expect(new Set(location.upper).size === 1).toBe(isShared)
    expect(new Set(attributeChart('p', counts).location.upper).size).toBe(3)
  })

  test("Laney's σ_z is near 1 for what chance gives, and large where days differ", () => {
    const { uniform, normal } = randomOf(5)
    const days = (between: number) =>
      Array.from({ length: 200 }, () => {
        const share = Math.max(0.001, 0.05 + between * normal())
        const size = 400 + Math.floor(uniform() * 200)
        return { size, count: Array.from({ length: size }, uniform).filter((draw) => draw < share).length }
      })
    const [even, uneven] = [days(0), days(0.025)]
    expect(overdispersionOf('p', even)).toBeWithin(0.85, 1.15)
    const hits = (kind: 'p' | 'laney-p') => attributeChart(kind, uneven, {}, { rules: ['1'] }).location.hits.length
    expect([hits('p') > 20, hits('laney-p') < 4]).toEqual([true, true])
    const sigmaZ = overdispersionOf('p', uneven) as number
    close(attributeChart('laney-p', uneven).sigma, sigmaZ * attributeChart('p', uneven).sigma!)
  })
})

describe('EWMA and CUSUM', () => {
  const given = { frozen: { centre: 0, sigma: 1 } }

  test('a gap leaves an EWMA and its limits as they are', () => {
    const [plain, gapped] = [chartOf('ewma', singles(1, 2, 3), given), chartOf('ewma', singles(1, null, 2, 3), given)]
    expect(gapped.location.values).toEqual(plain.location.values.toSpliced(1, 0, null))
    expect(gapped.location.upper).toEqual(plain.location.upper.toSpliced(1, 0, null))
  })

  test('the limits of an EWMA settle where they are said to', () => {
    const { upper, lower } = chartOf('ewma', groups(...Array.from({ length: 80 }, () => [0, 0, 0, 0])), given).location
    const [least, most] = ewmaAsymptotes(0, 1, 4)
    close(upper.at(-1), most)
    close(lower.at(-1), least)
  })

  test('an EWMA begins anew at a phase', () => {
    const { values } = chartOf('ewma', singles(15, 15, 15), {
      frozen: { centre: 10, sigma: 1 },
      phaseStarts: [2],
    }).location
    expect(values.map((value) => value!.toFixed(9))).toEqual(['11.000000000', '11.800000000', '11.000000000'])
  })

  test('a CUSUM draws its lower sums downwards and keeps them over a gap', () => {
    const { location, dispersion } = chartOf('cusum', singles(2, null, 2, -3), given)
    expect(location.values).toEqual([1.5, null, 3, 0])
    expect(dispersion!.values).toEqual([0, null, 0, -2.5])
    expect([location.upper[0], dispersion!.lower[0]]).toEqual([5, -5])
  })

  test('the sums of a CUSUM begin anew at a phase', () => {
    const { location, dispersion } = chartOf('cusum', singles(2, 2, 2, -2, -2), { ...given, phaseStarts: [2, 4] })
    expect(location.values).toEqual([1.5, 3, 1.5, 0, 0])
    expect(dispersion!.values).toEqual([0, 0, 0, -1.5, -1.5])
  })

  test('a CUSUM tells since when, on either side', () => {
    const { normal } = randomOf(11)
    const values = Array.from({ length: 120 }, (_, index) => normal() * 0.3 - (index >= 60 ? 1.5 : 0))
    const { dispersion, location } = chartOf('cusum', singles(...values), given)
    expect(location.hits).toEqual([])
    expect(dispersion!.hits[0]).toMatchObject({ rule: '1', side: 'lower' })
    expect(dispersion!.hits[0]!.members[0]).toBeWithin(59, 63)
    expect(dispersion!.hits.every(({ members, index }) => members.at(-1) === index)).toBe(true)
  })

  test.each<[string, ChartOptions, number]>([
    ['its target is what is given rather than the centre', { target: 1 }, 0.5],
    ['a head start is there from the first point', { headStart: 2.5 }, 4],
    ['k is let pass', { k: 1 }, 1],
  ])('a CUSUM: %s', (_, how, first) => {
    expect(chartOf('cusum', singles(2), given, how).location.values).toEqual([first])
  })

  test('a CUSUM: a target of zero is a target', () => {
    const apart = { frozen: { centre: 1, sigma: 1 } }
    expect(chartOf('cusum', singles(2), apart, { target: 0 }).location.values).toEqual([1.5])
  })

  test('what lies on the line of a CUSUM is not beyond it', () => {
    // 25 times 0.2 is a little over 5 in doubles.
    const values = Array<number>(26).fill(0.7)
    expect(chartOf('cusum', singles(...values), given).location.hits.map(({ index }) => index)).toEqual([25])
  })

  test('both have the σ of the chart that they stand beside', () => {
    const data = groups([1, 2, 4], [2, 2, 5], [1, 1, 3])
    expect(chartOf('ewma', data).sigma).toBe(chartOf('xbar-r', data).sigma)
    const wide = groups([1, 2, 4], [2, 2])
    expect(chartOf('cusum', wide).sigma).toBe(chartOf('xbar-s', wide).sigma)
    const alone = singles(1, 4, 2, 6)
    expect(chartOf('cusum', alone).sigma).toBe(chartOf('imr', alone).sigma)
    for (const sigma of SIGMA_METHODS) expect(chartOf('ewma', data, {}, { sigma }).sigma).toBeGreaterThan(0)
  })
})

describe('the chart that is chosen', () => {
  test.each([
    ['nothing', [], 'imr', 'single_values'],
    ['single values and gaps', [1, 0, 1], 'imr', 'single_values'],
    ['subgroups of eight', [8, 8], 'xbar-r', 'small_subgroups'],
    ['subgroups of nine', [9, 9], 'xbar-s', 'large_subgroups'],
    ['subgroups that differ', [5, 5, 4], 'xbar-s', 'sizes_differ'],
  ] as const)('for %s', (_, sizes, kind, reason) => expect(automaticChart(sizes)).toEqual({ kind, reason }))

  const even: Count[] = counted([5, 100], [6, 100], [4, 100], [5, 100])
  const wild: Count[] = counted([5, 100], [40, 100], [4, 100], [50, 110])
  const over = (kind: 'laney-p' | 'laney-u') => ({ kind, reason: 'overdispersed' })
  const large = { kind: 'laney-p', reason: 'large_samples' }
  test.each([
    ['defectives', 'defectives', even, {}, { kind: 'p', reason: 'defectives' }],
    ['defectives as numbers', 'defectives', even, { asNumbers: true }, { kind: 'np', reason: 'defectives_as_numbers' }],
    ['defectives of sizes that differ', 'defectives', wild, { asNumbers: true }, { kind: 'p', offer: over('laney-p') }],
    ['defects', 'defects', even, {}, { kind: 'c', reason: 'defects_in_equal_areas' }],
    ['defects in areas that differ', 'defects', wild, {}, { kind: 'u', offer: over('laney-u') }],
    ['large samples', 'defectives', counted([5, 2000], [6, 2100]), {}, { kind: 'p', offer: large }],
    ['large samples that differ', 'defectives', counted([5, 2000], [60, 2100]), {}, { offer: over('laney-p') }],
    ['nothing', 'defectives', [], {}, { kind: 'p', reason: 'defectives' }],
  ] as const)('for %s', (_, of, counts, how, chosen) => {
    expect(automaticCountChart(of, counts, how)).toMatchObject(chosen)
  })

  test('chance alone is offered no other chart', () =>
    expect(automaticCountChart('defectives', even).offer).toBe(undefined))
})

describe('what is drawn of a long series', () => {
  const drawnPoints = (...of: Parameters<typeof downsample>) => atOnce(downsample(...of))
  const { normal } = randomOf(13)
  const long = (length: number) => Array.from({ length }, (_, index) => (index % 50 === 7 ? null : normal()))

  test('of a short one everything, gaps included', () => {
    const chart = chartOf('imr', singles(1, null, 3))
    expect(drawnPoints(chart)).toEqual({ places: [0, 1, 2], isComplete: true })
  })

  test('keeps every signal, its members, what was excluded and where phases begin', () => {
    const excluded = new Set([1234, 5678])
    const chart = chartOf('imr', singles(...long(12_000)), { phaseStarts: [4001, 8003], excluded })
    const { places, isComplete } = drawnPoints(chart, excluded)
    const drawn = new Set(places)
    const hits = [...chart.location.hits, ...chart.dispersion!.hits]
    expect(hits.length).toBeGreaterThan(30)
    const wanted = [0, 4001, 8003, ...excluded, ...hits.flatMap(({ members }) => members)]
    expect(wanted.filter((index) => !drawn.has(index))).toEqual([])
    const points = places.filter((index) => chart.location.values[index] !== null)
    expect([isComplete, points.length <= 2000, points.length >= 1500]).toEqual([true, true, true])
    expect(places).toEqual([...drawn].toSorted((a, b) => a - b))
  })

  test('of more signals than can be drawn, those that keep the shape, and says so', () => {
    const chart = chartOf('imr', singles(...long(30_000)), { frozen: { centre: 3, sigma: 0.1 } })
    const { places, isComplete } = drawnPoints(chart)
    const points = places.filter((index) => chart.location.values[index] !== null)
    expect([isComplete, points.length <= 2000, points.length > 1000]).toEqual([false, true, true])
  })

  test('of fewer that may be drawn, the line has its share', () => {
    const chart = chartOf('imr', singles(...long(5000)))
    const { places, isComplete } = drawnPoints(chart, new Set(), 60)
    const points = places.filter((index) => chart.location.values[index] !== null)
    expect([isComplete, points.length <= 60, points.length > 30]).toEqual([false, true, true])
  })

  test('a gap between neighbours stays, one among thousands does not', () => {
    const values = long(9000)
    const chart = chartOf('imr', singles(...values), {}, { rules: [] })
    const { places } = drawnPoints(chart)
    const gaps = places.filter((index) => values[index] === null)
    expect(gaps.every((gap) => places.includes(gap - 1) && places.includes(gap + 1))).toBe(true)
    expect(gaps.length).toBeLessThan(180)
  })

  test.each([
    ['as many as there are', 5, [0, 1, 2, 3, 4]],
    ['more than there are', 9, [0, 1, 2, 3, 4]],
    ['three: the ends and the peak', 3, [0, 3, 4]],
  ])('%s', (_, most, places) => {
    expect(lttb([0, 1, 2, 3, 4], [0, 0, 0, 9, 0], most)).toEqual(places)
  })
})

describe('what rules cost', () => {
  test.each<[RuleId[], number | null, number | null, number | null]>([
    [[], null, null, null],
    [['1'], 367.9, 43.9, 2.72],
    [['2', '1'], 214.7, 17.1, 4.66],
    [['1', '2', '5'], 157, 13, 6.37],
    // p^−15 less 1, by 1 − p, where p = Φ(0) − Φ(−2): a shift by one σ makes fifteen within one σ rarer, not more frequent
    [['7'], 965.2, 126_041, 1.04],
    [['8'], 14_330.6, 1131.8, 0.07],
    [['7', '8'], 906.8, 1121.7, 1.1],
    [[...NELSON_RULES], 73.4, 9.6, 13.62],
    [['we1'], 367.9, 43.9, 2.72],
    [['we1', 'we2', 'we3', 'we4'], 91.8, 9.2, 10.89],
    [['we4'], 253.4, 18.8, 3.95],
    [['3', 'we4'], null, null, null],
  ])('%p', (rules, arl0, arl1, falseAlarmsPer1000) => {
    expect(ruleCost(rules)).toEqual(
      arl0 === null || arl1 === null || falseAlarmsPer1000 === null ? null : { arl0, arl1, falseAlarmsPer1000 },
    )
  })

  test('is known for all 255 sets, and more rules never give fewer alarms', () => {
    for (let mask = 1; mask < 256; mask++) {
      const rules = NELSON_RULES.filter((_, digit) => mask & (1 << digit))
      const price = ruleCost(rules)!
      expect(price.arl0).toBeGreaterThan(70)
      // Simulated, so that equals may differ by a little.
      for (const rule of NELSON_RULES) expect(ruleCost([...rules, rule])!.arl0).toBeLessThan(price.arl0 * 1.02)
    }
  })
})

describe('neighbours that depend on each other', () => {
  const { normal } = randomOf(18)
  const chain = (share: number) => {
    let value = 0
    return Array.from({ length: 2000 }, () => (value = share * value + normal()))
  }
  test.each([
    [0, -0.05, 0.05],
    [0.7, 0.64, 0.76],
    [-0.5, -0.56, -0.44],
  ])('by %d', (share, least, most) => {
    const result = autocorrelationOf(chain(share))
    expect(result).toBeWithin(least, most)
    expect(isNotable(Number(result))).toBe(share !== 0)
  })

  test.each([
    ['nothing', [], 'too_few'],
    ['gaps', [null, null, 1, 2, 3], 'too_few'],
    ['one value again and again', [0.1, 0.1, 0.1, 0.1, 0.1, 0.1], 'sigma_zero'],
    ['values far from zero that are alike', [1e9, 1e9, 1e9, 1e9], 'sigma_zero'],
  ] as const)('%s: none', (_, values, reason) => expect(autocorrelationOf(values)).toBe(reason))

  test('a gap has no neighbours, and size does not matter', () => {
    const values = [1, -1, null, 1, -1, null, 1, -1]
    expect(autocorrelationOf(values)).toBe(-0.5)
    expect(autocorrelationOf(values.map((value) => value && value * 1e200))).toBe(-0.5)
  })
})

test('equal values have no spread in whatever they are written', () => {
  const { range, deviation } = subgroupStatisticsOf(groups([0.05, 0.05, 0.05], Array<number>(7).fill(0.47)))
  expect([...range, ...deviation]).toEqual([0, 0, 0, 0])
})
