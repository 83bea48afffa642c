import { DAY_MS, HOUR_MS } from '#shared/durations'
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { daysAfter } from '#shared/qc/day'
import type { Signal } from '#shared/qc/signal'
import type { Overview, Start } from '#shared/access/operator'
import type { Yield } from '#shared/qc/analysis/schema'
import type { BigScreen } from '#shared/qc/wall'
import type { Page } from '#shared/list/page'
import type { QcOverview } from '#shared/qc/overview'
import type { RecordRow } from '#shared/qc/record/schema'
import { startApp, type App } from '../../support/app'
import { done, draftBy, qcPlant, stepped, valuesOf, type Person, type Plant } from '../../support/qc/plant'
import { chartOf, type Charted } from '../../support/qc/charts'

/** Figures of the dashboard: each of them is the count of a list, as the same person reads it. */

/** 20:00 in Shanghai; the business day began at 08:00. */
const NOW = Date.parse('2026-05-20T12:00:00Z')

let app: App
let plant: Plant
let chart: Charted
let elsewhere: Person
let now = NOW

beforeAll(async () => {
  app = await startApp({ now: () => now, settings: { sessionIdleMs: 1e12, sessionMaxMs: 2e12 } })
  plant = await qcPlant(app, { isScoped: true })
  const { admin, inspector, reviewer } = plant
  const deptId = done(await admin.post('/dept', { parentId: 0, deptName: '别的部门' }))
  elsewhere = await plant.person('inspector', deptId)
  chart = await chartOf(plant, { begin: NOW - 10 * DAY_MS })
  done(await chart.freeze())
  const template = await plant.template({ signLevels: 2 }, undefined)
  const bad = { thickness: ['10.50', '10.01', '9.99'], look: ['ok'] }
  const good = { thickness: ['10.00', '10.01', '9.99'], look: ['ok'] }
  const recorded = async (
    by: Person,
    daysAgo: number,
    entered: typeof good = good,
    { inspectedHoursBefore = 1 } = {},
  ) => {
    now = NOW - daysAgo * DAY_MS
    const inspectedAt = new Date(now - inspectedHoursBefore * HOUR_MS).toISOString()
    return stepped(by, 'submit', await draftBy(by, template, entered, { inspectedAt, remark: 'x' }))
  }
  await recorded(inspector, 9)
  const reviewed = await recorded(inspector, 4)
  await stepped(reviewer, 'review', reviewed)
  await recorded(inspector, 3, bad, { inspectedHoursBefore: 48 })
  await recorded(elsewhere, 3)
  await stepped(plant.engineer, 'void', await recorded(inspector, 0, bad), { reason: 'x' })
  await stepped(reviewer, 'reject', await recorded(plant.colleague, 0, bad), { reason: 'x' })
  for (const by of [inspector, inspector, plant.colleague, elsewhere]) await recorded(by, 0)
  await recorded(elsewhere, 0, bad)
  await recorded(inspector, 0, bad)
  await draftBy(inspector, template, good)
  const back = await stepped(inspector, 'withdraw', await recorded(inspector, 0, bad))
  const body = { lockVersion: back.lockVersion, values: valuesOf(template, good), reasonCode: 'typing' }
  await stepped(inspector, 'submit', done(await inspector.put(`/qc/value-base/${back.qcValueBaseId}`, body)))
  await chart.records([0.2, 0.4, 3.4], { at: NOW - 2 * HOUR_MS })
  await chart.record(-3.4, { by: elsewhere, at: NOW - HOUR_MS })
})
afterAll(() => app.close())

const overviewOf = async (person: Pick<Person, 'get'>): Promise<Overview> => done(await person.get('/overview'))
const countOf = async (person: Person, address: string): Promise<number> => done(await person.get(address)).count

type Who = 'admin' | 'engineer' | 'inspector' | 'colleague' | 'reviewer' | 'approver' | 'viewer' | 'somebody elsewhere'
const everybody: Who[] = [
  'admin',
  'engineer',
  'inspector',
  'colleague',
  'reviewer',
  'approver',
  'viewer',
  'somebody elsewhere',
]
const personOf = (who: Who): Person => (who === 'somebody elsewhere' ? elsewhere : plant[who])

const day = '2026-05-20'
const weekBefore = '2026-05-13'
const names = ['submitted', 'passed', 'failed', 'undecided', 'ng', 'pending'] as const

