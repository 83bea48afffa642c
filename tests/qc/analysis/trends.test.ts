import { DAY_MS, HOUR_MS } from '#shared/durations'
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { CapabilityAnswer, CapabilityTrend, Workload, Yield } from '#shared/qc/analysis/schema'
import { fittingStep, MAX_TREND_POINTS, stepAfter, stepOf } from '#shared/qc/analysis/steps'
import { startApp, type App } from '../../support/app'
import { chartOf, type Charted } from '../../support/qc/charts'
import { done, draftBy, qcPlant, type Person, type Plant } from '../../support/qc/plant'
import { randomOf } from '../../support/random'

/** What is answered for charts over time: capability by day, week or month, yield in at most so many points, workload. */
const NOW = Date.parse('2026-05-20T12:00:00Z')
/** Monday at 08:00 in Shanghai, when its business day begins. */
const MONDAY = Date.parse('2026-04-20T00:00:00Z')

let app: App
let plant: Plant
/** Records are made within a week of their inspection. */
let now = NOW

beforeAll(async () => {
  app = await startApp({ now: () => now, settings: { sessionIdleMs: 1e12, sessionMaxMs: 2e12 } })
  plant = await qcPlant(app, { isScoped: true })
})
afterAll(() => app.close())

const at = (ms: number) => new Date(ms).toISOString()
async function recorded(chart: Charted, inspectedAt: number, { z = 0, by = plant.inspector } = {}) {
  now = inspectedAt + HOUR_MS
  const stored = await chart.record(z, { by, at: inspectedAt })
  now = NOW
  return stored
}
const trendOf = async ({ itemKey }: Charted, query = '', by: Person = plant.admin): Promise<CapabilityTrend> =>
  done(await by.get(`/qc/analysis/capability-trend?itemKey=${itemKey}${query}`))
const workloadOf = async (query: string, by: Person = plant.admin): Promise<Workload> =>
  done(await by.get(`/qc/analysis/workload?${query}`))

describe('steps', () => {
  test.each([
    ['a day is its own', '2026-04-22', 'day', '2026-04-22', '2026-04-23'],
    ['a week begins on Monday', '2026-04-26', 'week', '2026-04-20', '2026-04-27'],
    ['a week may begin in the year before', '2027-01-02', 'week', '2026-12-28', '2027-01-04'],
    ['a month begins on its first day', '2026-02-28', 'month', '2026-02-01', '2026-03-01'],
    ['after a long month comes the next', '2026-01-31', 'month', '2026-01-01', '2026-02-01'],
  ] as const)('%s', (_, day, by, first, next) => {
    expect([stepOf(day, by), stepAfter(stepOf(day, by), by)]).toEqual([first, next])
  })

  test.each([
    ['300 days are days', 'day', '2026-01-01', '2026-10-27', 'day'],
    ['301 days are weeks', 'day', '2026-01-01', '2026-10-28', 'week'],
    ['ten years of weeks are months', 'week', '2016-01-01', '2026-01-01', 'month'],
    ['months stay what they are', 'month', '1990-01-01', '2026-01-01', 'month'],
  ] as const)('%s', (_, by, first, last, step) => {
    expect(fittingStep(by, first, last, MAX_TREND_POINTS)).toBe(step)
  })
})

describe('GET /qc/analysis/capability-trend', () => {
  let chart: Charted
  beforeAll(async () => {
    chart = await chartOf(plant, { begin: MONDAY })
    const { below } = randomOf(7)
    // four weeks, the third without a record; the last hour of a Sunday night belongs to the week before
    for (const day of [0, 1, 2, 4, 6.95, 7, 8, 9, 11, 21, 22, 24]) {
      for (const minutes of [0, 7, 14, 21]) {
        await recorded(chart, MONDAY + day * DAY_MS + minutes * 60_000, { z: (below(400) - 200) / 100 })
      }
    }
  })

  test('each point is what the capability of its days alone is, by the index that judges (ADR 47)', async () => {
    const { by, points } = await trendOf(chart)
    expect(by).toBe('week')
    expect(points.map(({ day, n }) => [day, n])).toEqual([
      ['2026-04-20', 20],
      ['2026-04-27', 16],
      ['2026-05-11', 12],
    ])
    for (const { day, ...point } of points) {
      const from = Date.parse(`${day}T00:00:00Z`)
      const days = `&from=${at(from)}&to=${at(from + 7 * DAY_MS - 1)}`
      const whole: CapabilityAnswer = done(
        await plant.admin.get(`/qc/analysis/capability?itemKey=${chart.itemKey}${days}`),
      )
      const { versionNo, n, subgroups, cpk, ppk, deciding, conditions } = whole.versions[0]!
      const { amount } = conditions
      expect(point).toEqual({ versionNo, n, subgroups, cpk: cpk.value, ppk: ppk.value, deciding, amount })
    }
  })

  test('days and months are asked for by name, and the window holds', async () => {
    expect((await trendOf(chart, '&by=month')).points.map(({ day, n }) => [day, n])).toEqual([
      ['2026-04-01', 32],
      ['2026-05-01', 16],
    ])
    const days = await trendOf(chart, `&by=day&from=${at(MONDAY + 2 * DAY_MS)}&to=${at(MONDAY + 7.5 * DAY_MS)}`)
    expect(days.points.map(({ day }) => day)).toEqual(['2026-04-22', '2026-04-24', '2026-04-26', '2026-04-27'])
  })

  test('what is changed shows at once', async () => {
    const stored = await recorded(chart, MONDAY + 15 * DAY_MS)
    expect((await trendOf(chart)).points.map(({ n }) => n)).toEqual([20, 16, 1, 12])
    done(await chart.voided(stored))
    expect((await trendOf(chart)).points.map(({ n }) => n)).toEqual([20, 16, 12])
  })

  test('only records of the own scope are in it; without the permission there is none (S28)', async () => {
    await recorded(chart, MONDAY, { by: plant.colleague })
    expect((await trendOf(chart, '', plant.colleague)).points.map(({ n }) => n)).toEqual([1])
    const path = `/qc/analysis/capability-trend?itemKey=${chart.itemKey}`
    expect((await (await app.signedIn('qc:record:list')).get(path)).http).toBe(403)
    expect((await plant.admin.get('/qc/analysis/capability-trend?itemKey=none')).code).toBe(404)
    expect((await plant.admin.get(`${path}&by=year`)).code).toBe(400)
  })
})

