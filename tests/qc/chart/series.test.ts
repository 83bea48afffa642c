import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { HOUR_MS } from '#shared/durations'
import { histories, seriesOf } from '#server/qc/chart/series'
import {
  continued,
  noRecords,
  placeAt,
  seriesOfRecords,
  type SeriesColumns,
  type SeriesRecord,
} from '#server/qc/chart/series-columns'
import { readSeries } from '#server/qc/chart/series-read'
import { startApp, type App } from '../../support/app'
import { done, qcPlant, step, stepped, type Plant } from '../../support/qc/plant'
import { chartOf, type Charted } from '../../support/qc/charts'
import { randomOf } from '../../support/random'

/** The history of a characteristic that is kept in memory is always what a fresh look would find (qc-domain §2.3). */
const NOW = Date.parse('2026-05-20T12:00:00Z')
const begin = NOW - 5 * 24 * HOUR_MS

let app: App
let plant: Plant
let now = NOW

beforeAll(async () => {
  app = await startApp({ now: () => now })
  plant = await qcPlant(app)
})
afterAll(() => app.close())

type Stored = Awaited<ReturnType<Charted['record']>>

/** Read from the first record to the last, with nothing known before. */
async function freshly(templateId: number, itemKey: string): Promise<SeriesRecord[]> {
  const found: SeriesRecord[] = []
  await readSeries(
    app.store,
    { templateId, itemKey, after: { at: -1, id: 0 } },
    async (records) => void found.push(...records),
  )
  return found
}

async function expectFresh({ template: { templateId }, itemKey }: Charted, read = seriesOf) {
  const kept = await read(app.store, templateId, itemKey)
  const fresh = seriesOfRecords(await freshly(templateId, itemKey))
  expect(plain(kept)).toEqual(plain(fresh))
  return kept
}

/** To be compared: the columns as lists. */
const plain = (series: SeriesColumns) =>
  Object.entries(series).map(([name, column]) => [name, typeof column === 'number' ? column : Array.from(column)])

const idsOf = ({ id }: { id: Int32Array }) => Array.from(id)

describe('what is kept follows', () => {
  const changes: [what: string, change: (chart: Charted, made: Stored[]) => Promise<unknown>][] = [
    ['a further record', (chart) => chart.record(0.7)],
    ['one further back', (chart) => chart.record(0.7, { at: begin + 2.5 * HOUR_MS })],
    ['one before all others', (chart) => chart.record(0.7, { at: begin - 20 * HOUR_MS })],
    ['one at the same moment as another', (chart) => chart.record(0.7, { at: begin + 2 * HOUR_MS })],
    ['a correction of the last', (chart, made) => chart.correct(made[3]!, 1.5)],
    ['a correction of the first', (chart, made) => chart.correct(made[0]!, 1.5)],
    ['the last voided', (chart, made) => chart.voided(made[3]!)],
    ['the first voided', (chart, made) => chart.voided(made[0]!)],
    ['one moved to the end', (_, made) => moved(made[0]!, begin + 90 * HOUR_MS)],
    ['the last moved to the front', (_, made) => moved(made[3]!, begin - 20 * HOUR_MS)],
    ['one withdrawn, to be corrected', (_, made) => step(plant.inspector, 'withdraw', made[1]!)],
    ['another record of another template', async () => (await chartOf(plant, { begin })).record(0.1)],
    [
      'the template, which now shows what was approved alone',
      async ({ template: { templateId } }) => {
        const before = done(await plant.engineer.get(`/qc/template/${templateId}`))
        const head = { ...before, signLevels: 1, chartFrom: 'approved' }
        return done(await plant.engineer.put(`/qc/template/${templateId}`, head))
      },
    ],
  ]

  test.each(changes)('%s', async (_, change) => {
    const chart = await chartOf(plant, { begin })
    const made = await chart.records([0.1, 0.2, 0.3, 0.4])
    await expectFresh(chart)
    await change(chart, made)
    await expectFresh(chart)
    await chart.record(0.9)
    await expectFresh(chart)
  })

  test('nothing at all, then a first record', async () => {
    const chart = await chartOf(plant, { begin })
    expect((await expectFresh(chart)).size).toBe(0)
    await chart.record(1)
    expect((await expectFresh(chart)).size).toBe(1)
  })

  test.each([1, 2, 3])('changes in any order, among several templates, seed %i', async (seed) => {
    const { below, normal } = randomOf(seed)
    // the last reader has room for none but the one it read last
    const readers = [seriesOf, histories(1_000_000), histories(1)]
    const charts = [await chartOf(plant, { begin }), await chartOf(plant, { begin }), await chartOf(plant, { begin })]
    const made = charts.map((): Stored[] => [])
    for (let round = 0; round < 25; round++) {
      const which = below(charts.length)
      const [chart, own] = [charts[which]!, made[which]!]
      const index = below(own.length)
      const action = own.length < 3 ? 0 : below(5)
      const values = Array.from({ length: 1 + below(3) }, normal)
      const anywhere = begin + below(100) * HOUR_MS
      if (action === 0) own.push(await chart.record(values[0]!))
      if (action === 1) own.push(await chart.record(values[0]!, { at: anywhere }))
      if (action === 2) own[index] = await chart.correct(own[index]!, values[0]!)
      if (action === 3) own[index] = await moved(own[index]!, anywhere)
      if (action === 4) done(await chart.voided(own.splice(index, 1)[0]!))
      const looked = below(3)
      for (const read of readers) await expectFresh(charts[looked]!, read)
    }
    for (const chart of charts) for (const read of readers) await expectFresh(chart, read)
  })

  test('records that come in while several read', async () => {
    const chart = await chartOf(plant, { begin })
    await chart.records([0.1, 0.2])
    const { template, itemKey } = chart
    const reading = Array.from({ length: 5 }, () => seriesOf(app.store, template.templateId, itemKey))
    const [, ...seen] = await Promise.all([chart.records([0.3, 0.4]), ...reading])
    for (const { id } of seen) expect(chart.ids.slice(0, 2)).toEqual(Array.from(id.subarray(0, 2)))
    expect(idsOf(await expectFresh(chart))).toEqual(chart.ids)
  })
})

