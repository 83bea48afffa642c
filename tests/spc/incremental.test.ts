import { describe, expect, test } from 'bun:test'
import { atOnce } from '#shared/spc/series/cooperative'
import { autocorrelationOf } from '#shared/spc/charts/autocorrelation'
import { plottedChart } from '#shared/spc/charts/chart'
import { subgroupStatisticsOf, type SubgroupStatistics } from '#shared/spc/series/subgroup-statistics'
import { lttb } from '#shared/spc/charts/lttb'
import { listed } from '#shared/spc/charts/plotted'
import { RULES } from '#shared/spc/rules/figures'
import type { MeasuredKind } from '#shared/spc/charts/track'
import { withinSigma } from '#shared/spc/charts/within-sigma'
import { randomOf } from '../support/random'

/** A series that goes on from point to point is what a fresh look at all of it would find, to the last bit (S94). */
const [FIRST, LAST, STEP] = [400, 520, 3]

/** Lengths of a series, one after the other, then a reader who is late. */
const lengths = [...Array.from({ length: (LAST - FIRST) / STEP }, (_, more) => FIRST + STEP * more), FIRST + 50, LAST]

type Values = (random: ReturnType<typeof randomOf>, at: number) => number[]
const read = (value: number) => Math.round(value * 100) / 100

const kinds: [what: string, kind: MeasuredKind, valuesOf: Values][] = [
  ['single values', 'imr', ({ normal }) => [read(10 + 0.1 * normal())]],
  ['single values that drift', 'imr', ({ normal }, at) => [read(10 + 0.002 * at + 0.1 * normal())]],
  ['subgroups of five', 'xbar-r', ({ normal }) => Array.from({ length: 5 }, () => read(10 + 0.1 * normal()))],
  ['subgroups of five', 'xbar-s', ({ normal }) => Array.from({ length: 5 }, () => read(10 + 0.1 * normal()))],
  [
    'subgroups, some of one, some missing',
    'xbar-s',
    ({ normal, below }) => Array.from({ length: below(5) }, () => read(10 + 0.1 * normal())),
  ],
  ['values that are all the same', 'imr', () => [7]],
]

describe.each(kinds)('%s as %s', (_, kind, valuesOf) => {
  const random = randomOf(11)
  const groups = Array.from({ length: LAST }, (_, at) => ({ values: valuesOf(random, at) }))
  const digests = lengths.map((length): SubgroupStatistics => subgroupStatisticsOf(groups.slice(0, length)))
  const frozen = { frozen: { centre: 10, sigma: 0.05 } }

  test.each([
    ['on trial', {}],
    ['against frozen limits', frozen],
  ])('%s: lines, hits and sigma', (_, by) => {
    const sourceKey = {}
    for (const statistics of digests) {
      const drawn = (of: SubgroupStatistics) => listed(atOnce(plottedChart(kind, of, by, { rules: [...RULES] })))
      expect(drawn({ ...statistics, sourceKey })).toEqual(drawn(statistics))
      const bases = [{}, { phaseStarts: [0, 90, 300] }, { excluded: new Set([0, 77, 399]) }, {}]
      for (const method of ['pooled', 'rbar', 'sbar', 'mr', 'medianMr'] as const) {
        for (const basis of bases) {
          expect(withinSigma(method, { ...statistics, sourceKey }, basis)).toEqual(
            withinSigma(method, statistics, basis),
          )
        }
      }
    }
  })

  test('hits by each figure of a rule, asked for in turn', () => {
    const sourceKey = {}
    for (const statistics of digests) {
      for (const figure of [9, 5]) {
        const options = { rules: [...RULES], figures: { '2': figure } }
        const drawn = (of: SubgroupStatistics) => listed(atOnce(plottedChart(kind, of, frozen, options)))
        expect(drawn({ ...statistics, sourceKey })).toEqual(drawn(statistics))
      }
    }
  })

  test('shape of the line, and how far values follow each other', () => {
    const [ofLine, ofValues] = [{}, {}]
    for (const { mean } of digests) {
      const places = mean.map((_, at) => at)
      expect(lttb(places, mean, 5, ofLine)).toEqual(lttb(places, mean, 5))
      expect(autocorrelationOf(mean, ofValues)).toEqual(autocorrelationOf(mean))
    }
  })
})
