import { DAY_MS, HOUR_MS } from '#shared/durations'
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { shareUntilCommit } from '#server/platform/cache/until-commit'
import type { Store } from '#server/platform/store/index'
import type { Spc } from '#shared/qc/analysis/schema'
import type { BigScreen } from '#shared/qc/wall'
import { normalQuantile } from '#shared/spc/distribution/normal'
import { raisedOf } from '../../../client/pages/qc/wall/live/raised'
import { rangeFrom } from '../../../client/pages/qc/analysis/ranges'
import { startApp, type App } from '../../support/app'
import {
  done,
  draftBy,
  good,
  qcPlant,
  stepped,
  valuesOf,
  type Entered,
  type Plant,
  type PlantTemplate,
  withScope,
} from '../../support/qc/plant'
import { chartOf, diameter } from '../../support/qc/charts'
import { listening } from '../../support/stream'

/** What the wall shows of a product line: figures that were worked out by hand, of a few records. */
const NOW = Date.parse('2026-11-21T04:30:00Z') // 12:30 at the plant, in its early shift
let clock = NOW
let app: App
let plant: Plant
let template: PlantTemplate
let looker: Awaited<ReturnType<App['signedIn']>>

const bad: Entered = { thickness: ['10.20', '10.01', '9.99'], look: ['ok'] }
const warned: Entered = { thickness: ['10.07', '10.01', '9.99'], look: ['ok'] }

/** A record that came in so long ago. */
async function record(ago: number, entered: Entered, more: object = {}) {
  clock = NOW - ago
  const draft = await draftBy(plant.inspector, template, entered, { lotId: plant.lotId, remark: '见备注', ...more })
  return stepped(plant.inspector, 'submit', draft)
}

beforeAll(async () => {
  clock = NOW - 4 * DAY_MS
  app = await startApp({ now: () => clock, settings: { sessionIdleMs: 1e12, sessionMaxMs: 2e12 } })
  plant = await qcPlant(app)
  looker = await withScope(app, await app.signedIn('qc:bigscreen:list'), '1')
  template = await plant.template({ code: 'OD-1', name: '外径巡检', nameEn: 'Diameter' })
  const { equipmentId } = plant
  // two days ago three, one of them not in order
  await record(2 * DAY_MS, good, { equipmentId })
  await record(2 * DAY_MS - HOUR_MS, bad, { equipmentId })
  await record(2 * DAY_MS - 2 * HOUR_MS, good)
  // today four: the first at 08:30, half an hour after the day began
  await record(4 * HOUR_MS, good)
  await record(3 * HOUR_MS, warned)
  await record(2 * HOUR_MS, bad)
  await record(2 * HOUR_MS - 60_000, good)
  // and one that counts for nothing
  const voided = await record(HOUR_MS, bad)
  await stepped(plant.admin, 'void', voided, { reason: '录错' })
  await draftBy(plant.inspector, template, bad)
  clock = NOW
})
afterAll(() => app.close())

const wall = async (product = 'c21') => done(await looker.get(`/qc/bigscreen?product=${product}`))

