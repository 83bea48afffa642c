import { HOUR_MS } from '#shared/durations'
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { and, eq, inArray, like, ne, sql } from 'drizzle-orm'
import { statuses } from '#shared/constants'
import { MAX_MEASUREMENTS } from '#shared/qc/instrument'
import { endpointsOf } from '#server/admin/api/endpoints'
import { digest } from '#server/platform/security/token'
import { migrationsOf } from '#server/platform/store/migrations'
import { startApp, type App } from '../../support/app'
import { done, draftBy, qcPlant, stepped, valuesOf, type Plant, type PlantTemplate } from '../../support/qc/plant'
import { chartOf } from '../../support/qc/charts'
import { disarm, run } from '../../support/qc/tampering'
import { isPostgres } from '../../support/store'
import { until } from '../../support/until'

/** Instruments and gateways that send measurements by keys of their own (qc-domain 6). */
const NOW = Date.parse('2026-11-20T12:00:00Z')
let clock = NOW
let app: App
let plant: Plant
let template: PlantTemplate
let name: (userId: number) => Promise<string>

beforeAll(async () => {
  app = await startApp({ now: () => clock, settings: { sessionIdleMs: 1e9, sessionMaxMs: 2e9 } })
  plant = await qcPlant(app)
  template = await plant.template()
  const { users } = app.store.t
  name = async (userId) => (await app.store.db.select().from(users).where(eq(users.userId, userId)))[0]!.username
})
afterAll(() => app.close())

type Issued = { instrumentId: number; token: string }
const issue = async (more: object = {}): Promise<Issued> =>
  done(
    await plant.engineer.post('/qc/instrument', {
      name: '千分尺网关',
      username: await name(plant.inspector.userId),
      ...more,
    }),
  )
let made: Promise<Issued> | undefined
/** One that all may use. */
const common = () => (made ??= issue())
const list = async () => done(await plant.engineer.get('/qc/instrument'))
const revoke = ({ instrumentId }: Issued) => plant.engineer.delete(`/qc/instrument/${instrumentId}`, {})

let sent = 0
const uid = () => `test-${String(++sent).padStart(16, '0')}`
const good = { thickness: [10, '10.01', 9.99], look: ['ok'] }
/** A reading of the plant's template. */
const reading = (more: object = {}) => ({ clientUid: uid(), templateCode: 'T-1', values: good, ...more })
const send = ({ token }: Issued, rows: unknown) => app.callerWith(token).post('/qc/measurement', rows)
const sendOne = async (key: Issued, row: unknown) => (await send(key, [row])).data[0]
const recordOf = async (id: number) => done(await plant.inspector.get(`/qc/value-base/${id}`))

