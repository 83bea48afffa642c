import { HOUR_MS } from '#shared/durations'
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import type { PermissionTag } from '#shared/permissions'
import { startApp, type App } from '../../support/app'
import { isPostgres } from '../../support/store'
import { done, draftBy, qcPlant, type Person, type Plant } from '../../support/qc/plant'
import { CENTRE, chartOf, SIGMA, type Charted } from '../../support/qc/charts'

/** Limits that are estimated, frozen, tried and ended, and points left out of them (qc-domain §2.8). */
const NOW = Date.parse('2026-05-20T12:00:00Z')
const begin = NOW - 5 * 24 * HOUR_MS
const hour = (hours: number) => new Date(begin + hours * HOUR_MS).toISOString()

/** Neighbours one σ of the others apart. */
const steady = (count: number) => Array.from({ length: count }, (_, index) => (index % 2 === 0 ? 0.5 : -0.5))
const D2 = 2 / Math.sqrt(Math.PI)

let app: App
let plant: Plant
let now = NOW

beforeAll(async () => {
  app = await startApp({ now: () => now, settings: { sessionIdleMs: 1e12, sessionMaxMs: 2e12 } })
  plant = await qcPlant(app)
})
afterAll(() => app.close())

const chart = () => chartOf(plant, { begin })
const sets = async ({ itemKey }: Charted) =>
  done(await plant.engineer.get(`/qc/limit-set?itemKey=${itemKey}`)).list as Record<string, any>[]
const statesOf = async (one: Charted) => (await sets(one)).map(({ status }) => status as string)

/** From the values of a time, as somebody asks for it at the chart. */
const fromValues = (one: Charted, change: object = {}) =>
  one.freeze({ chart: undefined, centre: undefined, sigma: undefined, baseFrom: hour(0), baseTo: hour(30), ...change })