describe('the wall of a product line (qc-domain 7.7)', () => {
  test('its tiles: today against what is usual, and what waits', async () => {
    expect((await wall()).kpi).toEqual({
      recordsToday: 4,
      recordsUsual: 3, // of days that had any
      yieldToday: 3 / 4, // a warning has passed
      yieldWeek: 2 / 3,
      ngToday: 1,
      pendingToday: 0,
      undecidedToday: 0,
      openSignals: 0,
      oldestSignalAt: null,
      waiting: 7,
      oldestWaitingAt: new Date(NOW - 2 * DAY_MS).toISOString(),
      lowestCpk: null, // too few values
      lowestIndex: null,
    })
  })

  test('its shift ends when a clock at the plant says so, and it names its time zone', async () => {
    const { shift, product, at, businessDay } = await wall()
    expect(businessDay).toBe('2026-11-21')
    expect(at).toBe(new Date(NOW).toISOString())
    expect(shift).toEqual({ name: '早班', nameEn: 'Day', endsAt: '2026-11-21T08:00:00.000Z' })
    expect(product).toMatchObject({ code: 'c21', tz: 'Asia/Shanghai' })
  })

  test('24 hours, the present one last', async () => {
    const { hours } = await wall()
    expect(hours).toHaveLength(24)
    expect(hours.at(-1).from).toBe('2026-11-21T04:00:00.000Z')
    const told = hours.flatMap((hour: any, index: number) =>
      hour.submitted ? [[index - 23, hour.submitted, hour.passed, hour.ng]] : [],
    )
    expect(told).toEqual([
      [-4, 1, 1, 0],
      [-3, 1, 1, 0],
      [-2, 2, 1, 1],
    ])
  })

  test('its last records, the newest first, without those voided or still a draft', async () => {
    const { records } = await wall()
    expect(records.map(({ judgement }: any) => judgement)).toEqual(['OK', 'NG', 'WARN', 'OK', 'OK', 'NG', 'OK'])
    expect(records[0]).toEqual({
      qcValueBaseId: expect.any(Number),
      recordNo: expect.stringMatching(/^C21-/),
      at: new Date(NOW - 2 * HOUR_MS + 60_000).toISOString(),
      submittedAt: new Date(NOW - 2 * HOUR_MS + 60_000).toISOString(),
      templateName: '外径巡检',
      templateNameEn: 'Diameter',
      lotNo: 'L-001',
      judgement: 'OK',
      status: 'submitted',
      isRetest: false,
    })
  })

  test('what failed in seven days, and the machines by their last check against the usual time between two', async () => {
    const { pareto, equipment } = await wall()
    expect(pareto).toEqual({
      defects: [],
      items: [{ code: template.keys['thickness'], label: '厚度', labelEn: 'Thickness', count: 2, cumulative: 100 }],
    })
    expect(equipment).toEqual([
      {
        equipmentId: plant.equipmentId,
        name: '涂布机 1 号',
        nameEn: 'Coater 1',
        lastAt: new Date(NOW - 2 * DAY_MS + HOUR_MS).toISOString(),
        judgement: 'NG',
        intervalMin: 60,
        isOverdue: true,
      },
    ])
  })

  test('a chart and a cell of each item that asks for one, whatever its age', async () => {
    const { charts, capability } = await wall()
    expect(charts.map(({ item, chart, points }: any) => [item.code, chart, points.length])).toEqual([
      ['thickness', 'xbar-r', 7],
    ])
    const means = [10, (10.2 + 10.01 + 9.99) / 3, 10, 10, (10.07 + 10.01 + 9.99) / 3, (10.2 + 10.01 + 9.99) / 3, 10]
    expect(capability).toHaveLength(1)
    expect(capability[0]).toMatchObject({
      name: '厚度',
      templateName: '外径巡检',
      cpk: null,
      band: null,
      openSignals: 0,
    })
    for (const [index, mean] of means.entries()) expect(capability[0].recent[index]).toBeCloseTo(mean, 9)
    clock = NOW + 40 * DAY_MS
    const late = await app.signedIn('*:*:*')
    expect(done(await late.get('/qc/bigscreen?product=c21')).charts[0].points).toHaveLength(7)
    clock = NOW
  })

  test('no names of people', async () => {
    const text = JSON.stringify(await wall())
    for (const { nickName, username } of await app.store.db.select().from(app.store.t.users)) {
      if (nickName) expect(text).not.toContain(`"${nickName}"`)
      expect(text).not.toContain(`"${username}"`)
    }
    expect(text).not.toMatch(/operator|nickName|createBy|createName/)
  })
})

describe('however many walls ask at once', () => {
  const store = (version: () => number) => ({ db: {}, version }) as unknown as Store // all that is read of it
  const made = () => {
    const answers: ((answer: string) => void)[] = []
    const work = () => new Promise<string>((resolve) => answers.push(resolve))
    return { answers, work }
  }

  test('they share one answer as long as nothing was committed, for a second', async () => {
    const [share, { answers, work }, one] = [shareUntilCommit<string>({ maxAgeMs: 1000 }), made(), store(() => 7)]
    const asked = [0, 300, 999].map((now) => share(one, '1', work, now))
    expect(answers).toHaveLength(1)
    answers[0]!('first')
    expect(await Promise.all(asked)).toEqual(['first', 'first', 'first'])
    const later = share(one, '1', work, 1000)
    await Bun.sleep(0)
    expect(answers).toHaveLength(2)
    answers[1]!('second')
    expect(await later).toBe('second')
  })

  test('who asks after a commit gets what was begun after it, one at a time', async () => {
    let version = 1
    const [share, { answers, work }, one] = [shareUntilCommit<string>({ maxAgeMs: 1000 }), made(), store(() => version)]
    const before = share(one, '1', work, 0)
    version = 2
    const after = [share(one, '1', work, 1), share(one, '1', work, 2)]
    expect(answers).toHaveLength(1)
    answers[0]!('old')
    expect(await before).toBe('old')
    await Bun.sleep(0)
    expect(answers).toHaveLength(2)
    answers[1]!('new')
    expect(await Promise.all(after)).toEqual(['new', 'new'])
  })

  test('one that failed is not given again, and other lines do not wait for it', async () => {
    const [share, one] = [shareUntilCommit<string>({ maxAgeMs: 1000 }), store(() => 1)]
    const failed = share(one, '1', () => Promise.reject(new Error('no')), 0)
    expect(await share(one, '2', async () => 'other', 0)).toBe('other')
    await expect(failed).rejects.toThrow('no')
    await Bun.sleep(0)
    expect(await share(one, '1', async () => 'again', 0)).toBe('again')
  })
})

test.each([
  ['alone', [false, true, false, true], [false, false, false, false]],
  ['side by side', [true, true, true, true], [false, true, false, true]],
  ['after a gap anew', [true, true, false, true, true], [false, true, false, false, true]],
])('counts above hours %s never touch: every second one stands higher', (_, has, raised) => {
  expect(raisedOf(has)).toEqual(raised)
})