describe('the key of an instrument', () => {
  test('is made, listed and revoked; it is told once, and only its digest is kept', async () => {
    const { token, ...instrument }: Issued & Record<string, unknown> = await issue({ productId: plant.productId })
    expect(token).toMatch(/^cik_[\w-]{43}$/)
    expect(instrument).toEqual({
      instrumentId: expect.any(Number),
      name: '千分尺网关',
      username: await name(plant.inspector.userId),
      isAccountOn: true,
      product: 'c21',
      productName: '圆柱电芯 21700',
      productNameEn: 'Cylindrical cell 21700',
      createName: expect.any(String),
      createdAt: new Date(clock).toISOString(),
      expiresAt: null,
      isExpired: false,
      revokedAt: null,
      seenAt: null,
      isUnused: false,
    })
    expect((await list())[0]).toEqual(instrument)
    const { apiTokens } = app.store.t
    const [row] = await app.store.db.select().from(apiTokens).where(eq(apiTokens.tokenId, instrument.instrumentId))
    expect(row!.tokenHash).toBe(digest(token))

    expect(done(await revoke({ ...instrument, token }))).toBe(instrument.instrumentId)
    expect((await list())[0]).toEqual({ ...instrument, revokedAt: new Date(clock).toISOString() })
    expect((await revoke({ ...instrument, token })).code).toBe(409)
  })

  test('is told in the audit trail and the operation log, without itself (S69)', async () => {
    const { audits, operations } = app.store.t
    const made = await issue({ name: '审计' })
    done(await revoke(made))
    const tells = `{"name":"审计","username":"${await name(plant.inspector.userId)}"}`
    const isTold = and(eq(audits.entity, 'instrument'), ne(audits.action, 'seal'))
    const entries = await app.store.db.select().from(audits).where(isTold).orderBy(audits.id)
    expect(entries.slice(-2)).toMatchObject([
      { entityId: made.instrumentId, action: 'issue', new: tells, actorId: plant.engineer.userId },
      { entityId: made.instrumentId, action: 'revoke', old: tells, actorId: plant.engineer.userId },
    ])
    const log = await app.store.db
      .select()
      .from(operations)
      .where(eq(operations.stem, 'qc-instrument'))
      .orderBy(operations.id)
    expect(log.slice(-2)).toMatchObject([
      { action: 'create', record: String(made.instrumentId), name: '审计' },
      { action: 'status', record: String(made.instrumentId), name: '审计' },
    ])
    for (const secret of [made.token, digest(made.token)]) expect(JSON.stringify([entries, log])).not.toContain(secret)
  })

  test.each<[what: string, more: object, code: number, field: string]>([
    ['no name', { name: undefined }, 400, 'name'],
    ['a blank name', { name: ' ' }, 400, 'name'],
    ['a name too long', { name: 'x'.repeat(65) }, 400, 'name'],
    ['no account', { username: undefined }, 400, 'username'],
    ['an account that there is not', { username: 'nobody-at-all' }, 400, 'username'],
    ['a line that there is not', { productId: 999 }, 400, 'productId'],
  ])('with %s is refused at its field', async (_, more, code, field) => {
    const username = await name(plant.inspector.userId)
    const refused = await plant.engineer.post('/qc/instrument', { name: 'x', username, ...more })
    expect([refused.code, Object.keys(refused.errors ?? {})]).toEqual([code, [field]])
  })

  test.each<[what: string, account: () => Promise<number>, code: number]>([
    ['who may not record', async () => (await app.signedIn('qc:record:add')).userId, 409],
    ['who does more than its maker', async () => plant.admin.userId, 403],
    ['who is disabled', async () => off(await app.signedIn('qc:record:add', 'qc:record:submit')), 409],
  ])('is not made for an account %s', async (_, account, code) => {
    const username = await name(await account())
    expect((await plant.engineer.post('/qc/instrument', { name: 'x', username })).code).toBe(code)
  })

  test('is neither made for, shown nor revoked with an account outside of the data scope', async () => {
    const made = await issue()
    const elsewhere = await app.signedIn('qc:instrument:list', 'qc:instrument:add', 'qc:instrument:remove')
    expect(done(await elsewhere.get('/qc/instrument'))).toEqual([])
    expect((await elsewhere.delete(`/qc/instrument/${made.instrumentId}`, {})).code).toBe(404)
    const username = await name(plant.inspector.userId)
    const refused = await elsewhere.post('/qc/instrument', { name: 'x', username })
    expect([refused.code, Object.keys(refused.errors ?? {})]).toEqual([400, ['username']])
  })

  test.each([
    ['get', '/qc/instrument', 'qc:instrument:list'],
    ['post', '/qc/instrument', 'qc:instrument:add'],
    ['delete', '/qc/instrument/1', 'qc:instrument:remove'],
  ] as const)('%s %s asks for %s', async (method, path, tag) => {
    const all = ['qc:instrument:list', 'qc:instrument:add', 'qc:instrument:remove'] as const
    const without = await app.signedIn('qc:equipment:list', ...all.filter((one) => one !== tag))
    expect((await without[method](path, {})).code).toBe(403)
  })

  test('opens its call and nothing else, and nothing else opens that', async () => {
    const key = await issue()
    const instrument = app.callerWith(key.token)
    const closed = endpointsOf(app.app).filter(({ isPrivate, description }) => isPrivate && !description.isByKey)
    expect(closed.length).toBeGreaterThan(100)
    for (const { method, path } of closed) {
      const { code } = await instrument.send(method, `/${path.replace(/:\w+/g, '1')}`)
      expect([method, path, code]).toEqual([method, path, 401])
    }
    for (const method of ['GET', 'PUT', 'DELETE']) {
      expect((await instrument.send(method, '/qc/measurement')).code).toBe(401)
    }
    expect((await plant.admin.post('/qc/measurement', [reading()])).code).toBe(401)
    expect((await app.anyone.post('/qc/measurement', [reading()])).code).toBe(401)
  })

  test('is seen when it is used, at most once a minute', async () => {
    const key = await issue()
    const seenAt = async () => (await list()).find((one: Issued) => one.instrumentId === key.instrumentId).seenAt
    const useSeenAt = async (at: number) => {
      await send(key, [{}])
      await until(async () => (await seenAt()) === new Date(at).toISOString()) // the answer did not wait for it
    }
    const first = clock
    await useSeenAt(first)
    clock += 59_000
    await useSeenAt(first)
    clock += 1000 // had the use before counted, this one would not
    await useSeenAt(clock)
  })

  test('that is wrong is made to wait after many tries; who holds a right one at the same address is not', async () => {
    const server = await startApp({ now: () => clock, store: app.store })
    const [key, wrong] = [await issue(), server.callerWith('cik_wrong')]
    const tries = async () => (await wrong.post('/qc/measurement', [reading()])).code
    const codes = []
    for (let count = 0; count < 62; count++) codes.push(await tries())
    expect([codes.slice(0, 60).every((code) => code === 401), codes.at(-1)]).toEqual([true, 429])
    const { headers } = await wrong.post('/qc/measurement', [reading()])
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await server.callerWith(key.token).post('/qc/measurement', [reading()])).code).toBe(200)
  })
})