describe('GET /qc/analysis/workload', () => {
  let chart: Charted
  beforeAll(async () => {
    chart = await chartOf(plant, { begin: MONDAY })
    // 09:30 in Shanghai twice, 23:59, and 00:00 of the next day
    for (const time of ['01:30', '01:30', '15:59', '16:00']) {
      await recorded(chart, Date.parse(`2026-05-11T${time}:00Z`))
    }
    await recorded(chart, Date.parse('2026-05-12T01:00:00Z'), { by: plant.colleague })
    await draftBy(plant.inspector, chart.template, { diameter: ['10.0000'] }, { inspectedAt: at(NOW - DAY_MS) })
  })
  const busy = ({ hours }: Workload) =>
    hours.flatMap(({ hour, records }) => (records > 0 ? [`${hour}: ${records}`] : []))

  test('records are counted by the hour of the clock of their line, and by shift; drafts are not', async () => {
    const workload = await workloadOf(`itemKey=${chart.itemKey}`)
    expect(workload.records).toBe(5)
    expect(workload.hours).toHaveLength(24)
    expect(busy(workload)).toEqual(['0: 1', '9: 3', '23: 1'])
    expect(workload.shifts.map(({ labelEn, records }) => `${labelEn}: ${records}`)).toEqual([
      'Night: 1',
      'Day: 3',
      'Evening: 1',
    ])
  })

  test('window, product line and scope hold; a voided record is gone', async () => {
    const day = `itemKey=${chart.itemKey}&from=2026-05-11T16:00:00Z&to=2026-05-12T15:59:59Z`
    expect(busy(await workloadOf(day))).toEqual(['0: 1', '9: 1'])
    expect(busy(await workloadOf(`itemKey=${chart.itemKey}`, plant.colleague))).toEqual(['9: 1'])
    expect((await workloadOf('product=c21')).records).toBeGreaterThan(5)
    expect((await workloadOf('product=none')).records).toBe(0)
    const stored = await recorded(chart, Date.parse('2026-05-12T05:00:00Z'))
    expect(busy(await workloadOf(day))).toEqual(['0: 1', '9: 1', '13: 1'])
    done(await chart.voided(stored))
    expect(busy(await workloadOf(day))).toEqual(['0: 1', '9: 1'])
    const path = `/qc/analysis/workload?${day}`
    expect((await (await app.signedIn('qc:record:list')).get(path)).http).toBe(403)
  })
})

test('the yield of more days than are asked for comes by weeks, and counts the same', async () => {
  const chart = await chartOf(plant, { begin: MONDAY })
  for (const day of [-60, -59, 0, 1, 2, 7]) await recorded(chart, MONDAY + day * DAY_MS)
  const path = `/qc/analysis/yield?templateId=${chart.template.templateId}`
  const daily: Yield = done(await plant.admin.get(path))
  const weekly: Yield = done(await plant.admin.get(`${path}&maxPoints=50`))
  expect([daily.by, daily.days.length, weekly.by]).toEqual(['day', 6, 'week'])
  expect(weekly.days.map(({ day, submitted, rate }) => [day, submitted, rate])).toEqual([
    ['2026-02-16', 2, 1],
    ['2026-04-20', 3, 1],
    ['2026-04-27', 1, 1],
  ])
  expect(weekly.submitted).toBe(daily.submitted)
})
