import { describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { DAY_MS, HOUR_MS } from '#shared/durations'
import type { ValueInput } from '#shared/qc/record/schema'
import {
  done,
  draftBy,
  good,
  step,
  stepped,
  valuesOf,
  withScope,
  type Entered,
  type ItemInput,
  type Person,
} from '../../support/qc/plant'
import { at, change, get, iso, recordBench } from '../../support/qc/records'

/** How a record begins: by hand, by a device, and as another test of one that failed. */
const { app, plant, one, clock, valueIn } = await recordBench()
const { admin, engineer, inspector, colleague, reviewer } = plant
const { t } = app.store

describe('a new record', () => {
  test('is a judged draft with a number, its day and its shift', async () => {
    const record = await draftBy(inspector, one, good, {
      lotId: plant.lotId,
      equipmentId: plant.equipmentId,
      remark: '首件',
    })
    expect(record).toMatchObject({
      recordNo: 'C21-261120-0001',
      product: 'c21',
      templateId: one.templateId,
      versionNo: 1,
      lotNo: 'L-001',
      equipmentName: '涂布机 1 号',
      equipmentNameEn: 'Coater 1',
      shiftName: '早班',
      shiftNameEn: 'Day',
      operatorId: inspector.userId,
      businessDay: '2026-11-20',
      inspectedAt: iso(clock.now()),
      tzMin: 480,
      source: 'manual',
      status: 'draft',
      judgement: 'OK',
      firstJudgement: null,
      rev: 1,
      lockVersion: 0,
      remark: '首件',
      isLate: false,
      waitingSince: null,
      corrections: [],
    })
    expect(valueIn(record, 'thickness', 2)).toMatchObject({
      raw: '10.01',
      value: 10.01,
      judgement: 'OK',
      corrected: false,
    })
  })

  test('what is calculated is worked out by the server, whatever is sent', async () => {
    const record = await draftBy(inspector, one, { ...good, mean: ['99'] })
    expect(valueIn(record, 'mean')).toMatchObject({ raw: '10.000', value: 10 })
  })

  test('numbers go on without gaps, by line and day; a night shift belongs to the day on which it began', async () => {
    const numbers = await Promise.all(Array.from({ length: 8 }, () => draftBy(inspector, one)))
    const ends = numbers
      .map(({ recordNo }: { recordNo: string }) => Number(recordNo.slice(-4)))
      .toSorted((a, b) => a - b)
    expect(ends).toEqual(Array.from({ length: 8 }, (_, index) => ends[0]! + index))
    const atNight = iso(Date.UTC(2026, 10, 18, 22, 0)) // 06:00 on the 19th
    const night = await draftBy(inspector, one, good, { inspectedAt: atNight })
    expect(night).toMatchObject({
      recordNo: 'C21-261118-0001',
      businessDay: '2026-11-18',
      shiftName: '夜班',
      isLate: true,
    })
  })

  test('a number that a refused record would have had is given to the next', async () => {
    const { recordNo } = await draftBy(inspector, one)
    expect((await inspector.post('/qc/value-base', { templateId: one.templateId, lotId: 999_999 })).code).toBe(400)
    const next = await draftBy(inspector, one)
    expect(Number(next.recordNo.slice(-4))).toBe(Number(recordNo.slice(-4)) + 1)
  })

  test('the time of inspection may be told with its offset (contract 17), by who records and who changes', async () => {
    const local = (time: number) => new Date(time + 8 * HOUR_MS).toISOString().replace('Z', '+08:00')
    const body = { templateId: one.templateId, inspectedAt: local(clock.now() - HOUR_MS) }
    const { inspectedAt, qcValueBaseId, lockVersion } = done(await inspector.post('/qc/value-base', body))
    expect(inspectedAt).toBe(iso(clock.now() - HOUR_MS))
    const changed = done(await inspector.put(at(qcValueBaseId), { lockVersion, inspectedAt: local(clock.now()) }))
    expect(changed.inspectedAt).toBe(iso(clock.now()))
  })

  test.each([
    ['seven days ago', -7 * DAY_MS, 200],
    ['longer ago', -7 * DAY_MS - 1000, 400],
    ['by a clock five minutes ahead', 5 * 60_000, 200],
    ['later', 5 * 60_000 + 1000, 400],
  ])('inspected %s: %p ms', async (_, ago, code) => {
    for (const source of ['manual', 'offline']) {
      const body = { templateId: one.templateId, source, inspectedAt: iso(clock.now() + ago) }
      const answer = await inspector.post('/qc/value-base', body)
      expect([answer.code, Object.keys(answer.errors ?? {})]).toEqual([code, code === 400 ? ['inspectedAt'] : []])
    }
  })
})

describe('judging through the API (§3.1)', () => {
  const others: Entered = { look: ['ok'] }
  test.each<[raw: string, judgement: string, stored?: string]>([
    ['9.90', 'NG of the warning limit, but within the specification: WARN'],
    ['9.89', 'NG'],
    ['9.95', 'OK'],
    ['9.94', 'WARN'],
    ['10.05', 'OK'],
    ['10.06', 'WARN'],
    ['10.10', 'WARN'],
    ['10.11', 'NG'],
    ['10,00', 'OK', '10.00'],
    ['1.0e1', 'OK', '10'],
    [' 10 ', 'OK', '10'],
    ['10.', 'OK', '10'],
    ['0010.00', 'OK', '10.00'],
  ])('%s is %s', async (raw, expected, stored = raw) => {
    const record = await draftBy(inspector, one, { ...others, thickness: [raw, '10', '10'] })
    const judgement = expected.split(': ').at(-1)!
    expect([record.judgement, valueIn(record, 'thickness').judgement]).toEqual([judgement, judgement])
    expect(valueIn(record, 'thickness').raw).toBe(stored)
  })

  test.each<[what: string, entered: Entered, judgement: string, ng: number, warn: number, missing: number]>([
    ['nothing', {}, 'PENDING', 0, 0, 2],
    ['a warning and nothing worse', { ...good, look: ['scratch'] }, 'WARN', 0, 1, 0],
    ['a leak', { ...good, leak: ['0'] }, 'NG', 1, 0, 0],
    ['no leak', { ...good, leak: ['1'] }, 'OK', 0, 0, 0],
    ['2 pinholes in 100, which is the limit', { ...good, pinholes: [{ raw: '2', den: '100' }] }, 'OK', 0, 0, 0],
    ['3 pinholes in 100', { ...good, pinholes: [{ raw: '3', den: '100' }] }, 'NG', 1, 0, 0],
    ['NG, and something missing', { look: ['crack'] }, 'NG', 1, 0, 1],
  ])('%s', async (_, entered, judgement, ngItems, warnItems, missingItems) => {
    expect(await draftBy(inspector, one, entered)).toMatchObject({ judgement, ngItems, warnItems, missingItems })
  })
})

describe('values that are refused, each at its place', () => {
  const value = (more: Partial<ValueInput>) => ({ itemKey: one.keys['thickness']!, sampleNo: 1, ...more })
  test.each<[what: string, values: object[], field: string, en: string | RegExp]>([
    ['words for a number', [value({ raw: 'ten' })], 'values.0.raw', /Enter a number/],
    ['two numbers in one', [value({ raw: '10 20' })], 'values.0.raw', /Enter a number/],
    ['a superscript', [value({ raw: '10²' })], 'values.0.raw', /Enter a number/],
    ['a number that never ends', [value({ raw: '1e400' })], 'values.0.raw', /Enter a number/],
    ['13 digits', [value({ raw: '1234567890123' })], 'values.0.raw', /Enter a number/],
    ['more decimals than the item has', [value({ raw: '10.001' })], 'values.0.raw', 'At most 2 decimal places'],
    [
      'an answer that is not offered',
      [{ itemKey: one.keys['look'], sampleNo: 1, raw: 'fine' }],
      'values.0.raw',
      /not one of/,
    ],
    [
      'more bad ones than pieces',
      [{ itemKey: one.keys['pinholes'], sampleNo: 1, raw: '3', den: '2' }],
      'values.0.raw',
      /whole count/,
    ],
    [
      'a count of nothing',
      [{ itemKey: one.keys['pinholes'], sampleNo: 1, raw: '0', den: '0' }],
      'values.0.raw',
      /whole count/,
    ],
    ['an unknown item', [value({ raw: '1' }), { itemKey: 'nothing', sampleNo: 1 }], 'values.1.itemKey', /no such item/],
    [
      'a fourth of three pieces',
      [value({ sampleNo: 4, raw: '1' })],
      'values.0.sampleNo',
      'This item has at most 3 values',
    ],
    ['the same twice', [value({ raw: '10' }), value({ raw: '11' })], 'values.1.sampleNo', /twice/],
    ['missing without a reason', [value({ state: 'missing' })], 'values.0.missingCode', 'State why there is no value'],
    [
      'missing for a reason that nobody knows',
      [value({ state: 'missing', missingCode: 'lazy' })],
      'values.0.missingCode',
      /no such reason/,
    ],
    ['an unknown gauge', [value({ raw: '10', gaugeId: 999 })], 'values.0.gaugeId', /no such gauge/],
  ])('%s', async (_, values, field, words) => {
    const body = { templateId: one.templateId, values }
    const answer = await inspector.post('/qc/value-base', body)
    expect(answer.code).toBe(400)
    expect(answer.errors).toEqual({ [field]: typeof words === 'string' ? words : expect.stringMatching(words) })
    const zh = await inspector.send('POST', '/qc/value-base', { body, headers: { 'accept-language': 'zh' } })
    expect(zh.errors?.[field]).toMatch(/\p{Script=Han}/u)
  })

  test.each<[what: string, body: object, code: number, field: string]>([
    ['no template', {}, 400, 'templateId'],
    ['an unknown template', { templateId: 999 }, 400, 'templateId'],
    ['a version that never was', { templateId: one.templateId, versionNo: 9 }, 409, 'versionNo'],
    ['an unknown lot', { templateId: one.templateId, lotId: 999 }, 400, 'lotId'],
    ['an unknown machine', { templateId: one.templateId, equipmentId: 999 }, 400, 'equipmentId'],
    ['an unknown shift', { templateId: one.templateId, shiftId: 999 }, 400, 'shiftId'],
    ['a time that is none', { templateId: one.templateId, inspectedAt: 'yesterday' }, 400, 'inspectedAt'],
    ['a record that cannot be tested again', { templateId: one.templateId, retestOf: 999 }, 400, 'retestOf'],
  ])('%s', async (_, body, code, field) => {
    const answer = await inspector.post('/qc/value-base', body)
    expect([answer.code, Object.keys(answer.errors ?? {})]).toEqual([code, [field]])
  })

  test('lots, machines and shifts of another line, a closed lot, a machine out of use, a retired template', async () => {
    const make = async (path: string, body: object): Promise<number> => done(await admin.post(path, body))
    const other = await make('/qc/product', {
      code: 'pouch',
      name: '软包',
      tz: 'Asia/Shanghai',
      shifts: [{ code: 'A', name: 'A', startMin: 0, endMin: 600 }],
    })
    const { shifts } = done(await admin.get(`/qc/product/${other}`))
    const { templateId } = one
    const refused = async (body: object) => {
      const { code, errors = {} } = await inspector.post('/qc/value-base', { templateId, ...body })
      return [code, ...Object.keys(errors)]
    }
    expect(await refused({ lotId: await make('/qc/lot', { productId: other, lotNo: 'X' }) })).toEqual([400, 'lotId'])
    const machine = { productId: other, code: 'M9', name: 'M9', kind: 'machine' }
    expect(await refused({ equipmentId: await make('/qc/equipment', machine) })).toEqual([400, 'equipmentId'])
    expect(await refused({ shiftId: shifts[0].shiftId })).toEqual([400, 'shiftId'])
    const closed = await make('/qc/lot', { productId: plant.productId, lotNo: 'closed', status: 'closed' })
    expect(await refused({ lotId: closed })).toEqual([409, 'lotId'])
    const saying = async (more: object) => (await inspector.post('/qc/value-base', { templateId, ...more })).msg
    expect(await saying({ lotId: closed })).toMatch(
      /^Lot closed is closed.*ask for it to be reopened.*send.*draft is kept/,
    )
    const names = { name: '涂布机', nameEn: 'Coater' }
    const off = { productId: plant.productId, code: 'M8', ...names, kind: 'machine', status: 1 }
    const onIt = { equipmentId: await make('/qc/equipment', off) }
    expect(await refused(onIt)).toEqual([409, 'equipmentId'])
    // by the name in the language that is asked for
    expect(await saying(onIt)).toMatch(/^Coater is inactive.*ask for it to be put in use.*send.*draft is kept/)
    const held = await make('/qc/lot', { productId: plant.productId, lotNo: 'held' })
    done(await admin.post(`/qc/lot/${held}/hold`, { reason: '来料异常' }))
    expect(await refused({ lotId: held })).toEqual([200]) // it has to be inspected
    const gauge = { productId: plant.productId, code: 'G8', name: 'G8', kind: 'gauge' }
    const gaugeId = await make('/qc/equipment', gauge)
    const values = valuesOf(one, { ...good, thickness: [{ raw: '10', gaugeId }] })
    const measured = done(await inspector.post('/qc/value-base', { templateId, values }))
    done(await admin.put(`/qc/equipment/${gaugeId}`, { ...gauge, status: 1 }))
    expect(await refused({ values })).toEqual([409, 'values.0.gaugeId'])
    expect(await saying({ values })).toMatch(/^Gauge G8 is inactive.*ask for it to be put in use.*send.*draft is kept/)
    expect((await change(inspector, measured, { values, remark: 'as before' })).code).toBe(200) // measured before
    const closing = { code: 'closing', name: '关闭', tz: 'Asia/Shanghai', shifts: [] }
    const closingId = await make('/qc/product', closing)
    const last = await plant.template({ productId: closingId })
    const tested = await stepped(inspector, 'submit', await draftBy(inspector, last))
    done(await admin.put(`/qc/product/${closingId}`, { ...closing, status: 1 }))
    expect(await refused({ templateId: last.templateId })).toEqual([409, 'templateId'])
    expect((await step(inspector, 'retest', tested)).code).toBe(409)
    const retired = await plant.template()
    done(await engineer.delete(`/qc/template/${retired.templateId}`, { reason: 'x' }))
    expect(await refused({ templateId: retired.templateId })).toEqual([409, 'templateId'])
  })

  test('a record is bound to the version it was begun with, which may have been superseded, but is no draft', async () => {
    const first = await plant.template()
    const narrower: ItemInput[] = [
      { code: 'thickness', name: '厚度', type: 'numeric', decimals: 2, lsl: '9.99', usl: '10.00' },
    ]
    const before = iso(clock.now())
    clock.later(1000)
    const second = await plant.publish(first.templateId, narrower)
    expect(second.versionNo).toBe(2)
    const old = await draftBy(inspector, first, good, { versionNo: 1, inspectedAt: before })
    const late = { templateId: first.templateId, versionNo: 1 }
    const refused = await inspector.post('/qc/value-base', late) // inspected after it was superseded
    expect(refused).toMatchObject({ code: 409, errors: { versionNo: expect.stringContaining('superseded') } })
    expect(old).toMatchObject({ versionNo: 1, judgement: 'OK' })
    expect(await draftBy(inspector, second, { thickness: ['10.01'] })).toMatchObject({ versionNo: 2, judgement: 'NG' })
    done(await engineer.post(`/qc/template/${first.templateId}/draft`, {}))
    const body = { templateId: first.templateId, versionNo: 3 }
    expect((await inspector.post('/qc/value-base', body)).code).toBe(409)
    expect((await stepped(inspector, 'submit', old)).judgement).toBe('OK')
  })
})

describe('sent by a device (idempotent by clientUid)', () => {
  test('under an id of another form it is refused, and told the form', async () => {
    const answer = await inspector.post('/qc/value-base', { templateId: one.templateId, clientUid: 'short' })
    expect(answer).toMatchObject({
      code: 400,
      errors: { clientUid: expect.stringMatching(/16 to 64 letters, digits/) },
    })
  })

  test('twice, and ten times at once, it is one record', async () => {
    const clientUid = crypto.randomUUID()
    const body = { templateId: one.templateId, clientUid, source: 'offline', values: valuesOf(one, good) }
    const answers = await Promise.all(Array.from({ length: 10 }, () => inspector.post('/qc/value-base', body)))
    expect(new Set(answers.map(({ code }) => code))).toEqual(new Set([200]))
    expect(new Set(answers.map(({ data }) => data.qcValueBaseId)).size).toBe(1)
    const again = done(await inspector.post('/qc/value-base', { ...body, values: [] }))
    expect(again).toEqual(answers[0]!.data)
    const created = await app.store.db.select().from(t.audits).where(eq(t.audits.entityId, again.qcValueBaseId))
    expect(created.map(({ action }) => action)).toEqual(['create'])
  })

  test('under the number of somebody else it is refused', async () => {
    const clientUid = crypto.randomUUID()
    await draftBy(inspector, one, good, { clientUid })
    const body = { templateId: one.templateId, clientUid }
    expect(await colleague.post('/qc/value-base', body)).toMatchObject({ code: 409, data: null })
  })
})

describe('tested again', () => {
  test('a retest is a draft of its own that points to the first', async () => {
    const first = await plant.template({ signLevels: 1 })
    const ng = { ...good, look: ['crack'] }
    const more = { remark: 'x', lotId: plant.lotId, equipmentId: plant.equipmentId }
    const failed = await stepped(inspector, 'submit', await draftBy(inspector, first, ng, more))
    await plant.publish(first.templateId, [{ code: 'look', name: '外观', type: 'boolean' }])
    const retest = await stepped(colleague, 'retest', failed, { comment: 'with another gauge' })
    expect(retest).toMatchObject({
      status: 'draft',
      versionNo: 2, // what is published by now
      lotId: plant.lotId,
      equipmentId: plant.equipmentId,
      operatorId: colleague.userId,
      values: [],
      retestOf: { qcValueBaseId: failed.qcValueBaseId, recordNo: failed.recordNo },
    })
    const { retests, lockVersion } = await get(admin, failed.qcValueBaseId)
    expect([retests, lockVersion]).toEqual([
      [{ qcValueBaseId: retest.qcValueBaseId, recordNo: retest.recordNo }],
      failed.lockVersion + 1,
    ])
    const again = await step(colleague, 'retest', failed)
    expect(again).toMatchObject({ code: 409, data: { retests } })
    const entries = done(await reviewer.get(`${at(failed.qcValueBaseId)}/audit`)).list
    expect(entries[0]).toMatchObject({ action: 'retest', new: retest.recordNo, actorId: colleague.userId })
  })

  test('by somebody of another department tells its number to nobody who does not see it (S34)', async () => {
    const first = await plant.template({ signLevels: 1 })
    const deptId = done(await admin.post('/dept', { parentId: 0, deptName: 'Own' }))
    const owner = await withScope(app, await plant.person('inspector', deptId), '3')
    const failed = await stepped(
      owner,
      'submit',
      await draftBy(owner, first, { ...good, look: ['crack'] }, { remark: 'x' }),
    )
    const retest = await stepped(inspector, 'retest', failed, { reason: 'with another gauge' })
    const trail = async (by: Person) => done(await by.get(`${at(failed.qcValueBaseId)}/audit`)).list
    const [seen] = await trail(admin)
    expect(seen).toMatchObject({ action: 'retest', new: retest.recordNo })
    expect((await trail(owner))[0]).toEqual({ ...seen, new: null })
  })

  test('a device may send one as well, of the same template', async () => {
    const failed = await stepped(inspector, 'submit', await draftBy(inspector, one))
    const made = await draftBy(inspector, one, good, { retestOf: failed.qcValueBaseId, source: 'offline' })
    expect(made.retestOf.recordNo).toBe(failed.recordNo)
    const other = await plant.template()
    const body = { templateId: other.templateId, retestOf: failed.qcValueBaseId }
    expect(await inspector.post('/qc/value-base', body)).toMatchObject({
      code: 400,
      errors: { retestOf: expect.any(String) },
    })
    const draft = await draftBy(inspector, one)
    const tooSoon = { templateId: one.templateId, retestOf: draft.qcValueBaseId }
    expect((await inspector.post('/qc/value-base', tooSoon)).code).toBe(409)
  })
})