test('keys of versions that had a table for them go on working (S96)', async () => {
  const key = await issue({ productId: plant.productId, expiresAt: new Date(clock + 86_400_000).toISOString() })
  const revoked = await issue()
  done(await revoke(revoked))
  const before = await list()
  const all = migrationsOf(isPostgres ? 'postgres' : 'sqlite')
  const moving = all.find(({ statements }) => statements.some((text) => /DROP TABLE .qc_instrument/.test(text)))!
  const ofTable = (text: string) => /qc_instrument[^_]|setval/.test(text)
  const making = all
    .slice(0, all.indexOf(moving))
    .flatMap(({ statements }) => statements.filter((text) => /\bTABLE .qc_instrument/.test(text)))
  const columns =
    'name, user_id, product_id, token_hash, create_by, create_name, created_at, expires_at, revoked_at, seen_at'
  const { apiTokens } = app.store.t
  await app.store.tx(async (db) => {
    for (const text of making) await run(app.store, db, sql.raw(text))
    const back = `insert into qc_instrument (instrument_id, ${columns}) select token_id, ${columns} from sys_api_token`
    await run(app.store, db, sql.raw(back))
    await db.delete(apiTokens)
    for (const text of moving.statements.filter(ofTable)) await run(app.store, db, sql.raw(text))
  })
  expect(await list()).toEqual(before)
  expect(await sendOne(key, reading())).toMatchObject({ outcome: 'made' })
  expect((await send(revoked, [reading()])).code).toBe(401)
  expect((await issue()).instrumentId).toBeGreaterThan(before[0].instrumentId)
  expect(done(await plant.admin.get('/qc/audit/verify')).isWhole).toBe(true)
})