describe('limits are frozen', () => {
  test('from the values of a time: centre and σ are kept, and from how many points', async () => {
    const one = await chart()
    await one.records(steady(12))
    const set = done(await fromValues(one, { validFrom: hour(0) }))
    expect(set).toMatchObject({
      itemKey: one.itemKey,
      templateId: one.template.templateId,
      chart: 'imr',
      status: 'active',
      points: 12,
      excluded: [],
      baseFrom: hour(0),
      baseTo: hour(30),
      validFrom: hour(0),
      validTo: null,
      rules: { rules: ['1', '2', '5'], figures: {} },
      reason: '首件合格后冻结',
    })
    expect(set.centre).toBeCloseTo(CENTRE, 9)
    expect(set.sigma).toBeCloseTo(SIGMA / D2, 9)
  })

  test('what freezing would come to is told before: figures, how steady the base was, which set it ends', async () => {
    const one = await chart()
    await one.records([...steady(12), 9])
    const asked = `/qc/limit-set/estimate?itemKey=${one.itemKey}&from=${hour(0)}`
    const estimate = async (to: number) => done(await plant.engineer.get(`${asked}&to=${hour(to)}&rules=1`))
    const before = await estimate(12.5)
    expect(before).toMatchObject({ chart: 'imr', points: 12, enough: 30, excluded: 0, brokenPoints: 0, inForce: null })
    expect((await estimate(30)).brokenPoints).toBe(1)
    const set = done(await fromValues(one, { baseTo: hour(12.5), validFrom: hour(20) }))
    expect([before.centre, before.sigma]).toEqual([set.centre, set.sigma])
    const { limitSetId, validFrom, reason } = set
    expect((await estimate(30)).inForce).toEqual({ limitSetId, validFrom, reason })
    expect((await plant.inspector.get(`${asked}&to=${hour(30)}`)).code).toBe(403)
    expect((await plant.engineer.get(`${asked}&to=${hour(-1)}`)).code).toBe(400)
    expect((await plant.engineer.get(`${asked}&to=${hour(2.5)}`)).code).toBe(400)
  })

  // moving ranges 1, 1, 1, 1, 4 σ: mean 1.6 / 1.128 = 1.418, median 1 / 0.9539 = 1.048 (AIAG SPC, appendix E)
  const jumpy = [0, 1, 0, 1, 0, 4]
  test('σ as it is estimated on the chart: the method is kept, told before, drawn on trial, and in the trail', async () => {
    const one = await chart()
    await one.records(jumpy)
    const asked = `/qc/limit-set/estimate?itemKey=${one.itemKey}&from=${hour(0)}&to=${hour(30)}&chart=imr`
    const usual = done(await plant.engineer.get(asked))
    const chosen = done(await plant.engineer.get(`${asked}&sigmaMethod=medianMr`))
    expect([usual.sigmaMethod, chosen.sigmaMethod]).toEqual(['mr', 'medianMr'])
    expect([usual.sigma / SIGMA, chosen.sigma / SIGMA]).toEqual([expect.closeTo(1.418, 3), expect.closeTo(1.048, 3)])

    done(
      await one.freeze({ status: 'trial', chart: 'imr', centre: undefined, sigma: undefined, sigmaMethod: 'medianMr' }),
    )
    const { phases, sigmaMethod } = done(await plant.engineer.get(`/qc/analysis/spc?itemKey=${one.itemKey}`))
    expect([sigmaMethod, phases[0].sigma]).toEqual(['medianMr', chosen.sigma])
    const [trial] = await sets(one)
    done(await plant.engineer.put(`/qc/limit-set/${trial!['limitSetId']}`, { status: 'active', reason: 'x' }))
    expect(await sets(one)).toMatchObject([{ status: 'active', sigma: chosen.sigma, sigmaMethod: 'medianMr' }])

    const set = done(await fromValues(one, { chart: 'imr', sigmaMethod: 'medianMr', validFrom: hour(20) }))
    expect(set).toMatchObject({ sigma: chosen.sigma, sigmaMethod: 'medianMr' })
    const trail = done(await plant.admin.get(`/qc/audit?entity=limit&entityId=${set.limitSetId}`)).list
    expect(trail.at(-1).new).toContain('"sigmaMethod":"medianMr"')
    expect(done(await one.freeze({ sigmaMethod: 'medianMr' })).sigmaMethod).toBe(null) // given by hand
  })

  test.each([
    ['pooled', {}, 'imr'],
    ['rbar', {}, 'imr'],
    ['mr', { sampleSize: 3 }, 'xbar-s'],
    ['medianMr', { sampleSize: 3 }, 'xbar-r'],
    ['pooled', { sampleSize: 3 }, 'imr'],
  ])('σ by %s of %j on the chart %s is refused at its field', async (sigmaMethod, item, kind) => {
    const one = await chartOf(plant, { begin }, item)
    for (const z of steady(8)) await one.record('sampleSize' in item ? [z, z + 1, z - 1] : z)
    const refused = await fromValues(one, { chart: kind, sigmaMethod })
    expect(refused).toMatchObject({ code: 400, errors: { sigmaMethod: expect.stringContaining('moving ranges') } })
    expect(await sets(one)).toEqual([])
  })

  test('new values never move them', async () => {
    const one = await chart()
    await one.records(steady(6))
    const { centre, sigma } = done(await fromValues(one))
    await one.records([2.9, 2.8])
    expect(await sets(one)).toMatchObject([{ centre, sigma, status: 'active' }])
  })

  test('others take their place: one is in force for an item and a machine', async () => {
    const one = await chart()
    const { equipmentId } = plant
    done(await one.freeze())
    done(await one.freeze({ equipmentId }))
    done(await one.freeze({ validFrom: hour(10), centre: 11 }))
    expect(await sets(one)).toMatchObject([
      { status: 'retired', equipmentId: null, validTo: hour(10) },
      { status: 'active', equipmentId },
      { status: 'active', equipmentId: null, centre: 11, validTo: null },
    ])
  })

  test('from before those in force: these never were, and what they found is withdrawn', async () => {
    const one = await chart()
    done(await one.freeze({ validFrom: hour(0.5) }))
    await one.records([0.5, 3.2])
    done(await one.freeze({ validFrom: hour(0), sigma: 1 }))
    expect(await one.signals()).toEqual(['rule 1 upper at 1 of 1: withdrawn'])
    const { phases } = done(await plant.engineer.get(`/qc/analysis/spc?itemKey=${one.itemKey}`))
    expect(phases).toMatchObject([{ isFrozen: true, sigma: 1, firstIndex: 0, lastIndex: 1 }])
  })

  type Row = [what: string, earlier: object[], last: number, phases: [from: string, to: string | null][]]
  test.each<Row>([
    [
      'from before several',
      [{ validFrom: hour(0) }, { validFrom: hour(6) }],
      3,
      [
        ['0', '3'],
        ['6', '6'],
        ['3', null],
      ],
    ],
    [
      'from before some that are yet to come',
      [{ validFrom: hour(150) }],
      3,
      [
        ['150', '150'],
        ['3', null],
      ],
    ],
    [
      'from before a phase on trial',
      [{ validFrom: hour(3), status: 'trial' }],
      0,
      [
        ['3', '3'],
        ['0', null],
      ],
    ],
    [
      'from within a phase on trial',
      [{ validFrom: hour(3), status: 'trial' }],
      5,
      [
        ['3', '5'],
        ['5', null],
      ],
    ],
  ])('%s: of a machine, or all, one holds at a time', async (_, earlier, last, phases) => {
    const one = await chart()
    for (const set of earlier) done(await one.freeze(set))
    await one.records([0.1, -0.2, 0.3, 0.1, 4, -0.1, 5, 0.2])
    done(await one.freeze({ validFrom: hour(last) }))
    const inOrder = (await sets(one)).toSorted((a, b) => a['limitSetId'] - b['limitSetId'])
    expect(inOrder.map(({ validFrom, validTo }) => [validFrom, validTo])).toEqual(
      phases.map(([from, to]) => [hour(Number(from)), to === null ? null : hour(Number(to))]),
    )
    const open = (await one.signals()).filter((signal) => signal.endsWith('open'))
    expect(open.filter((signal) => signal.startsWith('rule 1'))).toEqual([
      'rule 1 upper at 4 of 4: open',
      'rule 1 upper at 6 of 6: open',
    ])
    const { hits } = done(await plant.engineer.get(`/qc/analysis/spc?itemKey=${one.itemKey}`))
    expect(hits).toHaveLength(open.length)
  })

  test('from before those that have ended: what these had found from there on is withdrawn', async () => {
    const one = await chart()
    const first = done(await one.freeze())
    await one.records([0.1, -0.2, 4])
    done(await plant.engineer.put(`/qc/limit-set/${first.limitSetId}`, { status: 'retired', reason: 'x' }))
    done(await one.freeze({ validFrom: hour(2.5) }))
    expect((await one.signals()).toSorted()).toEqual([
      'rule 1 upper at 2 of 2: open',
      'rule 1 upper at 2 of 2: withdrawn',
      'spread upper at 2 of 2: withdrawn',
    ])
  })

  test('while a record that breaks them is voided: its signal is not left behind', async () => {
    for (let round = 0; round < 6; round++) {
      const one = await chart()
      const made = await one.records([0.1, 5, 0.2])
      const calls = [() => one.voided(made[1]!), () => one.freeze()]
      const both = await Promise.all((round % 2 ? calls : calls.toReversed()).map((call) => call()))
      expect(both.map(({ code }) => code)).toEqual([200, 200])
      expect((await one.signals()).filter((signal) => signal.endsWith('open'))).toEqual([])
    }
  })

  test('by several at once: they take each other’s place, and one is in force', async () => {
    const one = await chart()
    await one.records([0.1, 5, 0.2])
    const all = await Promise.all([10, 10.001, 10.002].map((centre) => one.freeze({ centre })))
    expect(all.map(({ code }) => code)).toEqual([200, 200, 200])
    expect((await statesOf(one)).toSorted()).toEqual(['active', 'retired', 'retired'])
    expect((await one.signals()).filter((signal) => /rule 1 .*open/.test(signal))).toHaveLength(1)
  })

  // Counted before anything is written.
  test.skipIf(isPostgres)('not where very much breaks them: they do not fit', async () => {
    const one = await chart()
    for (let index = 0; index < 240; index++) await one.record(3 + (index % 2), { at: begin + index * 60_000 })
    const rules = { rules: ['1', '2', '5', '6', 'we1', 'we2', 'we3', 'we4'] }
    const answer = await one.freeze({ sigma: 0.0001, rules })
    expect(answer).toMatchObject({ code: 400, errors: { validFrom: expect.stringContaining('2000') } })
    expect(await statesOf(one)).toEqual([])
    const set = done(await one.freeze({ sigma: 0.0001, rules: { rules: ['3'] } }))
    const change = await plant.engineer.put(`/qc/limit-set/${set.limitSetId}`, { rules, reason: 'x' })
    expect(change).toMatchObject({ code: 400, errors: { rules: expect.any(String) } })
  })

  test('tested by other rules and lengths, from the first record on', async () => {
    const one = await chart()
    await one.records([0.2, 0.3, 0.1, 0.4, 0.2])
    const set = done(await one.freeze())
    expect(await one.signals()).toEqual([])
    const rules = { rules: ['2'], figures: { '2': 5 } }
    done(await plant.engineer.put(`/qc/limit-set/${set.limitSetId}`, { rules, reason: '更严' }))
    expect(await one.signals()).toEqual(['rule 2 upper at 4 of 0 1 2 3 4: open'])
  })

  test('what is found is told to those who watch, as it is done', async () => {
    const one = await chart()
    await one.records([3.2])
    done(await one.freeze())
    const { outbox } = app.store.t
    const told = await app.store.db.select().from(outbox).where(eq(outbox.type, 'signal')).orderBy(outbox.outboxId)
    const { operatorId, payload } = told.at(-1)!
    expect(operatorId).toBe(plant.inspector.userId)
    expect(JSON.parse(payload)).toMatchObject({ itemKey: one.itemKey, rule: '1', state: 'open', product: 'c21' })
  })

  type Fault = [what: string, change: object, code: number, field: string]
  test.each<Fault>([
    ['of an item that is not there', { itemKey: 'none' }, 400, 'itemKey'],
    ['of a machine that is not there', { equipmentId: 999_999 }, 400, 'equipmentId'],
    ['on trial for a chart of counts', { chart: 'p', status: 'trial', centre: undefined }, 400, 'chart'],
    ['by hand without a chart', { chart: undefined }, 400, 'chart'],
    ['by hand for a chart of counts', { chart: 'p' }, 400, 'chart'],
    ['with a σ of nothing', { sigma: 0 }, 400, 'sigma'],
    ['without a reason', { reason: ' ' }, 400, 'reason'],
    ['from no time at all', { centre: undefined }, 400, 'baseFrom'],
    ['from a time without an end', { centre: undefined, baseFrom: hour(0) }, 400, 'baseTo'],
    ['from a time that ends before it begins', { baseFrom: hour(2), baseTo: hour(1) }, 400, 'baseTo'],
    ['from four points', { baseFrom: hour(0), baseTo: hour(4) }, 400, 'baseFrom'],
  ])('not %s', async (_, change, code, field) => {
    const one = await chart()
    await one.records(steady(5))
    const answer = await one.freeze(change)
    expect(answer).toMatchObject({ code, errors: { [field]: expect.any(String) } })
    expect(await statesOf(one)).toEqual([])
  })

  test.each([
    ['a gauge', { kind: 'gauge' as const }],
    ['a machine of another product line', { kind: 'machine' as const, isElsewhere: true }],
  ])('not of %s', async (_, { kind, isElsewhere = false }: { kind: string; isElsewhere?: boolean }) => {
    const one = await chart()
    const code = `E-${kind}`
    const line = { code: 'other', name: 'L', tz: 'UTC', dayStartMin: 0, shifts: [] }
    const productId = isElsewhere ? done(await plant.admin.post('/qc/product', line)) : plant.productId
    const equipmentId = done(await plant.admin.post('/qc/equipment', { productId, code, name: code, kind }))
    expect(await one.freeze({ equipmentId })).toMatchObject({ code: 400, errors: { equipmentId: expect.any(String) } })
  })

  test('from then on, what comes into the charts of their template stays as it is', async () => {
    const one = await chart()
    const at = `/qc/template/${one.template.templateId}`
    const { code, name, stage } = done(await plant.engineer.get(at))
    const change = (chartFrom: string) =>
      plant.engineer.put(at, { productId: plant.productId, code, name, stage, chartFrom })
    done(await change('approved'))
    done(await change('submitted'))
    done(await one.freeze())
    expect(await change('approved')).toMatchObject({ code: 409, errors: { chartFrom: expect.any(String) } })
  })

  test('not from values that are all alike', async () => {
    const one = await chart()
    await one.records([0, 0, 0, 0, 0, 0])
    expect(await fromValues(one)).toMatchObject({ code: 400, errors: { baseFrom: expect.stringContaining('vary') } })
  })
})