const flaw = { code: 'flaws', name: '外观缺陷', nameEn: 'Flaws', type: 'defects', usl: '9' } as const

describe('who sees a wall', () => {
  test.each<[what: string, path: string, code: number]>([
    ['no such product line', '/qc/bigscreen?product=none', 404],
    ['none named', '/qc/bigscreen', 400],
  ])('%s: %s is answered %d', async (_what, path, code) => {
    expect((await looker.get(path)).code).toBe(code)
  })

  test('somebody without the permission is refused, before their input is looked at', async () => {
    const nobody = await app.signedIn('qc:record:list')
    expect((await nobody.get('/qc/bigscreen?product=c21')).code).toBe(403)
    expect((await nobody.get('/qc/bigscreen')).code).toBe(403)
    expect((await app.anyone.get('/qc/bigscreen?product=c21')).code).toBe(401)
  })

  test('of a wall somebody sees what lies in their data scope, and a display what its creator may see (S33)', async () => {
    const line = { code: 'p50', name: 'P', nameEn: 'P', tz: 'UTC', dayStartMin: 0, shifts: [] }
    const productId: number = done(await plant.admin.post('/qc/product', line))
    const coater = { code: 'M9', name: '涂布机 9 号', nameEn: 'Coater 9', kind: 'machine' }
    const equipmentId: number = done(await plant.admin.post('/qc/equipment', { productId, ...coater }))
    const deptId: number = done(await plant.admin.post('/dept', { parentId: 0, deptName: '二部' }))
    const theirs = await plant.template({ productId, code: 'P-1' }, [diameter, flaw])
    const colleague = await plant.person('inspector', deptId)
    const enter = async (by: Plant['inspector'], value: string, found: string, at: number) => {
      const entered = { diameter: [value], flaws: [{ raw: found, den: '10' }] }
      const more = { inspectedAt: new Date(NOW - at * 60_000).toISOString(), remark: '超限', equipmentId }
      return stepped(by, 'submit', await draftBy(by, theirs, entered, more))
    }
    const limits = { itemKey: theirs.keys['diameter'], chart: 'imr', centre: 10, sigma: 0.01, reason: 'x' }
    done(await plant.engineer.post('/qc/limit-set', { ...limits, validFrom: new Date(NOW - DAY_MS).toISOString() }))
    const others = [await enter(plant.inspector, '12.0000', '3', 50), await enter(plant.inspector, '10.0000', '0', 20)]
    const own = [await enter(colleague, '10.0100', '0', 40)]

    const seenBy = async (who: { get: Plant['inspector']['get'] }) => {
      const seen = done(await who.get('/qc/bigscreen?product=p50')) as BigScreen
      const { kpi, hours, pareto, charts, records, capability, equipment, isScoped } = seen
      return {
        isScoped,
        tiles: [kpi.recordsToday, kpi.ngToday, kpi.yieldToday, kpi.openSignals, kpi.waiting],
        submitted: hours.reduce((sum, { submitted }) => sum + submitted, 0),
        pareto: [pareto.defects.length, pareto.items.length],
        values:
          charts.find(({ item }) => item.itemKey === theirs.keys['diameter'])?.points.map(({ mean }) => mean) ?? [],
        records: records.map(({ recordNo }) => recordNo),
        strip: capability.find(({ itemKey }) => itemKey === theirs.keys['diameter'])!.openSignals,
        lastAt: equipment.map(({ lastAt }) => lastAt),
      }
    }
    const minutesAgo = (minutes: number) => new Date(NOW - minutes * 60_000).toISOString()
    const everything = {
      isScoped: false,
      tiles: [3, 1, 2 / 3, 2, 3], // beyond 3 σ, and far from the one before
      submitted: 3,
      pareto: [1, 1],
      values: [12, 10.01, 10],
      records: [others[1]!, own[0]!, others[0]!].map(({ recordNo }) => recordNo),
      strip: 2,
      lastAt: [minutesAgo(20)],
    }
    const part = {
      isScoped: true,
      tiles: [1, 0, 1, 1, 1],
      submitted: 1,
      pareto: [0, 0],
      values: [10.01],
      records: [own[0]!.recordNo],
      strip: 1,
      lastAt: [minutesAgo(40)],
    }
    const nothing = { ...part, tiles: [0, 0, null, 0, 0], submitted: 0, values: [], records: [], strip: 0, lastAt: [] }
    const tags = ['qc:bigscreen:list', 'qc:bigscreen:edit'] as const
    const maker = await withScope(app, await app.signedIn(...tags), '1', deptId)
    const { token } = done(await maker.post('/qc/display', { name: '二部', productId }))
    const display = app.callerWith(token)
    const ofDept = await withScope(app, await app.signedIn('qc:bigscreen:list'), '3', deptId)
    const ofNone = await withScope(app, await app.signedIn('qc:bigscreen:list'), '5', deptId)
    const ofOwn = await withScope(app, await app.signedIn('qc:bigscreen:list'), '3', plant.deptId)
    for (let round = 0; round < 2; round++) {
      // what was worked out for one is given to no other
      expect(await seenBy(looker)).toEqual(everything)
      expect(await seenBy(ofDept)).toEqual(part)
      expect(await seenBy(ofNone)).toEqual(nothing)
      expect(await seenBy(display)).toEqual(everything)
      expect((await seenBy(ofOwn)).tiles[0]).toBe(2)
    }
    await withScope(app, maker, '3')
    expect([await seenBy(display), await seenBy(maker)]).toEqual([part, part])
    await withScope(app, maker, '5')
    expect([await seenBy(display), await seenBy(looker)]).toEqual([nothing, everything])
  })

  test('a display sees its own line alone, and nothing once it was revoked', async () => {
    const other = done(
      await plant.admin.post('/qc/product', {
        code: 'd34',
        name: 'D',
        nameEn: 'D',
        tz: 'UTC',
        dayStartMin: 0,
        shifts: [],
      }),
    )
    expect(other).toBeNumber()
    const { token, displayId } = done(
      await plant.admin.post('/qc/display', { name: '入口', productId: plant.productId }),
    )
    const display = app.callerWith(token)
    expect(done(await display.get('/qc/bigscreen')).kpi.recordsToday).toBe(4)
    expect((await display.get('/qc/bigscreen?product=d34')).code).toBe(403)
    expect((await display.get('/qc/value-base')).code).toBe(401)
    done(await plant.admin.delete(`/qc/display/${displayId}`, {}))
    expect((await display.get('/qc/bigscreen')).code).toBe(401)
  })
})

