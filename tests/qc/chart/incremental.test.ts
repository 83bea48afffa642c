import { describe, expect, test } from 'bun:test'
import { historyStatistics } from '#server/qc/chart/subgroup-statistics'
import { incremental } from '#server/qc/chart/incremental'
import {
  continued,
  noRecords,
  seriesOfRecords,
  type SeriesColumns,
  type SeriesRecord,
} from '#server/qc/chart/series-columns'
import { atOnce } from '#shared/spc/series/cooperative'
import { meansOf, type SubgroupStatistics } from '#shared/spc/series/subgroup-statistics'
import { chartOf, plottedChart } from '#shared/spc/charts/chart'
import { listed } from '#shared/spc/charts/plotted'
import { withinSigma } from '#shared/spc/charts/within-sigma'
import { randomOf } from '../../support/random'

/** What is worked out of a long history goes on with it, and is what a fresh look at all of it would find (S94). */
const record = (id: number, values: readonly (number | null)[]): SeriesRecord => ({
  qcValueBaseId: id,
  inspectedAt: id * 1000,
  equipmentId: 1,
  shiftId: 1,
  operatorId: 1,
  lotId: null,
  versionId: 1,
  deptId: null,
  retestOf: null,
  status: 'submitted',
  values: values.map((num, at) => ({ sampleNo: at + 1, num, den: null, gaugeId: null, corrected: false })),
})

function goingOn(before: SeriesColumns, kept: number, records: readonly SeriesRecord[]): SeriesColumns {
  const series = continued(before, kept)
  for (const one of records) series.add(one)
  return series.done()
}

/** The values of each record that are there. */
const subgroupsOf = (records: readonly SeriesRecord[]) =>
  records.map(({ values }) => ({ values: values.flatMap(({ num }) => (num === null ? [] : [num])) }))

const kinds: [what: string, valuesOf: (random: ReturnType<typeof randomOf>, at: number) => (number | null)[]][] = [
  ['single values', ({ normal }) => [normal()]],
  ['single values, some missing', ({ normal, below }) => [below(9) === 0 ? null : normal()]],
  ['subgroups', ({ normal }) => [normal(), normal(), normal()]],
  [
    'subgroups of every size, some values missing',
    ({ normal, below }) => Array.from({ length: 1 + below(5) }, () => (below(9) === 0 ? null : normal())),
  ],
  ['single values, then subgroups', ({ normal }, at) => (at < 150 ? [normal()] : [normal(), normal()])],
]

describe.each(kinds)('the digest of %s', (_, valuesOf) => {
  const charted = (statistics: SubgroupStatistics) =>
    (['imr', 'xbar-s'] as const).map((kind) =>
      listed(atOnce(plottedChart(kind, statistics, {}, { rules: ['1', '2', '5'] }))),
    )

  test.each([1, 2, 3, 4])('goes on with the history, seed %i', (seed) => {
    const random = randomOf(seed)
    const { below } = random
    let records: SeriesRecord[] = []
    let series = noRecords
    const seen: [SeriesColumns, SeriesRecord[]][] = []
    for (let round = 0; round < 12; round++) {
      const kept = below(4) === 0 ? below(records.length + 1) : Math.max(0, records.length - 5)
      const luck = below(3)
      const changed = records.slice(kept).map((one, at) => {
        if (luck === 0 && at === 0) return record(one.qcValueBaseId, valuesOf(random, one.qcValueBaseId))
        return luck === 1 && at < 3 ? { ...one, status: 'approved' as const } : one
      })
      const further = Array.from({ length: below(60) }, (__, at) => {
        const id = records.length + at + 1
        return record(id, valuesOf(random, id))
      })
      records = [...records.slice(0, kept), ...changed, ...further]
      series = goingOn(series, kept, [...changed, ...further])
      seen.push([series, records])
      // who is late looks at an earlier one
      for (const [one, were] of [seen.at(-1)!, seen[below(seen.length)]!]) {
        const statistics = atOnce(historyStatistics(one))
        const subgroups = subgroupsOf(were)
        expect(Array.from(statistics.size)).toEqual(subgroups.map(({ values }) => values.length))
        expect(charted(statistics)).toEqual(
          (['imr', 'xbar-s'] as const).map((kind) => chartOf(kind, subgroups, {}, { rules: ['1', '2', '5'] })),
        )
        for (const basis of [{ phaseStarts: [0, 40, 41] }, { excluded: new Set([3, 50, 51]) }]) {
          for (const method of ['mr', 'medianMr', 'pooled'] as const) {
            expect(withinSigma(method, statistics, basis)).toEqual(withinSigma(method, subgroups, basis))
          }
        }
      }
    }
  })
})

describe('what adds up over a history', () => {
  /** How many records were taken in, and the sum of their ids. */
  const adding = () => {
    const taken: number[] = []
    const sums = incremental<{ sum: number }>((state, { id }, from, to) => {
      taken.push(to - from)
      for (let index = from; index < to; index++) state.sum += id[index]!
    })
    return { taken, sumOf: (series: SeriesColumns) => atOnce(sums(series, '', () => ({ sum: 0 }))).sum }
  }
  const many = (from: number, to: number) =>
    Array.from({ length: to - from }, (_, at) => record(from + at, [from + at]))

  test('takes in what is new only, also where others were approved meanwhile', () => {
    const { taken, sumOf } = adding()
    const before = goingOn(noRecords, 0, many(1, 91))
    expect(sumOf(before)).toBe(4095)
    const approved = many(86, 92).map((one, at) => (at < 2 ? { ...one, status: 'approved' as const } : one))
    const after = goingOn(before, 85, approved)
    expect([sumOf(after), sumOf(after)]).toEqual([4186, 4186])
    expect(taken).toEqual([90, 1, 0])
    expect(sumOf(before)).toBe(4095)
  })

  test('a long one in steps, between which others have their turn (S94)', () => {
    const { taken, sumOf } = adding()
    expect(sumOf(seriesOfRecords(many(1, 70_001)))).toBe((70_000 * 70_001) / 2)
    expect(Math.max(...taken)).toBeLessThan(70_000)
  })

  test('means of a history without gaps are its values, not copied', () => {
    const series = seriesOfRecords(many(1, 10))
    expect(meansOf(atOnce(historyStatistics(series))).buffer).toBe(series.num.buffer)
  })
})

test('what was asked for last of a history is kept, and the rest is forgotten', () => {
  const series = goingOn(noRecords, 0, [record(1, [1])])
  const sum = incremental<{ count: number }>((state, _series, from, to) => (state.count += to - from))
  const begun: string[] = []
  const ask = (name: string) =>
    atOnce(
      sum(series, name, () => {
        begun.push(name)
        return { count: 0 }
      }),
    )
  for (const name of ['first', ...Array.from({ length: 100 }, (_, at) => `other ${at}`)]) ask(name)
  begun.length = 0
  ask('other 99')
  expect(begun).toEqual([])
  expect(ask('first')).toEqual({ count: 1 })
  expect(begun).toEqual(['first'])
})