describe('a phase on trial', () => {
  test('begins without values, ends what was in force, and is frozen from its own values', async () => {
    const one = await chart()
    done(await one.freeze())
    now = begin + 20 * HOUR_MS
    const trial = done(
      await fromValues(one, { status: 'trial', baseFrom: undefined, baseTo: undefined, validFrom: hour(20) }),
    )
    expect(await statesOf(one)).toEqual(['retired', 'trial'])
    now = NOW
    for (const [index, z] of steady(8).entries()) {
      await one.record(z + 5, { at: begin + (21 + index) * HOUR_MS })
    }
    expect(await one.signals()).toEqual([])
    const change = { status: 'active', reason: '新刀稳定' }
    const frozen = done(await plant.engineer.put(`/qc/limit-set/${trial.limitSetId}`, change))
    expect(frozen).toMatchObject({ status: 'active', points: 8, chart: 'imr', baseFrom: hour(20) })
    expect(frozen.centre).toBeCloseTo(CENTRE + 5 * SIGMA, 6)
    await one.record(0, { at: begin + 40 * HOUR_MS })
    expect(await one.signals()).toEqual(['spread upper at 8 of 8: open', 'rule 1 lower at 8 of 8: open'])
  })

  test('is given up: it never was in force', async () => {
    const one = await chart()
    await one.records(steady(6))
    const trial = done(await one.freeze({ status: 'trial' }))
    const given = { status: 'retired', reason: '不再需要' }
    const ended = done(await plant.engineer.put(`/qc/limit-set/${trial.limitSetId}`, given))
    expect(ended).toMatchObject({ status: 'retired', validTo: trial.validFrom })
    await one.record(4)
    expect(await one.signals()).toEqual([])
  })

  test('cannot be frozen twice, nor anything be done with what has ended', async () => {
    const one = await chart()
    const set = done(await one.freeze())
    const change = (body: object) => plant.engineer.put(`/qc/limit-set/${set.limitSetId}`, { reason: 'x', ...body })
    expect((await change({ status: 'active' })).code).toBe(409)
    expect(done(await change({ status: 'retired' })).validTo).toBe(new Date(now).toISOString())
    expect((await change({ status: 'retired' })).code).toBe(409)
    expect((await change({ rules: { rules: ['1'] } })).code).toBe(409)
    expect((await plant.engineer.put('/qc/limit-set/999999', { reason: 'x' })).code).toBe(404)
  })
})