test('a record that comes in is told live, and its figures follow without a reading (qc-domain 6)', async () => {
  const { lastEventId } = await wall()
  const response = await app.app.request('/api/v1/qc/stream?product=c21', {
    headers: { authorization: `Bearer ${plant.admin.token}`, 'last-event-id': String(lastEventId) },
  })
  expect(response.status).toBe(200)
  const stream = listening(response)
  await stream.begun()
  const { recordNo } = await record(0, bad)
  const told = await stream.until(({ event, data }) => event === 'record' && data.recordNo === recordNo)
  expect(told.id).toBeGreaterThan(lastEventId)
  const { data } = await stream.until(({ event }) => event === 'kpi')
  expect(data).toMatchObject({ recordsToday: 5, ngToday: 2, yieldToday: 3 / 5, waiting: 8 })
  expect(data).toEqual((await wall()).kpi)
  await stream.leave()
})

describe('the charts of a wall say what its lamps and the analysis say', () => {
  const begin = NOW - 90 * 60_000
  const wallChart = async (itemKey: string) =>
    ((await wall()) as BigScreen).charts.find(({ item }) => item.itemKey === itemKey)!
  const spcOf = async (itemKey: string): Promise<Spc> =>
    done(await plant.admin.get(`/qc/analysis/spc?itemKey=${itemKey}`))
  const brokenIn = ({ hits }: Pick<Spc, 'hits'>) => hits.map(({ rule, qcValueBaseId }) => `${rule} at ${qcValueBaseId}`)

  test('a run that began before the points that are shown is told', async () => {
    const one = await chartOf(plant, { begin: NOW - 20 * HOUR_MS })
    done(await one.freeze())
    const run = Array.from({ length: 9 }, (_, index) => (index % 2 ? 0.3 : 0.4))
    const calm = Array.from({ length: 48 }, (_, index) => (index % 2 ? 0.4 : -0.4))
    for (const [place, z] of [...run, ...calm].entries()) await one.record(z, { at: begin + place * 60_000 })
    const [chart, spc] = [await wallChart(one.itemKey), await spcOf(one.itemKey)]
    expect(brokenIn(spc)).toEqual([`2 at ${one.ids[8]}`])
    expect([chart.item.openSignals, brokenIn(chart)]).toEqual([1, brokenIn(spc)])
    expect(chart.points).toEqual(spc.points.slice(-50))
    expect(chart.phases).toMatchObject([{ firstIndex: 7, lastIndex: 56, isFrozen: true }])
  })

  test('limits on trial that rest on few points allow no verdict; enough points do, and frozen limits (qc-domain 2.8)', async () => {
    const begin = NOW - 20 * HOUR_MS
    const one = await chartOf(plant, { begin })
    async function told() {
      const { isTrial, phasePoints } = await wallChart(one.itemKey)
      const { verdict } = await spcOf(one.itemKey)
      expect({ isTrial, phasePoints }).toEqual({ isTrial: verdict.isTrial, phasePoints: verdict.phasePoints })
      return [phasePoints, isTrial]
    }
    await one.record(0.4, { at: begin })
    expect(await told()).toEqual([1, true])
    for (let place = 1; place < 30; place++) await one.record(place % 2 ? -0.4 : 0.4, { at: begin + place * 60_000 })
    expect(await told()).toEqual([30, false])
    const few = await chartOf(plant, { begin })
    await few.record(0.4, { at: begin })
    done(await few.freeze())
    expect(await wallChart(few.itemKey)).toMatchObject({ isTrial: false, phasePoints: 1 })
  })

  test('another version has other rules, at once', async () => {
    const one = await chartOf(plant, { begin }, { rules: [1] })
    for (let index = 0; index < 30; index++) {
      await one.record(index === 15 ? 8 : index % 2 ? 0.4 : -0.4, { at: begin + index * 60_000 })
    }
    expect(brokenIn(await wallChart(one.itemKey))).toContain(`1 at ${one.ids[15]}`)
    const { templateId } = one.template
    await plant.publish(templateId, [{ ...diameter, itemKey: one.itemKey, rules: [7], usl: '10.01' }])
    const [chart, spc] = [await wallChart(one.itemKey), await spcOf(one.itemKey)]
    expect(spc.rules).toEqual(['7'])
    expect(brokenIn(chart)).toEqual(brokenIn(spc))
  })
})