/** The same record, inspected at another time. */
async function moved(stored: Stored, at: number): Promise<Stored> {
  const back = await stepped(plant.inspector, 'withdraw', stored)
  const inspectedAt = new Date(at).toISOString()
  const body = { lockVersion: back.lockVersion, inspectedAt, reasonCode: 'typing' }
  const changed = done(await plant.inspector.put(`/qc/value-base/${stored.qcValueBaseId}`, body))
  return stepped(plant.inspector, 'submit', changed)
}

describe('a history that goes on', () => {
  const record = (id: number, change: Partial<SeriesRecord> = {}): SeriesRecord => ({
    qcValueBaseId: id,
    inspectedAt: id * 1000,
    equipmentId: id % 3 || null,
    shiftId: 1,
    operatorId: 2,
    lotId: null,
    versionId: 3,
    deptId: 4,
    retestOf: null,
    status: 'submitted',
    values: Array.from({ length: id % 4 }, (_, n) => ({
      sampleNo: n + 1,
      num: n === 2 ? null : id + n / 10,
      den: null,
      gaugeId: n === 1 ? 7 : null,
      corrected: false,
    })),
    ...change,
  })
  const many = (from: number, to: number) => Array.from({ length: to - from }, (_, n) => record(from + n))

  function goingOn(before = noRecords, kept = 0, records: SeriesRecord[] = []) {
    const series = continued(before, kept)
    for (const one of records) series.add(one)
    return series.done()
  }

  test('is not copied for one more record', () => {
    const before = goingOn(noRecords, 0, many(1, 101))
    const after = goingOn(before, 95, many(96, 102))
    expect(after.num.buffer).toBe(before.num.buffer)
    expect([before.size, after.size]).toEqual([100, 101])
    expect(plain(after)).toEqual(plain(seriesOfRecords(many(1, 102))))
  })

  test('is itself where nothing new was found', () => {
    const before = goingOn(noRecords, 0, many(1, 101))
    expect(goingOn(before, 95, many(96, 101))).toBe(before)
  })

  test.each(Array.from({ length: 40 }, (_, seed) => seed))('leaves those before it as they were, seed %i', (seed) => {
    const { below, uniform } = randomOf(seed + 1)
    let records = many(1, 1 + below(200))
    let series = goingOn(noRecords, 0, records)
    const seen: [typeof series, SeriesRecord[]][] = []
    for (let round = 0; round < 20; round++) {
      seen.push([series, records])
      const kept = below(records.length + 1)
      const next = records.slice(kept).flatMap((one) => {
        const luck = uniform()
        if (luck < 0.02) return []
        return luck < 0.04 ? [{ ...one, status: 'approved' as const }] : [one]
      })
      const last = records.at(-1)?.qcValueBaseId ?? 0
      const further = uniform() < 0.7 ? many(last + 1, last + 1 + below(30)) : []
      // now and then from an earlier one, as where a reading failed after it had begun
      const from = uniform() < 0.2 ? seen[below(seen.length)]! : [series, records]
      if (from[0] === series) {
        records = [...records.slice(0, kept), ...next, ...further]
        series = goingOn(series, kept, [...next, ...further])
      } else {
        const [old, were] = from as [typeof series, SeriesRecord[]]
        goingOn(old, were.length, many(1000, 1010))
      }
      expect(plain(series)).toEqual(plain(seriesOfRecords(records)))
    }
    for (const [before, were] of seen) expect(plain(before)).toEqual(plain(seriesOfRecords(were)))
  })

  test('finds where a time begins in it', () => {
    const series = goingOn(noRecords, 0, many(1, 11))
    expect([0, 1000, 1001, 10_000, 10_001].map((at) => placeAt(series, at))).toEqual([0, 0, 1, 9, 10])
  })
})