test('limits that are ended once more with the same key are answered as they were', async () => {
  const one = await chart()
  const set = done(await one.freeze())
  const end = (reason: string) =>
    plant.engineer.send('PUT', `/qc/limit-set/${set.limitSetId}`, {
      body: { status: 'retired', reason },
      headers: { 'idempotency-key': 'a-key-of-their-end' },
    })
  const ended = done(await end('不再适用'))
  now += HOUR_MS
  const again = await end('不再适用')
  expect(done(again)).toEqual(ended)
  expect(again.headers.get('idempotency-replayed')).toBe('true')
  expect((await end('another reason')).code).toBe(409)
})

describe('a point is left out of limits, its cause being known', () => {
  test('it moves no limits, is tested all the same, and is taken back in', async () => {
    const one = await chart()
    const made = await one.records([...steady(6), 40, ...steady(6)])
    const point = { itemKey: one.itemKey, qcValueBaseId: made[6]!.qcValueBaseId }
    const left = done(await plant.engineer.post('/qc/exclusion', { ...point, causeCode: 'tool', reason: '刀断' }))
    expect(left).toMatchObject({ ...point, recordNo: made[6]!.recordNo, causeCode: 'tool', reason: '刀断' })
    const listed = async (by: Person) => done(await by.get(`/qc/exclusion?itemKey=${one.itemKey}`))
    expect(await listed(plant.engineer)).toEqual({ count: 1, total: 1, pageIndex: 1, pageSize: 20, list: [left] })
    const set = done(await fromValues(one, { validFrom: hour(0) }))
    expect(set).toMatchObject({ points: 12, excluded: [point.qcValueBaseId] })
    expect(set.centre).toBeCloseTo(CENTRE, 9)
    expect(await one.signals()).toContain('rule 1 upper at 6 of 6: open')
    const again = await plant.engineer.post('/qc/exclusion', { ...point, reason: 'x' })
    expect(again.code).toBe(409)
    expect((await plant.engineer.delete('/qc/exclusion', { ...point, reason: '查错了' })).code).toBe(200)
    expect((await listed(plant.engineer)).list).toEqual([])
    expect((await plant.engineer.delete('/qc/exclusion', { ...point, reason: 'x' })).code).toBe(404)
  })

  type Fault = [what: string, change: object, code: number, field: string | null]
  test.each<Fault>([
    ['without a reason', { reason: '' }, 400, 'reason'],
    ['with a cause nobody knows', { causeCode: 'moon' }, 400, 'causeCode'],
    ['of an item that the record does not have', { itemKey: 'none' }, 400, 'itemKey'],
    ['of a record that is not there', { qcValueBaseId: 999_999 }, 404, null],
  ])('not %s', async (_, change, code, field) => {
    const one = await chart()
    const { qcValueBaseId } = await one.record(0)
    const body = { itemKey: one.itemKey, qcValueBaseId, reason: 'x', ...change }
    const answer = await plant.engineer.post('/qc/exclusion', body)
    expect(answer).toMatchObject({ code, ...(field && { errors: { [field]: expect.any(String) } }) })
  })
})