test('7 and 30 days of the wall and of the list of templates are those of the analysis, by each line (T15)', async () => {
  let time = Date.parse('2026-10-22T12:00:00Z')
  const own = await startApp({ now: () => time, settings: { sessionIdleMs: 1e12, sessionMaxMs: 2e12 } })
  const line = await qcPlant(own)
  const late = { code: 'late', name: 'L', nameEn: 'L', tz: 'America/Los_Angeles', dayStartMin: 0, shifts: [] }
  const productId = done(await line.admin.post('/qc/product', late))
  const [here, there] = [await line.template(), await line.template({ productId })]
  async function recorded(at: string, of: PlantTemplate, entered: Entered, more: object = {}) {
    time = Date.parse(at)
    await stepped(line.inspector, 'submit', await draftBy(line.inspector, of, entered, { remark: '见备注', ...more }))
  }
  // 20:00 of 22 October at the plant, 05:00 in Los Angeles, where 30 days begin with that day
  await recorded('2026-10-22T12:00:00Z', here, bad, { equipmentId: line.equipmentId })
  await recorded('2026-10-22T12:00:00Z', there, bad)
  await recorded('2026-10-23T00:00:00Z', here, good)
  await recorded('2026-11-14T12:00:00Z', here, bad) // less than seven times 24 hours ago
  await recorded('2026-11-15T00:00:00Z', here, bad)
  time = NOW
  const options = done(await line.admin.get('/qc/product/option-select'))
  const screen: BigScreen = done(await line.admin.get('/qc/bigscreen?product=c21'))
  const { list } = done(await line.admin.get('/qc/template?codeOrder=asc'))
  const analysed = async (path: string, { templateId }: PlantTemplate, days: '7' | '30', product: string) => {
    const from = rangeFrom(
      days,
      NOW,
      options.find(({ code }: { code: string }) => code === product),
    )
    return done(await line.admin.get(`/qc/analysis/${path}?templateId=${templateId}&kind=item&from=${from}`))
  }
  const failed = await analysed('pareto', here, '7', 'c21')
  expect([screen.pareto.items.map(({ count }) => count), failed.total]).toEqual([[1], 1])
  for (const [of, product, records] of [[here, 'c21', 3] as const, [there, 'late', 1] as const]) {
    const { submitted, days } = await analysed('yield', of, '30', product)
    const ng = days.reduce((sum: number, day: { ng: number }) => sum + day.ng, 0)
    const row = list.find(({ templateId }: { templateId: number }) => templateId === of.templateId)
    expect([submitted, row.recentRecords, row.recentNgRate]).toEqual([records, records, ng / submitted])
  }
  expect(screen.equipment).toEqual([])
  await own.close()
})

describe('on the days when the clock is changed', () => {
  // Berlin: summer time from 2026-03-29 01:00Z to 2026-10-25 01:00Z.
  const shifts = [
    ['E', 360, 840],
    ['L', 840, 1320],
    ['N', 1320, 360],
  ].map(([name, startMin, endMin]) => ({ code: name, name, nameEn: name, startMin, endMin }))
  let time = NOW
  let berlin: App
  let admin: Plant['admin']
  beforeAll(async () => {
    berlin = await startApp({ now: () => time, settings: { sessionIdleMs: 1e12, sessionMaxMs: 2e12 } })
    admin = await berlin.signedIn('*:*:*')
    const line = { code: 'eu', name: 'eu', nameEn: 'eu', tz: 'Europe/Berlin', dayStartMin: 360, shifts }
    done(await admin.post('/qc/product', line))
  })
  afterAll(() => berlin.close())

  test.each([
    ['2026-03-28T22:30:00Z', 'N', '2026-03-29T04:00:00.000Z', '2026-03-28T13:00:00.000Z'],
    ['2026-03-29T02:30:00Z', 'N', '2026-03-29T04:00:00.000Z', '2026-03-28T13:00:00.000Z'],
    ['2026-03-29T05:30:00Z', 'E', '2026-03-29T12:00:00.000Z', '2026-03-28T21:00:00.000Z'],
    ['2026-10-24T21:30:00Z', 'N', '2026-10-25T05:00:00.000Z', '2026-10-24T12:00:00.000Z'],
    ['2026-10-25T00:30:00Z', 'N', '2026-10-25T05:00:00.000Z', '2026-10-24T12:00:00.000Z'], // 02:30 for the first time
    ['2026-10-25T01:30:00Z', 'N', '2026-10-25T05:00:00.000Z', '2026-10-24T12:00:00.000Z'], // for the second
    ['2026-10-25T06:30:00Z', 'E', '2026-10-25T13:00:00.000Z', '2026-10-24T20:00:00.000Z'],
  ])('at %s shift %s ends at %s, and that before it began at %s', async (at, name, endsAt, since) => {
    time = Date.parse(at)
    expect(done(await admin.get('/qc/bigscreen?product=eu')).shift).toMatchObject({ name, endsAt })
    expect(done(await admin.get('/qc/analysis/charts?product=eu')).since).toBe(since)
  })
})

