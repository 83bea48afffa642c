import { describe, expect, test } from 'bun:test'
import { atOnce } from '#shared/spc/series/cooperative'
import { meansOf, statisticsInSteps, statisticsOfRuns, type Runs } from '#shared/spc/series/subgroup-statistics'
import { chartOf, plottedChart } from '#shared/spc/charts/chart'
import { listed } from '#shared/spc/charts/plotted'
import { withinSigma } from '#shared/spc/charts/within-sigma'
import { randomOf } from '../support/random'

type Values = (number | null)[]

function runsOf(groups: readonly Values[]): Runs {
  const first = new Int32Array(groups.length + 1)
  for (const [index, values] of groups.entries()) first[index + 1] = first[index]! + values.length
  return { values: Float64Array.from(groups.flat(), (value) => value ?? NaN), first }
}

const kinds: [what: string, valuesOf: (random: ReturnType<typeof randomOf>, at: number) => Values][] = [
  ['single values', ({ normal }) => [normal()]],
  ['single values, some missing', ({ normal, below }) => [below(9) === 0 ? null : normal()]],
  ['subgroups', ({ normal }) => [normal(), normal(), normal()]],
  [
    'subgroups of every size, some values missing',
    ({ normal, below }) => Array.from({ length: 1 + below(5) }, () => (below(9) === 0 ? null : normal())),
  ],
  ['single values, then subgroups', ({ normal }, at) => (at < 150 ? [normal()] : [normal(), normal()])],
]

describe.each(kinds)('columns of %s', (_, valuesOf) => {
  test.each([1, 2, 3, 4])('are charted as their subgroups are, seed %i', (seed) => {
    const random = randomOf(seed)
    const groups = Array.from({ length: 300 }, (__, at) => valuesOf(random, at))
    const subgroups = groups.map((values) => ({ values: values.filter((value) => value !== null) }))
    const statistics = statisticsOfRuns(runsOf(groups))
    expect(Array.from(statistics.size)).toEqual(subgroups.map(({ values }) => values.length))
    for (const kind of ['imr', 'xbar-s'] as const) {
      const chart = listed(atOnce(plottedChart(kind, statistics, {}, { rules: ['1', '2', '5'] })))
      expect(chart).toEqual(chartOf(kind, subgroups, {}, { rules: ['1', '2', '5'] }))
    }
    for (const basis of [{}, { phaseStarts: [0, 40, 41] }, { excluded: new Set([3, 50, 51]) }]) {
      for (const method of ['mr', 'medianMr', 'pooled'] as const) {
        expect(withinSigma(method, statistics, basis)).toEqual(withinSigma(method, subgroups, basis))
      }
    }
  })
})

test('many subgroups are computed in steps, between which others have their turn (S94)', () => {
  const steps = statisticsInSteps(runsOf(Array.from({ length: 70_000 }, (_, at) => [at, at + 1])))
  let turns = 0
  while (!steps.next().done) turns++
  expect(turns).toBeGreaterThan(3)
})

test('means of single values without gaps are those values, not copied', () => {
  const runs = runsOf(Array.from({ length: 9 }, (_, at) => [at]))
  expect(meansOf(statisticsOfRuns(runs)).buffer).toBe(runs.values.buffer)
})