describe('every figure of the dashboard is the count of the list it leads to (ux §5)', () => {
  test.each(everybody)('for %s', async (who) => {
    const person = personOf(who)
    const { qc } = await overviewOf(person)
    const waiting: Page<RecordRow> = done(await person.get('/qc/value-base?waiting=1&pageSize=500'))
    const sinceOf = ({ waitingSince, updatedAt }: RecordRow) => Date.parse(waitingSince ?? updatedAt)
    const expected: Partial<QcOverview> = {
      isEmpty: false,
      businessDay: day,
      records: {
        waiting: waiting.count,
        waitingFirst: waiting.list
          .toSorted((a, b) => sinceOf(a) - sinceOf(b) || a.qcValueBaseId - b.qcValueBaseId)
          .slice(0, 5),
        overdue: await countOf(person, '/qc/value-base?overdue=1'),
        today: await countOf(person, `/qc/value-base?businessDay=${day}&counted=1`),
        ng: await countOf(person, `/qc/value-base?businessDay=${day}&counted=1&judgement=NG`),
      },
      openSignals: await countOf(person, '/qc/signal?state=open'),
    }
    expect(qc).toMatchObject(expected)
    const { days }: Yield = done(await person.get('/qc/analysis/yield'))
    const shareOf = (isMeant: (day: string) => boolean) => {
      const sum = { submitted: 0, passed: 0, failed: 0, undecided: 0, ng: 0, pending: 0 }
      for (const one of days) if (isMeant(one.day)) for (const name of names) sum[name] += one[name]
      return { ...sum, rate: sum.submitted === 0 ? null : sum.passed / sum.submitted }
    }
    expect(qc?.yield).toEqual({
      today: shareOf((one) => one === day),
      week: shareOf((one) => one < day && one >= weekBefore),
      target: null,
      days: Array.from({ length: 8 }, (_, index) => {
        const one = daysAfter(weekBefore, index)
        const { submitted, ng, rate } = shareOf((other) => other === one)
        return { day: one, submitted, ng, rate }
      }),
    })
    const {
      list: [newest],
    }: Page<Signal> = done(await person.get('/qc/signal?state=open&pageSize=1'))
    expect(qc?.newestSignal).toEqual(newest)
    if (newest) expect(qc?.chart?.itemKey).toBe(newest.itemKey)
    expect([qc?.yield?.today.submitted, qc?.yield?.today.ng]).toEqual([qc?.records?.today, qc?.records?.ng])
  })

  test.each<[who: Who, what: string, figures: number[]]>([
    ['admin', 'all, and may take every step', [15, 4, 12, 3, 3, 12]],
    ['reviewer', 'those of the department, and reviews them', [7, 3, 9, 2, 1, 9]],
    ['approver', 'the same, and approves what was reviewed or needs no review', [4, 3, 9, 2, 1, 9]],
    ['inspector', 'own ones', [0, 3, 7, 1, 1, 7]],
    ['colleague', 'own ones, of which one came back', [1, 0, 2, 1, 0, 2]],
    ['somebody elsewhere', 'own ones', [0, 1, 3, 1, 2, 3]],
  ])('%s sees %s', async (who, _, figures) => {
    const { records, openSignals, yield: share } = (await overviewOf(personOf(who))).qc!
    const { waiting, overdue, today, ng } = records!
    expect([waiting, overdue, today, ng, openSignals, share?.today.submitted]).toEqual(figures)
  })
})

test('the yield has the target that an administrator has set, and none without', async () => {
  const set = async (configValue: string) =>
    done(await plant.admin.put('/set-config', [{ configKey: 'qc_yieldTarget', configValue }]))
  const target = async () => (await overviewOf(plant.engineer)).qc?.yield?.target
  await set('95')
  expect(await target()).toBe(0.95)
  expect((await plant.admin.put('/set-config', [{ configKey: 'qc_yieldTarget', configValue: '101' }])).code).toBe(400)
  expect(await target()).toBe(0.95)
  await set('')
  expect(await target()).toBeNull()
})