test('at night the business day is that on which the shift began (qc-domain 7.7)', async () => {
  clock = Date.parse('2026-11-21T18:30:00Z') // 02:30 of the 22nd at the plant
  const night = await app.signedIn('*:*:*')
  expect(done(await night.get('/qc/bigscreen?product=c21'))).toMatchObject({ businessDay: '2026-11-21' })
  clock = NOW
})

describe('what a shift leader reads off a wall', () => {
  const flaws = { code: 'flaws', name: '外观缺陷', nameEn: 'Flaws', type: 'defects', usl: '9', spc: true } as const

  test('an item with an open signal stands first in the strip, out of control', async () => {
    const calm = await chartOf(plant, { begin: NOW - 20 * HOUR_MS })
    const loud = await chartOf(plant, { begin: NOW - 20 * HOUR_MS })
    for (const one of [calm, loud]) done(await one.freeze())
    for (const [index, z] of [0.3, -0.4, 8].entries()) await loud.record(z, { at: NOW - (30 - index) * 60_000 })
    const { capability } = (await wall()) as BigScreen
    const signalling = capability.filter(({ openSignals }) => openSignals > 0)
    expect(signalling.map(({ itemKey }) => itemKey)).toContain(loud.itemKey)
    expect(capability.slice(0, signalling.length)).toEqual(signalling)
    expect(signalling.map(({ isStable }) => isStable)).not.toContain(true)
    expect(capability.find(({ itemKey }) => itemKey === calm.itemKey)).toMatchObject({ openSignals: 0 })
  })

  test('a line that counts defects tells what was NG beside them; counts without a signal have no cell', async () => {
    const counted = await plant.template({ code: 'FL-1', name: '外观', nameEn: 'Looks' }, [flaws])
    const itemKey = counted.keys['flaws']!
    const values = [{ itemKey, sampleNo: 1, raw: '3', den: '10' }]
    clock = NOW - 60_000
    const head = { templateId: counted.templateId, lotId: plant.lotId, values }
    await stepped(plant.inspector, 'submit', done(await plant.inspector.post('/qc/value-base', head)))
    clock = NOW
    const { pareto, capability } = (await wall()) as BigScreen
    expect(pareto.defects).toEqual([{ code: itemKey, label: '外观缺陷', labelEn: 'Flaws', count: 3, cumulative: 100 }])
    expect(pareto.items.map(({ code }) => code)).toContain(template.keys['thickness']!)
    expect(capability.map((cell) => cell.itemKey)).not.toContain(itemKey)
  })

  test('what was inspected earlier and comes in now is among the last records, where it was inspected', async () => {
    clock = NOW
    const draft = await draftBy(plant.inspector, template, good, {
      lotId: plant.lotId,
      inspectedAt: new Date(NOW - 5 * HOUR_MS).toISOString(),
    })
    const { recordNo } = await stepped(plant.inspector, 'submit', draft)
    const { records } = (await wall()) as BigScreen
    const at = new Date(NOW - 5 * HOUR_MS).toISOString()
    expect(records.find((one) => one.recordNo === recordNo)).toMatchObject({
      at,
      submittedAt: new Date(NOW).toISOString(),
    })
    expect(records.map((one) => one.at)).toEqual(
      records
        .map((one) => one.at)
        .toSorted()
        .toReversed(),
    )
  })

  test('checks in a row are one round: the usual interval is between rounds', async () => {
    const equipmentId = done(
      await plant.admin.post('/qc/equipment', { code: 'RND-1', name: '轮次', nameEn: 'Rounds', kind: 'machine' }),
    )
    for (const ago of [4, 3, 2]) {
      for (const piece of [0, 1, 2]) await record(ago * HOUR_MS - piece * 60_000, good, { equipmentId })
    }
    clock = NOW
    const { equipment } = (await wall()) as BigScreen
    expect(equipment.find((machine) => machine.equipmentId === equipmentId)).toMatchObject({ intervalMin: 58 })
  })

  test('a retest among the last records is told apart, as the tiles do not count it', async () => {
    const today = async () => ((await wall()) as BigScreen).kpi.recordsToday
    const before = await today()
    const first = await record(0, bad)
    const again = done(
      await plant.inspector.post(`/qc/value-base/${first.qcValueBaseId}/retest`, { lockVersion: first.lockVersion }),
    )
    const values = valuesOf(template, good)
    const saved = done(
      await plant.inspector.put(`/qc/value-base/${again.qcValueBaseId}`, { lockVersion: again.lockVersion, values }),
    )
    await stepped(plant.inspector, 'submit', saved)
    const isRetest = async (id: number) =>
      ((await wall()) as BigScreen).records.find(({ qcValueBaseId }) => qcValueBaseId === id)?.isRetest
    expect([await isRetest(first.qcValueBaseId), await isRetest(again.qcValueBaseId)]).toEqual([false, true])
    expect(await today()).toBe(before + 1)
    const present = done(await plant.admin.get(`/qc/value-base/${first.qcValueBaseId}`))
    await stepped(plant.admin, 'void', present, { reason: '录错' })
    expect(await isRetest(again.qcValueBaseId)).toBe(false) // it is the first test that is valid, and counts
    expect(await today()).toBe(before + 1)
  })
})