describe('a reading (qc-domain 3.1, 5.1, 6)', () => {
  test('becomes a submitted record of the account, with all that was sent', async () => {
    const key = await issue({ name: '千分尺 3' })
    const row = reading({ lotNo: 'L-001', equipmentCode: 'm1', inspectedAt: '2026-11-20T19:30:00+08:00' })
    const { code, msg, data } = await send(key, [row])
    expect([code, msg]).toEqual([200, '1 created, 0 already existed, 0 refused'])
    expect(data).toEqual([
      {
        clientUid: row.clientUid,
        outcome: 'made',
        qcValueBaseId: expect.any(Number),
        recordNo: expect.stringMatching(/^C21-261120-/),
        judgement: 'OK',
        status: 'submitted',
        msg: '',
        errors: {},
      },
    ])
    expect(await recordOf(data[0].qcValueBaseId)).toMatchObject({
      source: 'instrument',
      status: 'submitted',
      operatorId: plant.inspector.userId,
      submittedBy: plant.inspector.userId,
      lotId: plant.lotId,
      equipmentId: plant.equipmentId,
      shiftName: '中班',
      inspectedAt: '2026-11-20T11:30:00.000Z',
      remark: '千分尺 3',
      firstJudgement: 'OK',
    })
    const { operations } = app.store.t
    const log = await app.store.db
      .select()
      .from(operations)
      .where(and(eq(operations.stem, 'qc-measurement'), eq(operations.name, data[0].recordNo)))
    expect(log).toMatchObject([{ action: 'create', userId: plant.inspector.userId }])
    expect(done(await plant.admin.get('/qc/audit/verify')).isWhole).toBe(true)
  })

  test.each<[what: string, more: object, told: object]>([
    ['numbers and texts', { values: { ...good, thickness: [10, '10.00', 10.01] } }, { judgement: 'OK' }],
    ['exponents', { values: { ...good, thickness: [1e1, '1.001E1', '999e-2'] } }, { judgement: 'OK' }],
    ['more digits than the item has', { values: { ...good, thickness: [9.9999, 10.0049, 10] } }, { judgement: 'OK' }],
    ['a sign, and the unit', { values: { ...good, thickness: ['+10,01', '10.01mm', '9.99 mm'] } }, { judgement: 'OK' }],
    ['a value in the warning zone', { values: { ...good, thickness: [10, 10, 10.07] } }, { judgement: 'WARN' }],
    ['a value out of tolerance', { values: { ...good, thickness: [10, 10, 10.2] } }, { judgement: 'NG' }],
    ['a choice by its name', { values: { ...good, look: ['划痕'] } }, { judgement: 'WARN' }],
    ['yes by its name, and a remark', { values: { ...good, leak: ['Yes'] }, remark: 'by hand' }, { judgement: 'OK' }],
    ['a count of many', { values: { ...good, pinholes: [{ value: 1, inspected: '200' }] } }, { judgement: 'OK' }],
    [
      'a count that is too high',
      { values: { ...good, pinholes: [{ value: 9, inspected: 200 }] } },
      { judgement: 'NG' },
    ],
    ['codes in other letters', { templateCode: 't-1', values: { THICKNESS: good.thickness, Look: ['OK'] } }, {}],
    ['the line that it is of', { product: 'C21' }, {}],
    ['nothing about the time', { inspectedAt: null }, {}],
    ['the time on the clock of the line', { inspectedAt: '2026-11-20 19:59:00' }, {}],
    ['the same as programs write it', { inspectedAt: '2026-11-20T19:59:00.125' }, {}],
    ['the same without seconds, as people write it', { inspectedAt: '2026/11/20 19:59' }, {}],
    ['a time in UTC', { inspectedAt: '2026-11-20T11:59:00Z' }, {}],
    ['a clock four minutes ahead', { inspectedAt: '2026-11-20T12:04:00Z' }, {}],
    ['a time six days ago', { inspectedAt: '2026-11-14T12:04:00Z' }, {}],
  ])('with %s is taken', async (_, more, told) => {
    const key = await common()
    expect(await sendOne(key, reading(more))).toMatchObject({ outcome: 'made', status: 'submitted', ...told })
  })

  test('keeps its digits as they were sent, and is judged as the item asks for', async () => {
    const rounded = await plant.template({ code: 'ROUND' }, [
      { code: 'd', name: '直径', type: 'numeric', decimals: 2, usl: '10.00', judgeMode: 'rounded' },
      { code: 'e', name: '外径', type: 'numeric', decimals: 2, usl: '10.00', judgeMode: 'absolute' },
    ])
    const key = await common()
    const made = await sendOne(key, reading({ templateCode: 'ROUND', values: { d: ['1.00049e1'], e: [9.995001] } }))
    expect(made).toMatchObject({ outcome: 'made', judgement: 'OK' })
    const { values } = await recordOf(made.qcValueBaseId)
    const raw = Object.fromEntries(values.map((value: { itemKey: string; raw: string }) => [value.itemKey, value.raw]))
    expect([raw[rounded.keys['d']!], raw[rounded.keys['e']!]]).toEqual(['10.0049', '9.995001'])
    const ng = await sendOne(key, reading({ templateCode: 'ROUND', values: { d: [10], e: ['10.0049'] } }))
    expect(ng).toMatchObject({ outcome: 'made', judgement: 'NG' })
  })

  test.each<[what: string, more: object, fields: string[], said?: RegExp]>([
    ['no id of its own', { clientUid: undefined }, ['clientUid']],
    ['an id too short', { clientUid: 'short' }, ['clientUid'], /16 to 64 letters, digits/],
    ['an id of other characters', { clientUid: 'M1 2026-11-21 10:13' }, ['clientUid'], /16 to 64 letters, digits/],
    ['no template', { templateCode: undefined }, ['templateCode']],
    ['a template that there is not', { templateCode: 'T-99' }, ['templateCode']],
    ['a line that there is not', { product: 'x99' }, ['templateCode']],
    ['a lot and equipment that there are not', { lotNo: 'L-9', equipmentCode: 'M9' }, ['lotNo', 'equipmentCode']],
    ['a time that is none', { inspectedAt: 'yesterday' }, ['inspectedAt'], /such as 2026-11-20 08:30/],
    // of which shift, and at night of which business day?
    ['a day without its time', { inspectedAt: '2026-11-20' }, ['inspectedAt'], /Enter the time too/],
    ['such a day as people write it', { inspectedAt: '2026/11/20' }, ['inspectedAt'], /Enter the time too/],
    ['a day that is none', { inspectedAt: '2026-02-30T10:00:00' }, ['inspectedAt']],
    ['a clock far ahead', { inspectedAt: '2026-11-20T12:10:00Z' }, ['inspectedAt']],
    ['a time eight days ago', { inspectedAt: '2026-11-12T11:00:00Z' }, ['inspectedAt']],
    ['fields that there are not', { lot: 'L-001', equipment: { code: 'M1' } }, ['lot', 'equipment'], /^lot .*lotNo/],
    ['no values', { values: undefined }, ['values']],
    ['values as a list', { values: [1] }, ['values']],
    ['nothing in its values', { values: {} }, ['values.thickness', 'values.look'], /required item/],
    ['a required item left out', { values: { thickness: [10, 10, 10] } }, ['values.look']],
    ['a sample too few', { values: { ...good, thickness: [10, 10] } }, ['values.thickness']],
    ['a sample too many', { values: { ...good, thickness: [1, 2, 3, 4] } }, ['values.thickness'], /3 samples/],
    ['an item that there is not', { values: { ...good, width: [1] } }, ['values.width']],
    ['a value for what is calculated', { values: { ...good, mean: [10] } }, ['values.mean']],
    ['an item twice', { values: { ...good, LOOK: ['ok'] } }, ['values.LOOK']],
    ['no number', { values: { ...good, thickness: [10, 'high', 10] } }, ['values.thickness.1'], /number/],
    ['another unit', { values: { ...good, thickness: [10, '1 cm', 10] } }, ['values.thickness.1'], /without a unit/],
    ['true for a number', { values: { ...good, thickness: [10, true, 10] } }, ['values.thickness.1']],
    ['null for a number', { values: { ...good, thickness: [null, 10, 10] } }, ['values.thickness.0']],
    ['a figure beyond all measure', { values: { ...good, thickness: [10, 10, '1e300'] } }, ['values.thickness.2']],
    [
      'what nobody would believe',
      { values: { ...good, thickness: [10, 10, 99] } },
      ['values.thickness.2'],
      /Implausible/,
    ],
    ['no such answer', { values: { ...good, look: ['blue'] } }, ['values.look.0'], /划痕/],
    ['a count without its size', { values: { ...good, pinholes: [3] } }, ['values.pinholes.0']],
    [
      'several things wrong',
      { lotNo: 'L-9', inspectedAt: '2020-01-01 00:00:00', values: { look: ['blue'], width: [1] } },
      ['lotNo', 'inspectedAt', 'values.look.0', 'values.width'],
    ],
  ])('with %s is refused at its fields', async (_, more, fields, said = /./) => {
    const key = await common()
    const { code, data } = await send(key, [reading(more)])
    expect([code, data[0].outcome, data[0].qcValueBaseId]).toEqual([422, 'refused', null])
    expect(Object.keys(data[0].errors).toSorted()).toEqual(fields.toSorted())
    expect(data[0].msg).toMatch(said)
  })

  test('that is bad does not hold up others; each is answered in its place, in the language of the caller', async () => {
    const key = await common()
    const rows = [reading(), 'nonsense', reading({ lotNo: '没有' }), null, reading({ values: [] }), reading()]
    const english = await send(key, rows)
    expect(english.code).toBe(200)
    expect(english.data.map(({ outcome }: { outcome: string }) => outcome)).toEqual([
      'made',
      'refused',
      'refused',
      'refused',
      'refused',
      'made',
    ])
    expect(english.data[2]).toMatchObject({ errors: { lotNo: 'There is no such lot' } })
    const chinese = await app
      .callerWith(key.token)
      .send('POST', '/qc/measurement', { body: rows, headers: { 'accept-language': 'zh' } })
    expect(chinese.msg).toBe('新建 0 条，已有 2 条，拒绝 4 条')
    expect(chinese.data[2]).toMatchObject({ errors: { lotNo: '没有这个批次' } })
  })

  test('that is sent again is the same record, twice in one call and after its lot was closed', async () => {
    const key = await common()
    const lotId = done(await plant.admin.post('/qc/lot', { productId: plant.productId, lotNo: 'L-AGAIN' }))
    const row = reading({ lotNo: 'L-AGAIN' })
    const first = await send(key, [row, row])
    expect(first.data.map(({ outcome }: { outcome: string }) => outcome)).toEqual(['made', 'known'])
    const { lots, valueBases } = app.store.t
    await app.store.tx((db) => db.update(lots).set({ status: 'closed' }).where(eq(lots.lotId, lotId)))
    expect(await sendOne(key, row)).toEqual({ ...first.data[0], outcome: 'known' })
    const both = await Promise.all([send(key, [row]), send(key, [row])])
    expect(both.map(({ data }) => data[0].recordNo)).toEqual([first.data[0].recordNo, first.data[0].recordNo])
    const same = await app.store.db.select().from(valueBases).where(eq(valueBases.clientUid, row.clientUid))
    expect(same).toHaveLength(1)
    expect(await sendOne(key, reading({ lotNo: 'L-AGAIN' }))).toMatchObject({
      errors: { lotNo: expect.stringMatching(/closed/) },
    })
  })

  test('is of the version in force when it was measured, judged by its limits, with its codes', async () => {
    const key = await common()
    const began = clock
    const at = (ms: number) => new Date(began + ms).toISOString()
    try {
      const item = { name: '长度', type: 'numeric', judgeMode: 'absolute', lsl: '0' } as const
      const { templateId } = await plant.template({ code: 'FORCE' }, [{ ...item, code: 'old', usl: '50' }])
      const row = (more: object) => reading({ templateCode: 'FORCE', values: { old: [10] }, ...more })
      const timed = row({ inspectedAt: at(HOUR_MS / 2) })
      clock = began + HOUR_MS - 1
      const untimed = row({})
      const first = (await send(key, [timed, untimed])).data
      clock = began + HOUR_MS
      await plant.publish(templateId, [{ ...item, code: 'new', usl: '5' }])
      clock = began + 2 * HOUR_MS

      const made = async (more: object) => {
        const { outcome, judgement, qcValueBaseId, errors } = await sendOne(key, row(more))
        return outcome === 'made' ? [(await recordOf(qcValueBaseId)).versionNo, judgement] : Object.keys(errors)
      }
      const values = { new: [10] }
      expect(await made({ inspectedAt: at(HOUR_MS - 1) })).toEqual([1, 'OK'])
      expect(await made({ inspectedAt: at(-HOUR_MS) })).toEqual([1, 'OK']) // the oldest: none was in force yet
      expect(await made({ inspectedAt: at(HOUR_MS), values })).toEqual([2, 'NG'])
      expect(await made({ values })).toEqual([2, 'NG'])
      expect(await made({ inspectedAt: at(2 * HOUR_MS + 60_000), values })).toEqual([2, 'NG'])
      expect(await made({ inspectedAt: at(HOUR_MS - 1), values })).toEqual(['values.new'])
      expect(await made({})).toEqual(['values.old'])

      const again = (await send(key, [timed, untimed])).data
      expect(again).toEqual(first.map((one: object) => ({ ...one, outcome: 'known' })))
      expect(await sendOne(key, { ...timed, values })).toMatchObject({ errors: { clientUid: expect.any(String) } })
    } finally {
      clock = began
    }
  })

  test('with other content under a known id is refused, and named; the same content stays known after a correction', async () => {
    const key = await common()
    const inspectedAt = new Date(NOW - 120_000).toISOString()
    const row = reading({ lotNo: 'L-001', equipmentCode: 'M1', inspectedAt })
    const made = await sendOne(key, row)
    expect(made.outcome).toBe('made')
    const others: object[] = [
      { values: { ...good, thickness: [10, '10.01', 9.98] } },
      { values: { ...good, thickness: ['10.01', 10, 9.99] } }, // another order
      { values: { look: ['ok'] } },
      { values: { ...good, leak: ['1'] } },
      { lotNo: '' },
      { equipmentCode: '' },
      { inspectedAt: new Date(NOW - 60_000).toISOString() },
    ]
    for (const other of others) {
      expect(await sendOne(key, { ...row, ...other })).toMatchObject({
        outcome: 'refused',
        errors: { clientUid: expect.stringContaining(made.recordNo) },
      })
    }
    const { qcValueBaseId } = made
    const { lockVersion } = await recordOf(qcValueBaseId)
    const rejected = await stepped(plant.reviewer, 'reject', { qcValueBaseId, lockVersion }, { reason: 'x' })
    const values = valuesOf(template, { thickness: ['10.02', '10.01', '9.99'], look: ['ok'] })
    const change = { lockVersion: rejected.lockVersion, values, reasonCode: 'typing' }
    done(await plant.inspector.put(`/qc/value-base/${qcValueBaseId}`, change))
    expect(await sendOne(key, row)).toMatchObject({ outcome: 'known', recordNo: made.recordNo })
  })

  test('with another number of inspected pieces under a known id is refused', async () => {
    const counted = (inspected: number) => ({ values: { ...good, pinholes: [{ value: 1, inspected }] } })
    const row = reading(counted(200))
    expect(await sendOne(await common(), row)).toMatchObject({ outcome: 'made' })
    expect(await sendOne(await common(), row)).toMatchObject({ outcome: 'known' })
    expect(await sendOne(await common(), { ...row, ...counted(250) })).toMatchObject({ outcome: 'refused' })
  })

  test('sent again after an upgrade is known, whose numbers an earlier version kept as they were sent; words stay words', async () => {
    const key = await common()
    const row = reading({ values: { thickness: ['9.9', '010.01', '1.001e1'], look: ['ok'], words: ['007'] } })
    const made = await sendOne(key, row)
    const { audits } = app.store.t
    const ofRecord = and(eq(audits.entity, 'record'), eq(audits.entityId, made.qcValueBaseId), like(audits.new, '{%'))
    await app.store.tx(async (db) => {
      const [entry] = await db.select().from(audits).where(ofRecord)
      const earlier = entry!.new!.replace('"raw":"10.01"', '"raw":"010.01"').replace('"raw":"10.01"', '"raw":"1.001e1"')
      expect(earlier).toMatch(/"raw":"010\.01".*"raw":"1\.001e1"/)
      const arm = await disarm(app.store, db)
      await db.update(audits).set({ new: earlier }).where(eq(audits.id, entry!.id))
      await arm()
    })
    expect(await sendOne(key, row)).toMatchObject({ outcome: 'known', recordNo: made.recordNo })
    for (const change of [{ thickness: ['9.9', '10.01', '10.02'] }, { words: ['7'] }]) {
      const other = { ...row, values: { ...row.values, ...change } }
      expect(await sendOne(key, other)).toMatchObject({ outcome: 'refused' })
    }
  })

  test('sent by two calls at once is one record', async () => {
    const key = await common()
    const row = reading()
    const both = await Promise.all([sendOne(key, row), sendOne(key, row)])
    expect(new Set(both.map(({ qcValueBaseId }) => qcValueBaseId)).size).toBe(1)
    expect(both.map(({ outcome }) => outcome).toSorted()).toEqual(['known', 'made'])
  })

  test('under the id of a draft is refused, and named: its values would be lost', async () => {
    const clientUid = uid()
    const draft = await draftBy(plant.inspector, template, undefined, { clientUid })
    expect(await sendOne(await common(), reading({ clientUid }))).toMatchObject({
      outcome: 'refused',
      errors: { clientUid: expect.stringContaining(draft.recordNo) },
    })
  })

  test('under the id of another’s record is refused', async () => {
    const clientUid = uid()
    await draftBy(plant.colleague, template, undefined, { clientUid })
    expect(await sendOne(await common(), reading({ clientUid }))).toMatchObject({
      outcome: 'refused',
      errors: { clientUid: expect.any(String) },
    })
  })

  test('is of the item with exactly its code, or with its code in another letter case where one item alone has it', async () => {
    const { code: templateCode } = await plant.oldTemplate([
      { code: 'd', name: 'd', type: 'numeric', lsl: '1', usl: '2' },
      { code: 'D', name: 'D', type: 'numeric', lsl: '9', usl: '11', required: 'never' },
      { code: 'Wide', name: 'Wide', type: 'numeric', lsl: '1', usl: '2', required: 'never' },
      { code: 'sp', name: 'sp', type: 'numeric', lsl: '1', usl: '2', required: 'never' },
      { code: 'SP', name: 'SP', type: 'numeric', lsl: '1', usl: '2', required: 'never' },
    ])
    const sendOf = async (values: object) => sendOne(await common(), reading({ templateCode, values }))
    expect(await sendOf({ d: [1.5] })).toMatchObject({ outcome: 'made', judgement: 'OK' })
    const both = await sendOf({ d: [1.5], D: [10], wide: [1.5] })
    expect(both).toMatchObject({ outcome: 'made', judgement: 'OK' })
    const { values } = await recordOf(both.qcValueBaseId)
    expect(values.map(({ raw }: { raw: string }) => raw)).toEqual(['1.5', '10', '1.5'])
    expect(await sendOf({ d: [1.5], Sp: [1.5] })).toMatchObject({
      outcome: 'refused',
      errors: { 'values.Sp': expect.stringContaining('sp, SP') },
    })
    expect(await sendOf({ d: [1.5], wide: [1.5], Wide: [1.6] })).toMatchObject({
      outcome: 'refused',
      errors: { 'values.Wide': expect.any(String) },
    })
  })

  test('that breaks limits raises a signal, as any other record', async () => {
    const one = await chartOf(plant, { begin: NOW - HOUR_MS })
    done(await one.freeze())
    const templateCode = done(await plant.engineer.get(`/qc/template/${one.template.templateId}`)).code
    const diameters = [10.001, 9.998, 10.05]
    const rows = diameters.map((value, index) =>
      reading({
        templateCode,
        values: { diameter: [value] },
        inspectedAt: new Date(NOW - 60_000 + index).toISOString(),
      }),
    )
    const { data } = await send(await common(), rows)
    const signals: { track: string }[] = await one.listed()
    const [signal] = signals.filter(({ track }) => track === 'location')
    expect(signal).toMatchObject({ rule: '1', side: 'upper', recordNo: data[2].recordNo, state: 'open' })
  })

  test('of a template without signatures is approved at once', async () => {
    await plant.template({ code: 'PLAIN', signLevels: 0 })
    expect(await sendOne(await common(), reading({ templateCode: 'PLAIN' }))).toMatchObject({ status: 'approved' })
  })

  test('needs a lot where the template asks for one', async () => {
    await plant.template({ code: 'LOTS', isLotRequired: true })
    const key = await common()
    const refused = await sendOne(key, reading({ templateCode: 'LOTS' }))
    expect(Object.keys(refused.errors)).toEqual(['lotNo'])
    expect(await sendOne(key, reading({ templateCode: 'LOTS', lotNo: 'L-001' }))).toMatchObject({ outcome: 'made' })
  })
})