describe('one call brings what the first page needs after a sign-in', () => {
  test.each(everybody)('for %s, each part as its own call answers it', async (who) => {
    const person = personOf(who)
    const { user, menu, overview, chart }: Start = done(await person.get('/start'))
    expect(user).toEqual(done(await person.get('/getinfo')))
    expect(menu).toEqual(done(await person.get('/menurole')))
    expect(overview).toEqual(await overviewOf(person))
    const { itemKey, from } = overview.qc?.chart ?? {}
    const address = new URLSearchParams({ itemKey: itemKey!, ...(from && { from }) })
    expect(chart).toEqual(done(await person.get(`/qc/analysis/spc?${address}`)))
  })

  test('nothing of quality control for those who may not read it (S30)', async () => {
    const { menu, overview, chart }: Start = done(await (await app.signedIn('admin:sysRole:list')).get('/start'))
    expect([menu, Object.keys(overview).toSorted(), chart]).toEqual([
      expect.any(Array),
      ['lastSignInAt', 'ownSessions', 'roles'],
      undefined,
    ])
  })
})

test('wall, dashboard and analysis tell the same yield, and the wall counts what the list of its line does (qc-domain 7.7)', async () => {
  const { admin } = plant
  const { kpi, hours }: BigScreen = done(await admin.get('/qc/bigscreen?product=c21'))
  const { records, yield: share } = (await overviewOf(admin)).qc!
  const { days }: Yield = done(await admin.get('/qc/analysis/yield?product=c21'))
  expect([kpi.yieldToday, kpi.yieldWeek]).toEqual([share!.today.rate, share!.week.rate])
  expect(days.find((one) => one.day === day)?.rate).toBe(kpi.yieldToday!)
  const list = `/qc/value-base?product=c21&businessDay=${day}&counted=1`
  const counts = [await countOf(admin, list), await countOf(admin, `${list}&judgement=NG`)]
  expect([kpi.recordsToday, kpi.ngToday]).toEqual(counts as [number, number])
  expect([records?.today, records?.ng]).toEqual(counts)
  // all of today's came in within these hours, and none of the day before
  const sumOf = (field: 'submitted' | 'passed' | 'ng') => hours.reduce((sum, hour) => sum + hour[field], 0)
  expect([sumOf('submitted'), sumOf('passed'), sumOf('ng')]).toEqual([12, share!.today.passed, kpi.ngToday])
})

test('the chart is that of the newest open signal, with fifty points and those that their rules look back at', async () => {
  const before = (await overviewOf(plant.admin)).qc?.chart
  expect(before).toEqual({ itemKey: chart.itemKey, from: null, tz: 'Asia/Shanghai' })
  const other = await chartOf(plant, { begin: NOW - 4 * DAY_MS })
  await other.records(Array.from({ length: 85 }, (_, index) => (index % 2 ? 0.3 : -0.3)))
  done(await other.freeze())
  expect((await overviewOf(plant.admin)).qc?.chart?.itemKey).toBe(chart.itemKey)
  now = NOW + 60_000 // later than all signals before
  await other.record(3.5)
  const after = (await overviewOf(plant.admin)).qc?.chart
  expect(after?.itemKey).toBe(other.itemKey)
  const spc = done(await plant.admin.get(`/qc/analysis/spc?itemKey=${other.itemKey}&from=${after?.from}`))
  expect(spc.total).toBe(80)
})

describe('what somebody may not read is not told, as a number either', () => {
  test.each<[held: string, tags: Parameters<App['signedIn']>, told: string[]]>([
    ['nothing', [], []],
    ['pages of the administration', ['admin:sysRole:list'], []],
    ['records', ['qc:record:list'], ['businessDay', 'isEmpty', 'isScoped', 'records']],
    ['signals', ['qc:signal:list'], ['businessDay', 'isEmpty', 'isScoped', 'openSignals']],
    ['the analysis', ['qc:analysis:list'], ['businessDay', 'chart', 'isEmpty', 'isScoped', 'yield']],
  ])('who holds %s', async (_, tags, told) => {
    const { qc } = await overviewOf(await app.signedIn(...tags))
    expect(Object.keys(qc ?? {}).toSorted()).toEqual(told)
  })
})

test('before anything is set up or recorded there are no days, and nothing is counted', async () => {
  const empty = await startApp({ now: () => NOW })
  const { qc } = await overviewOf(await empty.signedIn('*:*:*'))
  expect(qc).toEqual({
    isScoped: false,
    isEmpty: true,
    businessDay: null,
    records: { waiting: 0, waitingFirst: [], overdue: 0 },
    openSignals: 0,
  })
  await empty.close()
})