test('a record that lacks a value is named as not judged yet: neither passed nor NG, alike on wall, dashboard and in the analysis', async () => {
  const told = async () => {
    const { kpi, hours, businessDay } = await wall()
    const { days } = done(await plant.admin.get('/qc/analysis/yield?product=c21'))
    const { qc } = done(await plant.admin.get('/overview'))
    return [kpi, hours.at(-1), days.find(({ day }: { day: string }) => day === businessDay), qc.yield.today]
  }
  const figures = (seen: any[]) =>
    seen.map((one) => [one.pending ?? one.pendingToday, one.ng ?? one.ngToday, one.passed ?? one.yieldToday])
  const undecided = ([kpi, , day, today]: any[]) => [kpi.undecidedToday, day.undecided, today.undecided]
  const first = await told()
  const before = figures(first)
  const { judgement } = await record(0, {
    thickness: ['10.00', '10.01', { state: 'missing', missingCode: 'damaged' }],
    look: ['ok'],
  })
  expect(judgement).toBe('PENDING')
  const after = await told()
  expect(figures(after).map(([pending, ng]) => [pending, ng])).toEqual(before.map(([pending, ng]) => [pending + 1, ng]))
  expect(
    figures(after)
      .slice(1)
      .map(([, , passed]) => passed),
  ).toEqual(before.slice(1).map(([, , passed]) => passed))
  expect(undecided(after)).toEqual(undecided(first).map((count) => count + 1))
  expect([after[2].failed, after[3].failed]).toEqual([first[2].failed, first[3].failed])
  expect(after[3].rate).toBeCloseTo(after[3].passed / after[3].submitted, 12)
})

test('capability leaves out what is left out of the limits, at once, as the analysis does', async () => {
  const one = await chartOf(plant, { begin: NOW - 90 * 60_000 }, { lsl: '9.95', usl: '10.05' })
  for (let index = 0; index < 31; index++) {
    await one.record(index === 15 ? 4.9 : index % 2 ? 0.4 : -0.4, { at: NOW - (90 - index) * 60_000 })
  }
  const told = async () => {
    const { capability } = (await wall()) as BigScreen
    const { verdict }: Spc = done(await plant.admin.get(`/qc/analysis/spc?itemKey=${one.itemKey}`))
    return [capability.find(({ itemKey }) => itemKey === one.itemKey)!.cpk!, verdict.cpk!] as const
  }
  const [before, spcBefore] = await told()
  const exclusion = { itemKey: one.itemKey, qcValueBaseId: one.ids[15], reason: '断刀' }
  done(await plant.engineer.post('/qc/exclusion', exclusion))
  const [after, spcAfter] = await told()
  expect([before, after]).toEqual([spcBefore, spcAfter])
  expect(after).toBeGreaterThan(1.2 * before)
})

/**
 * T2. Figures by another program (Python, from the texts as entered): mean, s, mean moving range / 1.12838, A², lognormal
 * fit by mean and n-divisor deviation of ln x.
 * burr: x̄ 9.996, s 0.037893, σ 0.024360: Cpk 1.41, Ppk 0.91, p 0.27. foil: x̄ 10, s 0.009963, σ 0.010108: Cpk 1.19, Ppk 1.21.
 * leak: ln x 2.3026 ± 0.4947, x50 10.000, x99.865 44.113; pooled 6.0635 / c4(55) 0.99538: Cpk 2.12, Ppk 2.20, by percentiles 1.17, p 0.001.
 */