test('what is done to limits and points stands in the trail, with its reason (qc-domain §5.2)', async () => {
  const one = await chart()
  const [record] = await one.records(steady(6))
  const first = done(await one.freeze())
  done(await one.freeze({ validFrom: hour(20), reason: '换型' }))
  const point = { itemKey: one.itemKey, qcValueBaseId: record!.qcValueBaseId }
  done(await plant.engineer.post('/qc/exclusion', { ...point, causeCode: 'typing', reason: '录错' }))
  done(await plant.engineer.delete('/qc/exclusion', { ...point, reason: '没有录错' }))
  const { audits } = app.store.t
  const all = await app.store.db.select().from(audits).orderBy(audits.id)
  const trail = all.filter(({ action }) => action !== 'seal').slice(-5)
  const by = { actorId: plant.engineer.userId }
  expect(trail).toMatchObject([
    { ...by, entity: 'limit', action: 'freeze', entityId: first.limitSetId, reason: '首件合格后冻结' },
    { ...by, entity: 'limit', action: 'retireLimits', entityId: first.limitSetId, field: 'validTo' },
    { ...by, entity: 'limit', action: 'freeze', reason: '换型' },
    { ...by, entity: 'exclusion', action: 'exclude', field: one.itemKey, new: record!.recordNo, reasonCode: 'typing' },
    { ...by, entity: 'exclusion', action: 'include', old: record!.recordNo, reason: '没有录错' },
  ])
})