describe('who may', () => {
  test('a key of another line writes nothing here', async () => {
    const line = { code: 'd34', name: 'd34', nameEn: '', tz: 'UTC', dayStartMin: 0, shifts: [] }
    const productId = done(await plant.admin.post('/qc/product', line))
    const [own, other] = [await issue(), await issue({ productId })]
    const row = reading()
    const msg = 'This key accepts product line d34 only'
    expect(await sendOne(other, row)).toMatchObject({ outcome: 'refused', errors: { templateCode: msg } })
    expect(await sendOne(other, { ...row, product: 'c21' })).toMatchObject({ outcome: 'refused', msg })
    expect(await sendOne(own, row)).toMatchObject({ outcome: 'made' })
    expect(await sendOne(other, row)).toMatchObject({
      outcome: 'refused',
      recordNo: null,
      errors: { clientUid: expect.any(String) },
    })
    const refused = await plant.admin.delete('/qc/product', { ids: [productId] })
    expect(refused).toMatchObject({ code: 409, msg: expect.stringContaining('1 instrument key') })
  })

  test.each<[what: string, change: (key: Issued, userId: number) => Promise<unknown>, code: number]>([
    ['whose key was revoked', (key) => revoke(key), 401],
    ['whose account is disabled', (_, userId) => off({ userId }), 403],
    ['whose account has lost a right', (_, userId) => withoutSubmitting(userId), 403],
    ['whose account was deleted', (_, userId) => plant.admin.delete('/sys-user', { ids: [userId] }), 403],
  ])('nothing is taken from an instrument %s', async (what, change, code) => {
    const account = await plant.person('inspector')
    const key = await issue({ username: await name(account.userId) })
    // who has recorded anything cannot be deleted
    if (what !== 'whose account was deleted') expect((await send(key, [reading()])).code).toBe(200)
    await change(key, account.userId)
    const refused = await send(key, [reading()])
    expect([refused.code, refused.data]).toEqual([code, null])
    expect(refused.msg).not.toBe('')
    const shown = done(await plant.admin.get('/qc/instrument'))
    expect(shown.find((one: Issued) => one.instrumentId === key.instrumentId)).toMatchObject({ name: '千分尺网关' })
  })

  /** Sends as many readings as one call may have; `change` is made when the first of them are records. */
  async function whileReading(change: (key: Issued, userId: number) => Promise<unknown>) {
    const account = await plant.person('inspector')
    const key = await issue({ username: await name(account.userId) })
    const { templateId } = await plant.template({ signLevels: 0 })
    const { code: templateCode } = done(await plant.engineer.get(`/qc/template/${templateId}`))
    const { valueBases } = app.store.t
    const records = () => app.store.db.select().from(valueBases).where(eq(valueBases.templateId, templateId))
    const call = send(
      key,
      Array.from({ length: 100 }, () => reading({ templateCode })),
    )
    await until(async () => (await records()).length >= 3)
    await change(key, account.userId)
    const before = (await records()).length
    const { code, data: results } = await call
    return { code, before, results: results as { outcome: string; msg: string }[], records: await records() }
  }

  test.each<[what: string, change: (key: Issued, userId: number) => Promise<unknown>, said: RegExp]>([
    ['the key is revoked', (key) => revoke(key), /revoked/],
    ['its account is disabled', (_, userId) => off({ userId }), /disabled/],
    ['its account loses a right', (_, userId) => withoutSubmitting(userId), /submit/i],
    ['its account loses its roles', (_, userId) => withoutRoles(userId), /disabled/],
  ])('nothing more is taken of a call once %s (S31)', async (_, change, said) => {
    const { code, before, results, records } = await whileReading(change)
    expect(records.length - before).toBeLessThanOrEqual(1) // the one that was being written
    const refused = results.slice(records.length)
    expect(refused.length).toBeGreaterThan(0)
    expect([code, ...new Set(refused.map(({ outcome }) => outcome))]).toEqual([200, 'refused'])
    for (const { msg } of refused) expect(msg).toMatch(said)
  })

  test('what is read after its account was moved belongs to the new department', async () => {
    const deptId = done(await plant.admin.post('/dept', { parentId: 0, deptName: 'Elsewhere' }))
    const { users } = app.store.t
    const { before, records } = await whileReading((_, userId) =>
      app.store.tx((db) => db.update(users).set({ deptId }).where(eq(users.userId, userId))),
    )
    expect(records).toHaveLength(100)
    const moved = records.filter((record) => record.deptId === deptId)
    expect(moved.length).toBeGreaterThanOrEqual(records.length - before - 1)
    expect(moved.length).toBeLessThan(records.length)
  })

  test('nothing is taken from an instrument whose key has expired; one that is not used for 90 days is marked', async () => {
    const expiresAt = new Date(clock + 60_000).toISOString()
    const key = await issue({ expiresAt })
    const shown = async () =>
      (await list()).find(({ instrumentId }: Issued) => instrumentId === key.instrumentId) as Record<string, unknown>
    expect((await send(key, [reading()])).code).toBe(200)
    expect(await shown()).toMatchObject({ expiresAt, isExpired: false, isUnused: false })
    const { apiTokens } = app.store.t
    const was = { createdAt: clock - 90 * 86_400_000, seenAt: null }
    const ofKey = eq(apiTokens.tokenId, key.instrumentId)
    await app.store.tx((db) => db.update(apiTokens).set(was).where(ofKey))
    expect(await shown()).toMatchObject({ isUnused: true })
    clock += 60_000
    const refused = await send(key, [reading()])
    expect(refused).toMatchObject({ code: 401, data: null, msg: expect.stringContaining('expired') })
    expect(await shown()).toMatchObject({ isExpired: true, isUnused: false })
    clock -= 60_000
    const past = await plant.engineer.post('/qc/instrument', {
      name: 'x',
      username: await name(plant.inspector.userId),
      expiresAt: '2026-11-19',
    })
    expect(past).toMatchObject({ code: 400, errors: { expiresAt: expect.any(String) } })
  })

  test('an account that would not see its own record writes none', async () => {
    const account = await plant.person('inspector')
    const key = await issue({ username: await name(account.userId) })
    const { roles } = app.store.t
    await app.store.tx((db) => db.update(roles).set({ dataScope: '2' }).where(eq(roles.roleKey, account.roleKey)))
    expect((await send(key, [reading()])).data[0]).toMatchObject({ outcome: 'refused' })
  })

  test.each<[what: string, body: unknown, code: number]>([
    ['no list', reading(), 400],
    ['an empty list', [], 400],
    ['more than a hundred', Array.from({ length: 101 }, () => ({})), 400],
    [
      'a hundred kilobytes of which nothing can be taken',
      Array.from({ length: 100 }, () => ({ remark: 'x'.repeat(1000) })),
      422,
    ],
    ['more than a megabyte', [reading({ remark: 'x'.repeat(1_100_000) })], 413],
  ])('%s is refused as a whole', async (_, body, code) => {
    expect((await send(await common(), body)).code).toBe(code)
  })

  test.each<[what: string, body: unknown]>([
    ['one reading without its list', reading()],
    ['an empty list', []],
    ['too many', Array.from({ length: MAX_MEASUREMENTS + 1 }, () => ({}))],
  ])('%s: the refusal says that a list is expected, and how long', async (_, body) => {
    expect((await send(await common(), body)).msg).toContain(`a list (JSON array) of 1 to ${MAX_MEASUREMENTS} readings`)
  })

  test('calls of one account wait for each other, and many more are told to come back (S93)', async () => {
    const key = await common()
    const hold = Promise.withResolvers<void>()
    const { auditHeads } = app.store.t
    const held = app.store.tx(async (db) => {
      await db.update(auditHeads).set({ id: auditHeads.id }) // whoever makes a record waits for that
      await hold.promise
    })
    const codes: number[] = []
    const all = Array.from({ length: 30 }, async () => codes.push((await send(key, [reading()])).code))
    await until(
      () => codes.length >= 8,
      () => codes,
    )
    hold.resolve()
    await Promise.all([held, ...all])
    expect(codes).toEqual([...Array.from({ length: 8 }, () => 429), ...Array.from({ length: 22 }, () => 200)])
  })
})

async function off({ userId }: { userId: number }) {
  const { users } = app.store.t
  await app.store.tx((db) => db.update(users).set({ status: statuses.off }).where(eq(users.userId, userId)))
  return userId
}

async function withoutRoles(userId: number) {
  const { userRoles } = app.store.t
  await app.store.tx((db) => db.delete(userRoles).where(eq(userRoles.userId, userId)))
}

async function withoutSubmitting(userId: number) {
  const { menus, roleMenus, userRoles } = app.store.t
  const [held] = await app.store.db.select().from(userRoles).where(eq(userRoles.userId, userId))
  const rows = await app.store.db.select().from(menus).where(eq(menus.permission, 'qc:record:submit'))
  const ids = rows.map(({ menuId }) => menuId)
  await app.store.tx((db) =>
    db.delete(roleMenus).where(and(eq(roleMenus.roleId, held!.roleId), inArray(roleMenus.menuId, ids))),
  )
}