describe('the wall judges by the index of the analysis, and names it (T2)', () => {
  const scores = (count: number) => Array.from({ length: count }, (_, index) => normalQuantile((index + 0.5) / count))
  const inTurns = <Value>(all: readonly Value[], step: number) =>
    all.map((_, index) => all[(index * step) % all.length]!)
  const burr = Array.from({ length: 40 }, (_, index) => (index % 12) - 5.5 + (index % 2 ? 0.9 : -0.9)) // worn, and set anew
  const foil = inTurns(scores(40), 9)
  const leak = inTurns(scores(60), 7).map((z) => 1000 * Math.exp(0.5 * z) - 1000)

  let own: App
  let line: Plant
  const shown = async (): Promise<BigScreen> => done(await line.admin.get('/qc/bigscreen?product=c21'))
  beforeAll(async () => {
    own = await startApp({ now: () => NOW })
    line = await qcPlant(own)
  })
  afterAll(() => own.close())

  async function charted(item: object, groups: readonly (readonly number[])[]) {
    const one = await chartOf(line, { begin: NOW - DAY_MS }, { ...item, rules: [1] })
    for (const [index, group] of groups.entries())
      await one.record(group, { at: NOW - (groups.length - index) * 60_000 })
    return one
  }
  const cellOf = ({ capability }: BigScreen, itemKey: string) => capability.find((cell) => cell.itemKey === itemKey)!
  const single = (all: readonly number[]) => all.map((z) => [z])

  test('the least capable is that with the worst deciding index, not with the lowest Cpk', async () => {
    const worn = await charted({ lsl: '9.8926', usl: '10.0994' }, single(burr))
    const thin = await charted({ lsl: '9.9639', usl: '10.0361' }, single(foil))
    const tight = await charted(
      { sampleSize: 10, lsl: null, usl: '50' },
      Array.from({ length: 6 }, (_, index) => leak.slice(index * 10, index * 10 + 10)),
    )
    const screen = await shown()
    const { kpi } = screen
    const inShort = ({ itemKey }: { itemKey: string }) => {
      const { cpk, deciding, band } = cellOf(screen, itemKey)
      return [cpk!.toFixed(2), deciding!.index, deciding!.value.toFixed(2), band]
    }
    expect([worn, thin, tight].map(inShort)).toEqual([
      ['1.41', 'ppk', '0.91', 'poor'],
      ['1.19', 'cpk', '1.19', 'marginal'],
      ['2.12', 'percentilePpk', '1.17', 'marginal'],
    ])
    expect([kpi.lowestIndex!.itemKey, kpi.lowestIndex!.index, kpi.lowestIndex!.value.toFixed(2)]).toEqual([
      worn.itemKey,
      'ppk',
      '0.91',
    ])
    expect([kpi.lowestCpk!.itemKey, kpi.lowestCpk!.cpk.toFixed(2)]).toEqual([thin.itemKey, '1.19'])
  })

  test('a new version with the same limits leaves cell and tile as they are (T9)', async () => {
    const before = await shown()
    const { itemKey } = before.kpi.lowestIndex!
    const { templateId } = done(await line.admin.get(`/qc/analysis/spc?itemKey=${itemKey}`)).item
    const renamed = { ...diameter, itemKey, rules: [1], lsl: '9.8926', usl: '10.0994', name: '毛刺', nameEn: 'Burr' }
    await line.publish(templateId, [renamed])
    const after = await shown()
    expect(after.kpi.lowestIndex).toEqual({ ...before.kpi.lowestIndex!, name: '毛刺', nameEn: 'Burr' })
    expect(cellOf(after, itemKey)).toMatchObject({ name: '毛刺', deciding: { index: 'ppk' }, band: 'poor' })
    expect(after.kpi.lowestCpk).toEqual(before.kpi.lowestCpk)
  })
})

/**
 * T15. "30 days" begins when the first of 30 business days began, at the wall as on the page: 12:30 of 21 November at the
 * plant, whose days begin at 08:00, so from 23 October 08:00 there, 00:00Z, and not from 22 October 04:30Z.
 */
test('the 30 days of the wall are those of the analysis, to the hour, and move on with the day of the line (T15)', async () => {
  let time = Date.parse('2026-10-22T23:59:00Z')
  const own = await startApp({ now: () => time, settings: { sessionIdleMs: 1e12, sessionMaxMs: 2e12 } })
  const line = await qcPlant(own)
  const one = await chartOf(line, { begin: NOW })
  for (let index = 0; index < 5; index++) await one.record(5 + index, { at: time - index * HOUR_MS })
  time = Date.parse('2026-10-24T00:00:00Z')
  for (let place = 0; place < 31; place++) {
    await one.record(place % 2 ? 0.4 : -0.4, { at: Date.parse('2026-10-23T00:00:00Z') + place * 60_000 })
  }
  time = NOW
  const [option] = done(await line.admin.get('/qc/product/option-select'))
  const both = async () => {
    const from = rangeFrom('30', time, option)
    const { versions } = done(await line.admin.get(`/qc/analysis/capability?itemKey=${one.itemKey}&from=${from}`))
    const screen: BigScreen = done(await line.admin.get('/qc/bigscreen?product=c21'))
    return [from, versions[0]?.n ?? 0, versions[0]?.deciding ?? null, screen.capability[0]!.deciding]
  }
  const [from, n, page, cell] = await both()
  expect([from, n, cell]).toEqual(['2026-10-23T00:00:00.000Z', 31, page])
  expect(page).not.toBeNull()
  time = Date.parse('2026-11-21T23:59:00Z')
  expect((await both())[3]).toEqual(page)
  time = Date.parse('2026-11-22T00:01:00Z') // the next day of the line has begun
  expect(await both()).toEqual(['2026-10-24T00:00:00.000Z', 0, null, null])
  await own.close()
})