describe('who may (S40)', () => {
  type Row = [method: 'get' | 'post' | 'put' | 'delete', path: string, tag: PermissionTag]
  test.each<Row>([
    ['get', '/qc/limit-set', 'qc:limit:list'],
    ['post', '/qc/limit-set', 'qc:limit:edit'],
    ['put', '/qc/limit-set/1', 'qc:limit:edit'],
    ['get', '/qc/exclusion', 'qc:analysis:list'],
    ['post', '/qc/exclusion', 'qc:limit:edit'],
    ['delete', '/qc/exclusion', 'qc:limit:edit'],
  ])('%s %s takes %s', async (method, path, tag) => {
    const others: PermissionTag[] = tag === 'qc:limit:edit' ? ['qc:limit:list'] : ['qc:signal:list', 'qc:record:list']
    const [without, holder] = [await app.signedIn(...others), await app.signedIn(tag)]
    expect((await without.send(method.toUpperCase(), path, method === 'get' ? {} : { body: {} })).code).toBe(403)
    expect((await holder.send(method.toUpperCase(), path, method === 'get' ? {} : { body: {} })).code).not.toBe(403)
  })

  test('a point of a record that somebody may not see is not theirs to leave out', async () => {
    const one = await chart()
    const { qcValueBaseId } = await one.record(0)
    const own = await app.signedIn('qc:limit:edit', 'qc:analysis:list')
    const { roles } = app.store.t
    await app.store.tx((db) => db.update(roles).set({ dataScope: '5' }).where(eq(roles.roleKey, own.roleKey)))
    const point = { itemKey: one.itemKey, qcValueBaseId, reason: 'x' }
    expect((await own.post('/qc/exclusion', point)).code).toBe(404)
    expect((await own.delete('/qc/exclusion', point)).code).toBe(404)
    done(await plant.engineer.post('/qc/exclusion', point))
    expect(done(await own.get(`/qc/exclusion?itemKey=${one.itemKey}`))).toMatchObject({ count: 0, list: [] })
  })

  test('neither is one that is in no chart: a draft, or a voided record', async () => {
    const one = await chart()
    const draft = await draftBy(plant.inspector, one.template, { diameter: ['10.0000'] })
    const voided = await one.record(0)
    await one.voided(voided)
    for (const { qcValueBaseId } of [draft, voided]) {
      const point = { itemKey: one.itemKey, qcValueBaseId, reason: 'x' }
      const answer = await plant.engineer.post('/qc/exclusion', point)
      expect(answer).toMatchObject({ code: 400, errors: { qcValueBaseId: expect.any(String) } })
    }
  })
})
