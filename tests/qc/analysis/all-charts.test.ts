import { HOUR_MS } from '#shared/durations'
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { AllCharts } from '#shared/qc/analysis/all-charts'
import type { Spc } from '#shared/qc/analysis/schema'
import { startApp, type App } from '../../support/app'
import { chartOf } from '../../support/qc/charts'
import { done, qcPlant, withScope, type Plant } from '../../support/qc/plant'

/** All charted characteristics of a product line as small control charts, from one call. */
const NOW = Date.parse('2026-11-21T04:30:00Z') // 12:30 at the plant, in its early shift
const NIGHT_SHIFT = '2026-11-20T16:00:00.000Z' // which ended at 08:00
let app: App
let plant: Plant

/** 30 values within one σ of the centre, half a σ apart. */
const calm = Array.from({ length: 30 }, (_, i) => (i % 5) / 2 - 1)

beforeAll(async () => {
  app = await startApp({ now: () => NOW, settings: { sessionIdleMs: 1e12, sessionMaxMs: 2e12 } })
  plant = await qcPlant(app)
})
beforeAll(async () => {
  const chart = async (name: string, hoursAgo: number, values: readonly number[], item = {}) => {
    const made = await chartOf(plant, { begin: NOW - (hoursAgo + values.length) * HOUR_MS }, { name, ...item })
    await made.freeze()
    await made.records(values)
  }
  await Promise.all([
    chart('capable', 24, calm),
    chart('narrow', 24, calm, { lsl: '9.98', usl: '10.02' }),
    chart('broken', 2, [...calm, 8]),
    chart('broken once', 48, [...calm.slice(0, 15), 8, ...calm.slice(15)]),
  ])
})
afterAll(() => app.close())

const chartsOf = async (who: { get: Plant['viewer']['get'] }, product = 'c21'): Promise<AllCharts> =>
  done(await who.get(`/qc/analysis/charts?product=${product}`))

describe('all charts of a product line', () => {
  test('come with the rules broken in the last shift first, then the lowest index', async () => {
    const { charts, since, isScoped } = await chartsOf(plant.engineer)
    expect({ since, isScoped }).toEqual({ since: NIGHT_SHIFT, isScoped: false })
    expect(charts.map(({ item, recentRules }) => [item.name, recentRules])).toEqual([
      ['broken', ['1']],
      ['narrow', []],
      ['broken once', []],
      ['capable', []],
    ])
    const indices = charts.slice(1).map(({ deciding }) => deciding!.value)
    expect(indices).toEqual(indices.toSorted((a, b) => a - b))
  })

  test('show the points, limits and broken rules of the whole chart', async () => {
    const { charts } = await chartsOf(plant.engineer)
    const small = charts.find(({ item }) => item.name === 'broken once')!
    const whole: Spc = done(await plant.engineer.get(`/qc/analysis/spc?itemKey=${small.item.itemKey}`))
    expect(small.values).toEqual(whole.points.map(({ mean }) => mean))
    expect(small.center).toEqual(whole.points.map(({ center }) => center))
    expect(small.lcl).toEqual(whole.points.map(({ lcl }) => lcl))
    expect(small.ucl).toEqual(whole.points.map(({ ucl }) => ucl))
    expect(small.lastAt).toBe(whole.points.at(-1)!.at)
    expect(small.broken).toEqual(
      whole.points.flatMap(({ signals, rangeSignals }, place) => (signals.length + rangeSignals.length ? [place] : [])),
    )
    expect(small.broken).toContain(15)
  })

  test('hold only records of the data scope, and signals for those alone who may read them (S33)', async () => {
    const stranger = await withScope(app, await app.signedIn('qc:analysis:list'), '5')
    expect(await chartsOf(stranger)).toMatchObject({ isScoped: true, charts: [] })
    const looker = await withScope(app, await app.signedIn('qc:analysis:list'), '1')
    const open = async (who: Parameters<typeof chartsOf>[0]) =>
      (await chartsOf(who)).charts.find(({ item }) => item.name === 'broken')!.item.openSignals
    expect(await open(plant.engineer)).toBeGreaterThan(0)
    expect(await open(looker)).toBe(0)
  })

  test('of a product line that there is not are refused; without the permission none are shown', async () => {
    expect((await plant.engineer.get('/qc/analysis/charts?product=nowhere')).code).toBe(404)
    expect((await plant.engineer.get('/qc/analysis/charts')).code).toBe(400)
    expect((await (await app.signedIn('qc:record:list')).get('/qc/analysis/charts?product=c21')).code).toBe(403)
  })
})
