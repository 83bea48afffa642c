import { afterAll, describe, expect, test } from 'bun:test'
import { asc, eq } from 'drizzle-orm'
import type { ValueInput } from '#shared/qc/record/schema'
import { startApp } from '../../support/app'
import { isPostgres } from '../../support/store'
import {
  done,
  draftBy,
  good,
  PASSWORD,
  qcPlant,
  step,
  stepped,
  valuesOf,
  withScope,
  type Entered,
  type ItemInput,
  type Person,
} from '../../support/qc/plant'

let clock = Date.UTC(2026, 10, 20, 2, 0) // 10:00 in Shanghai
const HOUR = 3_600_000
const DAY = 24 * HOUR
const app = await startApp({ now: () => clock, settings: { sessionIdleMs: 400 * DAY, sessionMaxMs: 400 * DAY } })
const plant = await qcPlant(app)
const { admin, engineer, inspector, colleague, reviewer, approver } = plant
afterAll(app.close)
const one = await plant.template({ signLevels: 1 })
const { t } = app.store

const at = (id: number) => `/qc/value-base/${id}`
const get = async (person: Person, id: number) => done(await person.get(at(id)))
const change = (person: Person, record: { qcValueBaseId: number; lockVersion: number }, more: object) =>
  person.put(at(record.qcValueBaseId), { lockVersion: record.lockVersion, ...more })
const valueIn = (record: { values: { itemKey: string; sampleNo: number }[] }, code: string, sampleNo = 1): any =>
  record.values.find((value) => value.itemKey === one.keys[code] && value.sampleNo === sampleNo)
const iso = (time: number) => new Date(time).toISOString()

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
      inspectedAt: iso(clock),
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
    const local = (time: number) => new Date(time + 8 * HOUR).toISOString().replace('Z', '+08:00')
    const body = { templateId: one.templateId, inspectedAt: local(clock - HOUR) }
    const { inspectedAt, qcValueBaseId, lockVersion } = done(await inspector.post('/qc/value-base', body))
    expect(inspectedAt).toBe(iso(clock - HOUR))
    const changed = done(await inspector.put(at(qcValueBaseId), { lockVersion, inspectedAt: local(clock) }))
    expect(changed.inspectedAt).toBe(iso(clock))
  })

  test.each([
    ['seven days ago', -7 * DAY, 200],
    ['longer ago', -7 * DAY - 1000, 400],
    ['by a clock five minutes ahead', 5 * 60_000, 200],
    ['later', 5 * 60_000 + 1000, 400],
  ])('inspected %s: %p ms', async (_, ago, code) => {
    for (const source of ['manual', 'offline']) {
      const body = { templateId: one.templateId, source, inspectedAt: iso(clock + ago) }
      const answer = await inspector.post('/qc/value-base', body)
      expect([answer.code, Object.keys(answer.errors ?? {})]).toEqual([code, code === 400 ? ['inspectedAt'] : []])
    }
  })
})

describe('judging through the API (§3.1)', () => {
  const others: Entered = { look: ['ok'] }
  test.each<[raw: string, judgement: string]>([
    ['9.90', 'NG of the warning limit, but within the specification: WARN'],
    ['9.89', 'NG'],
    ['9.95', 'OK'],
    ['9.94', 'WARN'],
    ['10.05', 'OK'],
    ['10.06', 'WARN'],
    ['10.10', 'WARN'],
    ['10.11', 'NG'],
    ['10,00', 'OK'],
    ['1.0e1', 'OK'],
    [' 10 ', 'OK'],
    ['0010.00', 'OK'],
  ])('%s is %s', async (raw, expected) => {
    const record = await draftBy(inspector, one, { ...others, thickness: [raw, '10', '10'] })
    const judgement = expected.split(': ').at(-1)!
    expect([record.judgement, valueIn(record, 'thickness').judgement]).toEqual([judgement, judgement])
    expect(valueIn(record, 'thickness').raw).toBe(raw.trim().replace(',', '.'))
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
    const names = { name: '涂布机', nameEn: 'Coater' }
    const off = { productId: plant.productId, code: 'M8', ...names, kind: 'machine', status: 1 }
    const onIt = { equipmentId: await make('/qc/equipment', off) }
    expect(await refused(onIt)).toEqual([409, 'equipmentId'])
    const { msg } = await inspector.post('/qc/value-base', { templateId, ...onIt })
    expect(msg).toBe('Coater is inactive') // by the name in the language that is asked for
    const held = await make('/qc/lot', { productId: plant.productId, lotNo: 'held' })
    done(await admin.post(`/qc/lot/${held}/hold`, { reason: '来料异常' }))
    expect(await refused({ lotId: held })).toEqual([200]) // it has to be inspected
    const gauge = { productId: plant.productId, code: 'G8', name: 'G8', kind: 'gauge' }
    const gaugeId = await make('/qc/equipment', gauge)
    const values = valuesOf(one, { ...good, thickness: [{ raw: '10', gaugeId }] })
    const measured = done(await inspector.post('/qc/value-base', { templateId, values }))
    done(await admin.put(`/qc/equipment/${gaugeId}`, { ...gauge, status: 1 }))
    expect(await refused({ values })).toEqual([409, 'values.0.gaugeId'])
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
    const before = iso(clock)
    clock += 1000
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

describe('two at once (S42)', () => {
  const other: Entered = { ...good, look: ['scratch'] }
  const race = async (...attempts: Promise<{ code: number }>[]) =>
    (await Promise.all(attempts)).map(({ code }) => code).toSorted((a, b) => a - b)

  test('of two saves one is kept, the other hears what is there by now', async () => {
    const draft = await draftBy(inspector, one)
    const first = await change(inspector, draft, { values: valuesOf(one, other) })
    const second = await change(engineer, draft, { remark: 'mine' })
    expect(first.code).toBe(200)
    expect(second).toMatchObject({ code: 409, msg: 'Somebody else has changed the record', data: first.data })
    const next = await draftBy(inspector, one)
    const saves = ['a', 'b', 'c'].map((remark) => change(inspector, next, { remark }))
    expect(await race(...saves)).toEqual([200, 409, 409])
  })

  test('of two submissions one counts', async () => {
    const draft = await draftBy(inspector, one)
    expect(await race(step(inspector, 'submit', draft), step(inspector, 'submit', draft))).toEqual([200, 409])
  })

  test('nobody approves what was taken back and changed meanwhile', async () => {
    const submitted = await stepped(inspector, 'submit', await draftBy(inspector, one))
    const attempts = race(step(approver, 'approve', submitted), step(inspector, 'withdraw', submitted))
    expect(await attempts).toEqual([200, 409])
    const seen = await stepped(inspector, 'submit', await draftBy(inspector, one))
    const withdrawn = await stepped(inspector, 'withdraw', seen)
    const changed = done(await change(inspector, withdrawn, { reasonCode: 'typing', values: valuesOf(one, other) }))
    await stepped(inspector, 'submit', changed)
    expect((await step(approver, 'approve', seen)).code).toBe(409)
  })

  test('approving and rejecting at once leaves one signature', async () => {
    const submitted = await stepped(inspector, 'submit', await draftBy(inspector, one))
    const both = race(step(approver, 'approve', submitted), step(reviewer, 'reject', submitted, { reason: 'x' }))
    expect(await both).toEqual([200, 409])
    expect((await get(admin, submitted.qcValueBaseId)).signatures.length).toBe(1)
  })
})

describe('changes (§5.2)', () => {
  test('before the first submission need no reason and leave no correction; what is left out stays', async () => {
    const draft = await draftBy(inspector, one, good, { lotId: plant.lotId, remark: 'a' })
    const changed = done(
      await change(inspector, draft, { values: valuesOf(one, { ...good, thickness: ['9.80', '10'] }) }),
    )
    expect(changed).toMatchObject({ judgement: 'NG', lotId: plant.lotId, remark: 'a', corrections: [], lockVersion: 1 })
    expect(changed.values.some(({ corrected }: { corrected: boolean }) => corrected)).toBe(false)
    expect(done(await change(inspector, changed, { lotId: null }))).toMatchObject({ lotId: null, judgement: 'NG' })
  })

  test('after it need one, and are kept value by value: old and new, who, when and why (S70, S72)', async () => {
    const submitted = await stepped(inspector, 'submit', await draftBy(inspector, one))
    const rejected = await stepped(reviewer, 'reject', submitted, { reason: 'swapped digits?' })
    const values = valuesOf(one, {
      ...good,
      thickness: ['10.00', '10.09', { state: 'missing', missingCode: 'damaged' }],
    })
    const noReason = await change(colleague, rejected, { values })
    expect(noReason).toMatchObject({ code: 400, errors: { reasonCode: expect.any(String) } })
    const other = await change(colleague, rejected, { values, reasonCode: 'other' })
    expect(other).toMatchObject({ code: 400, errors: { reason: expect.any(String) } })
    clock += 60_000
    const given = { reasonCode: 'other', reason: 'read from the wrong line' }
    const record = done(await change(colleague, rejected, { values, lotId: plant.lotId, ...given }))
    expect(valueIn(record, 'thickness')).toMatchObject({ raw: '10.00', corrected: false, enteredBy: inspector.userId })
    const corrected = { raw: '10.09', value: 10.09, judgement: 'WARN', corrected: true, enteredBy: colleague.userId }
    expect(valueIn(record, 'thickness', 2)).toMatchObject({ ...corrected, enteredAt: iso(clock) })
    expect(valueIn(record, 'thickness', 3)).toMatchObject({
      state: 'missing',
      raw: null,
      missingCode: 'damaged',
      corrected: true,
    })
    const told = record.corrections.map(({ auditId: _auditId, ...rest }: { auditId: number }) => rest)
    const by = { at: iso(clock), actorName: colleague.roleKey, ...given }
    const ofValue = (sampleNo: number, field: string, old: string | null, now: string | null) => ({
      ...by,
      itemKey: one.keys['thickness'],
      sampleNo,
      field,
      old,
      new: now,
    })
    expect(told).toEqual(
      expect.arrayContaining([
        ofValue(2, 'raw', '10.01', '10.09'),
        ofValue(2, 'judgement', 'OK', 'WARN'),
        ofValue(3, 'state', 'present', 'missing'),
        ofValue(3, 'raw', '9.99', null),
        ofValue(3, 'missingCode', null, 'damaged'),
        { ...by, itemKey: null, sampleNo: null, field: 'lotId', old: null, new: String(plant.lotId) },
        { ...by, itemKey: null, sampleNo: null, field: 'judgement', old: 'OK', new: 'PENDING' },
      ]),
    )
    // the mean is calculated of two now, and says so as well
    expect(valueIn(record, 'mean')).toMatchObject({ raw: '10.045', corrected: true })
  })

  test('a change that changes nothing is none', async () => {
    const draft = await draftBy(inspector, one)
    expect(done(await change(inspector, draft, { values: valuesOf(one, good) }))).toEqual(draft)
  })

  test('a lot that was closed since may stay, another closed one is not taken', async () => {
    const lotId: number = done(await admin.post('/qc/lot', { productId: plant.productId, lotNo: 'soon closed' }))
    const draft = await draftBy(inspector, one, good, { lotId })
    done(await admin.put(`/qc/lot/${lotId}`, { lotNo: 'soon closed', status: 'closed' }))
    const kept = done(await change(inspector, draft, { lotId, remark: 'x' }))
    const other = done(await change(inspector, kept, { lotId: null }))
    expect((await change(inspector, other, { lotId })).code).toBe(409)
  })
})

describe('signatures (S73)', () => {
  const statesOf = async (id: number) =>
    done(await reviewer.get(`${at(id)}/signature`)).map(
      ({ meaning, state }: Record<string, string>) => `${meaning} ${state}`,
    )

  test('hold while nothing is changed, are superseded by a correction, and broken by whoever changes a value unseen', async () => {
    const two = await plant.template({ signLevels: 2 })
    const submitted = await stepped(inspector, 'submit', await draftBy(inspector, two))
    const rejected = await stepped(reviewer, 'reject', submitted, { reason: 'again' })
    const id = rejected.qcValueBaseId
    expect(await statesOf(id)).toEqual(['rejected valid'])
    const values = valuesOf(two, { ...good, look: ['scratch'] })
    const changed = done(await change(inspector, rejected, { values, reasonCode: 'sampling' }))
    expect(await statesOf(id)).toEqual(['rejected superseded'])
    const reviewed = await stepped(reviewer, 'review', await stepped(inspector, 'submit', changed))
    await stepped(approver, 'approve', reviewed)
    expect(await statesOf(id)).toEqual(['rejected superseded', 'reviewed valid', 'approved valid'])
    await tamper(() => t.valueBases, id)
    expect(await statesOf(id)).toEqual(['rejected superseded', 'reviewed broken', 'approved broken'])
  })

  test('a disposition belongs to what the approver signs, not to the review before it', async () => {
    const two = await plant.template({ signLevels: 2 })
    const ng = { ...good, look: ['crack'] }
    const submitted = await stepped(inspector, 'submit', await draftBy(inspector, two, ng, { remark: 'x' }))
    const approved = await stepped(approver, 'approve', await stepped(reviewer, 'review', submitted), {
      disposition: 'scrap',
    })
    expect(await statesOf(approved.qcValueBaseId)).toEqual(['reviewed valid', 'approved valid'])
    const voided = await stepped(engineer, 'void', approved, { reason: 'a test piece' })
    expect(await statesOf(voided.qcValueBaseId)).toEqual(['reviewed valid', 'approved valid', 'voided valid'])
    await app.store.tx((db) =>
      db
        .update(t.valueBases)
        .set({ disposition: 'concession' })
        .where(eq(t.valueBases.qcValueBaseId, voided.qcValueBaseId)),
    )
    expect(await statesOf(voided.qcValueBaseId)).toEqual(['reviewed valid', 'approved broken', 'voided broken'])
  })

  /** As somebody would with the database in their hands: the record's own remark, which no trigger guards. */
  const tamper = (table: () => typeof t.valueBases, id: number) =>
    app.store.tx((db) => db.update(table()).set({ remark: 'never said' }).where(eq(table().qcValueBaseId, id)))

  test('the database itself keeps values of approved records as they are', async () => {
    const submitted = await stepped(inspector, 'submit', await draftBy(inspector, one))
    const { qcValueBaseId } = await stepped(approver, 'approve', submitted)
    const attempt = app.store.tx((db) =>
      db.update(t.values).set({ raw: '1' }).where(eq(t.values.qcValueBaseId, qcValueBaseId)),
    )
    expect(
      await attempt.then(
        () => 'changed',
        () => 'refused',
      ),
    ).toBe('refused')
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

describe('comments', () => {
  test('are kept with their author in every state, and change nothing of the record', async () => {
    const draft = await draftBy(inspector, one)
    const { qcValueBaseId, lockVersion } = draft
    const said = done(await reviewer.post(`${at(qcValueBaseId)}/comment`, { text: '请复测第二片' }))
    expect(said).toMatchObject({ lockVersion, comments: [{ text: '请复测第二片', authorName: reviewer.roleKey }] })
    expect((await reviewer.post(`${at(qcValueBaseId)}/comment`, { text: ' ' })).code).toBe(400)
    expect((await plant.viewer.post(`${at(qcValueBaseId)}/comment`, { text: 'x' })).code).toBe(403)
  })

  test('are 200 of a record at most, all of which are read', async () => {
    const { qcValueBaseId } = await draftBy(inspector, one)
    const said = { qcValueBaseId, authorId: reviewer.userId, authorName: 'x', createdAt: clock }
    const rows = Array.from({ length: 199 }, (_, index) => ({ ...said, text: `no. ${index}` }))
    await app.store.tx((db) => db.insert(t.recordComments).values(rows))
    const full = done(await reviewer.post(`${at(qcValueBaseId)}/comment`, { text: 'the last' }))
    expect([full.comments.length, full.comments[199].text]).toEqual([200, 'the last'])
    const refused = await reviewer.post(`${at(qcValueBaseId)}/comment`, { text: 'one more' })
    expect(refused).toMatchObject({ code: 409, msg: expect.stringContaining('200') })
    const submitted = await step(inspector, 'submit', full, { comment: 'one more' })
    expect(submitted.code).toBe(409)
    expect((await stepped(inspector, 'submit', full)).comments.length).toBe(200)
  })
})

describe('the trail of a record (S69, S72)', () => {
  test('tells every step in order, what was submitted as a whole', async () => {
    const submitted = await stepped(inspector, 'submit', await draftBy(inspector, one))
    const rejected = await stepped(reviewer, 'reject', submitted, { reason: 'x', comment: 'see the second' })
    const id = rejected.qcValueBaseId
    done(await change(inspector, rejected, { remark: 'better', reasonCode: 'typing' }))
    const rows = await app.store.db.select().from(t.audits).where(eq(t.audits.entityId, id)).orderBy(asc(t.audits.id))
    expect(rows.filter(({ entity }) => entity === 'record').map(({ action, field }) => [action, field])).toEqual([
      ['create', null],
      ['submit', null],
      ['reject', 'status'],
      ['comment', null],
      ['correct', 'remark'],
    ])
    const content = JSON.parse(rows.find(({ action }) => action === 'submit')!.new!)
    expect(content).toMatchObject({ recordNo: rejected.recordNo, judgement: 'OK' })
    expect(content.values.length).toBe(5)
    const { list } = done(await admin.get(`/sys-opera-log?stem=qc-record&pageSize=4`))
    expect(list.map(({ action, name, step }: Record<string, string>) => [action, name, step])).toEqual([
      ['update', rejected.recordNo, ''],
      ['status', rejected.recordNo, 'Reject'],
      ['status', rejected.recordNo, 'Submit'],
      ['create', rejected.recordNo, ''],
    ])
    const headers = { authorization: `Bearer ${admin.token}`, 'accept-language': 'zh' }
    const sheet = await app.app.request('/api/v1/sys-opera-log/export?stem=qc-record&format=csv', { headers })
    expect(await sheet.text()).toContain(',驳回,')
  })

  test('a printed copy names the end of the trail, when and by whom it was printed', async () => {
    const { qcValueBaseId, recordNo } = await draftBy(inspector, one)
    const [head] = await app.store.db.select().from(t.auditHeads)
    expect(done(await inspector.get(`${at(qcValueBaseId)}/print`))).toMatchObject({
      recordNo,
      headHash: head!.lastHash,
      productNameEn: 'Cylindrical cell 21700',
      printedAt: iso(clock),
      printedBy: inspector.roleKey,
    })
  })
})

describe('several approved at once', () => {
  const submitted = async (entered = good, more = {}) =>
    stepped(inspector, 'submit', await draftBy(inspector, one, entered, more))
  const approve = (records: { qcValueBaseId: number; lockVersion: number }[], more: object = {}) =>
    approver.post('/qc/value-base/approve', {
      records: records.map(({ qcValueBaseId, lockVersion }) => ({ qcValueBaseId, lockVersion })),
      password: PASSWORD,
      ...more,
    })

  test('each has a signature of its own', async () => {
    const records = [await submitted(), await submitted(), await submitted()]
    expect(await approve(records, { comment: 'all of the night' })).toMatchObject({
      code: 200,
      msg: '3 records approved',
    })
    for (const { qcValueBaseId } of records) {
      const record = await get(admin, qcValueBaseId)
      expect(record).toMatchObject({ status: 'approved', signatures: [{ meaning: 'approved', state: 'valid' }] })
      expect(record.comments[0].text).toBe('all of the night')
    }
  })

  test('or none is, and the answer says why, record by record, in the language asked for (S50)', async () => {
    const fine = await submitted()
    const draft = await draftBy(inspector, one)
    const own = await stepped(approver2, 'submit', await draftBy(approver2, one))
    const ng = await submitted({ ...good, look: ['crack'] }, { remark: 'x' })
    const records = [fine, draft, own, ng]
    const answer = await approver2.post('/qc/value-base/approve', {
      records: records.map(({ qcValueBaseId, lockVersion }) => ({ qcValueBaseId, lockVersion })),
      password: PASSWORD,
    })
    expect(answer).toMatchObject({ code: 409, msg: '3 records cannot be approved, so no record was approved' })
    expect(answer.data.faults).toEqual([
      { qcValueBaseId: draft.qcValueBaseId, recordNo: draft.recordNo, message: expect.stringMatching(/draft/) },
      {
        qcValueBaseId: own.qcValueBaseId,
        recordNo: own.recordNo,
        message: expect.stringMatching(/entered, changed or submitted/),
      },
      { qcValueBaseId: ng.qcValueBaseId, recordNo: ng.recordNo, message: expect.stringMatching(/disposition/) },
    ])
    expect((await get(admin, fine.qcValueBaseId)).status).toBe('submitted')
    const twice = await approve([fine, fine])
    expect([twice.code, Object.keys(twice.errors ?? {})]).toEqual([400, ['records.1.qcValueBaseId']])
    expect((await get(admin, fine.qcValueBaseId)).status).toBe('submitted')
    expect(await approve([fine, { ...fine, qcValueBaseId: 999_999 }])).toMatchObject({ code: 404 })
    expect(await approve([fine], { password: 'wrong' })).toMatchObject({ code: 403 })
  })
})
/** Approves, and inspects as well. */
const approver2 = await (async () => {
  const person = await app.signedIn('qc:record:add', 'qc:record:edit', 'qc:record:submit', 'qc:record:approve')
  const { passwordHash } = (await app.store.db.select().from(t.credentials))[0]!
  await app.store.tx(async (db) => {
    await db.insert(t.credentials).values({ userId: person.userId, passwordHash, changedAt: 0 })
    await db.update(t.roles).set({ dataScope: '1' }).where(eq(t.roles.roleKey, person.roleKey))
  })
  return person
})()

describe('one characteristic in one record', () => {
  type Numbered = { recordNo: string }
  const numbersOf = (records: Numbered[]) => records.map(({ recordNo }) => recordNo)

  test('stands among those before and after it; what is voided, and has no value, is not among them', async () => {
    const template = await plant.template({ signLevels: 1 })
    const records: any[] = []
    for (let minute = 0; minute < 60; minute++) {
      const inspectedAt = iso(clock - 2 * HOUR + minute * 60_000)
      const thickness = [(10 + minute / 1000).toFixed(2), '10.00', '10.00']
      const draft = await draftBy(inspector, template, { ...good, thickness }, { inspectedAt })
      records.push(await stepped(inspector, 'submit', draft))
    }
    const here = records[30]
    await stepped(engineer, 'void', records[31], { reason: 'x' })
    const back = await stepped(reviewer, 'reject', records[29], { reason: 'x' })
    done(await change(inspector, back, { values: valuesOf(template, { look: ['ok'] }), reasonCode: 'typing' }))
    const query = `/qc/value-item?qcValueBaseId=${here.qcValueBaseId}&itemKey=${template.keys['thickness']}`
    const info = done(await inspector.get(query))
    expect(info.item.code).toBe('thickness')
    expect(info.record.recordNo).toBe(here.recordNo)
    expect(info.values).toMatchObject([
      { sampleNo: 1, raw: '10.03', enteredByName: inspector.roleKey, gaugeName: null },
      {},
      {},
    ])
    expect(numbersOf(info.history)).toEqual(numbersOf([...records.slice(4, 29), here, ...records.slice(32, 57)]))
    expect(info.history[25]).toMatchObject({ n: 3, judgement: 'OK' })
    expect(info.history[25].mean).toBeCloseTo(10.01, 10)
    expect(info).toMatchObject({
      previousItem: null,
      nextItem: template.keys['mean'],
      previousRecord: { recordNo: records[28].recordNo },
      nextRecord: { recordNo: records[32].recordNo },
    })
    expect((await inspector.get(`/qc/value-item?qcValueBaseId=${here.qcValueBaseId}&itemKey=nothing`)).code).toBe(404)
    expect((await inspector.get('/qc/value-item?qcValueBaseId=999999&itemKey=x')).code).toBe(404)
  })

  test('a draft that was never submitted is in no chart; what came back to be corrected stays in it (2.3)', async () => {
    const template = await plant.template({ signLevels: 1 })
    const submit = async () => stepped(inspector, 'submit', await draftBy(inspector, template))
    const submitted = await submit()
    const rejected = await stepped(reviewer, 'reject', await submit(), { reason: 'x' })
    const withdrawn = await stepped(inspector, 'withdraw', await submit())
    const reopened = await stepped(approver, 'reopen', await stepped(approver, 'approve', await submit()), {
      reason: 'x',
    })
    const voided = await stepped(engineer, 'void', await submit(), { reason: 'x' })
    const draft = await draftBy(inspector, template)
    for (const { qcValueBaseId } of [submitted, voided, draft]) {
      const path = `/qc/value-item?qcValueBaseId=${qcValueBaseId}&itemKey=${template.keys['thickness']}`
      const { history, judgement, mean } = done(await inspector.get(path))
      expect(numbersOf(history)).toEqual(numbersOf([submitted, rejected, withdrawn, reopened]))
      expect([judgement, mean]).toEqual(['OK', 10])
    }
  })

  test('where charts begin at approval, what was never approved is a neighbour but no point (2.3)', async () => {
    const template = await plant.template({ chartFrom: 'approved', signLevels: 1 })
    const submit = async () => stepped(inspector, 'submit', await draftBy(inspector, template))
    const approved = await stepped(approver, 'approve', await submit())
    const submitted = await submit()
    const reopened = await stepped(approver, 'reopen', await stepped(approver, 'approve', await submit()), {
      reason: 'x',
    })
    const path = `/qc/value-item?qcValueBaseId=${submitted.qcValueBaseId}&itemKey=${template.keys['thickness']}`
    const { history, previousRecord, nextRecord } = done(await inspector.get(path))
    expect(numbersOf(history)).toEqual(numbersOf([approved, reopened]))
    expect(numbersOf([previousRecord, nextRecord])).toEqual(numbersOf([approved, reopened]))
  })
})

describe('the list', () => {
  const find = async (person: Person, search: string): Promise<string[]> =>
    done(await person.get(`/qc/value-base?pageSize=100&${search}`)).list.map(
      ({ recordNo }: { recordNo: string }) => recordNo,
    )

  test('is filtered by all that a record is made of', async () => {
    const template = await plant.template({ signLevels: 1, stage: 'fqc' })
    const { templateId } = template
    const lotId: number = done(await admin.post('/qc/lot', { productId: plant.productId, lotNo: 'listed' }))
    const day = 3 * DAY
    const ok = await draftBy(inspector, template, good, { lotId, inspectedAt: iso(clock - day) })
    const ng = await draftBy(colleague, template, { ...good, look: ['crack'] }, { equipmentId: plant.equipmentId })
    const both = [ng.recordNo, ok.recordNo]
    const { equipmentId } = plant
    const other: number = done(
      await admin.post('/qc/equipment', { productId: plant.productId, code: 'M7', name: 'M7', kind: 'machine' }),
    )
    for (const [search, expected] of [
      [`templateId=${templateId}`, both],
      ['stage=fqc', both],
      [`templateId=${templateId}&product=C21`, both],
      [`templateId=${templateId}&product=pouch`, []],
      ['product=nothing', []],
      [`lotId=${lotId}`, [ok.recordNo]],
      ['lotNo=listed', [ok.recordNo]],
      [`templateId=${templateId}&equipmentId=${plant.equipmentId}`, [ng.recordNo]],
      [`templateId=${templateId}&operatorId=${colleague.userId}`, [ng.recordNo]],
      // repeated names: whatever is of one of them
      [`templateId=${templateId}&equipmentId=${other}`, []],
      [`templateId=${templateId}&equipmentId=${other}&equipmentId=${equipmentId}`, [ng.recordNo]],
      [`templateId=${templateId}&equipmentId=${equipmentId}&equipmentId=${equipmentId}`, [ng.recordNo]],
      [`templateId=${templateId}&operatorId=${colleague.userId}&operatorId=${inspector.userId}`, both],
      [`lotId=${lotId}&lotId=${plant.lotId}&templateId=${templateId}`, [ok.recordNo]],
      [`templateId=${templateId}&shiftId=${ok.shiftId}&shiftId=2147483647`, both],
      [`templateId=${templateId}&judgement=NG`, [ng.recordNo]],
      [`templateId=${templateId}&status=draft`, both],
      [`templateId=${templateId}&status=approved`, []],
      [`templateId=${templateId}&status=approved&status=draft`, both],
      [`templateId=${templateId}&status=draft&status=draft`, both],
      [`templateId=${templateId}&status=approved&status=rejected`, []],
      [`templateId=${templateId}&businessDay=${ok.businessDay}`, [ok.recordNo]],
      [`templateId=${templateId}&beginTime=${iso(clock - DAY)}`, [ng.recordNo]],
      [`templateId=${templateId}&endTime=${iso(clock - DAY)}`, [ok.recordNo]],
      [`templateId=${templateId}&mine=1`, [ok.recordNo]],
      [`recordNo=${ok.recordNo.toLowerCase()}`, [ok.recordNo]],
      [`templateId=${templateId}&recordNo=${ok.recordNo.slice(0, 10).toLowerCase()}`, [ok.recordNo]],
      [`templateId=${templateId}&recordNo=c21`, both],
      [`templateId=${templateId}&recordNo=%25`, []],
      [`templateId=${templateId}&recordNoOrder=asc`, both.toSorted()],
      [`templateId=${templateId}&shiftId=${ok.shiftId}`, both],
    ] as const) {
      expect([search, await find(inspector, search)]).toEqual([search, [...expected]])
    }
    expect((await inspector.get('/qc/value-base?judgement=GOOD')).code).toBe(400)
    expect((await inspector.get('/qc/value-base?lotId=1&lotId=x')).code).toBe(400)
    expect((await inspector.get('/qc/value-base?status=draft&status=lost')).code).toBe(400)
    const sheet = await admin.get(`/qc/export?equipmentId=${other}&equipmentId=${equipmentId}`)
    expect([String(sheet.data).includes(ng.recordNo), String(sheet.data).includes(ok.recordNo)]).toEqual([true, false])
    expect((await inspector.get('/qc/value-base?beginTime=soon')).code).toBe(400)
  })

  test('tells whose signature a record waits for, and since when', async () => {
    const [single, double] = [await plant.template({ signLevels: 1 }), await plant.template({ signLevels: 2 })]
    const submitted = await stepped(inspector, 'submit', await draftBy(inspector, single))
    const toReview = await stepped(inspector, 'submit', await draftBy(inspector, double))
    const reviewed = await stepped(
      admin,
      'review',
      await stepped(inspector, 'submit', await draftBy(inspector, double)),
    )
    const own = await stepped(admin, 'submit', await draftBy(admin, single))
    const draft = await draftBy(inspector, single)
    const rejected = await stepped(
      admin,
      'reject',
      await stepped(inspector, 'submit', await draftBy(inspector, single)),
      { reason: 'x' },
    )
    const reopened = await stepped(
      admin,
      'reopen',
      await stepped(approver, 'approve', await stepped(inspector, 'submit', await draftBy(inspector, single))),
      { reason: 'x' },
    )
    const ours = [submitted, toReview, reviewed, own, draft, rejected, reopened].map(({ recordNo }) => recordNo)
    const waiting = async (person: Person, more = '') =>
      (await find(person, `waiting=1${more}`)).filter((recordNo) => ours.includes(recordNo)).toSorted()
    expect(await waiting(approver)).toEqual([submitted.recordNo, reviewed.recordNo, own.recordNo].toSorted())
    expect(await waiting(reviewer)).toEqual([toReview.recordNo])
    expect(await waiting(admin)).toEqual([submitted.recordNo, toReview.recordNo].toSorted())
    // what came back waits for whom it is by, not what was never submitted
    expect(await waiting(inspector)).toEqual([rejected.recordNo, reopened.recordNo].toSorted())
    expect(await waiting(colleague)).toEqual([])
    expect(await waiting(approver, '&overdue=1')).toEqual([])
    expect(submitted.waitingSince).toBe(submitted.submittedAt)
    clock += DAY + 1000
    expect(await waiting(approver, '&overdue=1')).toEqual(
      [submitted.recordNo, reviewed.recordNo, own.recordNo].toSorted(),
    )
    clock -= DAY + 1000
  })
})

describe('the data scope (S33, S34)', () => {
  test('what lies outside is not there, whatever is asked', async () => {
    const elsewhere: number = done(await admin.post('/dept', { parentId: 0, deptName: '另一部门' }))
    const outsider = await app.signedIn(
      ...(['add', 'edit', 'submit', 'review', 'approve', 'reject', 'reopen', 'void', 'export'] as const).map(
        (verb) => `qc:record:${verb}` as const,
      ),
    )
    await app.store.tx(async (db) => {
      await db.update(t.roles).set({ dataScope: '3' }).where(eq(t.roles.roleKey, outsider.roleKey))
      await db.update(t.users).set({ deptId: elsewhere }).where(eq(t.users.userId, outsider.userId))
    })
    const theirs = await stepped(inspector, 'submit', await draftBy(inspector, one, good, { remark: 'theirs' }))
    const id = theirs.qcValueBaseId
    const said = { lockVersion: theirs.lockVersion, reason: 'x', password: PASSWORD, text: 'x' }
    const own = await draftBy(outsider, one)
    for (const [method, path] of [
      ['GET', at(id)],
      ['PUT', at(id)],
      ...['audit', 'signature', 'print'].map((part) => ['GET', `${at(id)}/${part}`]),
      ...['submit', 'withdraw', 'review', 'approve', 'reject', 'reopen', 'void', 'retest', 'comment'].map((action) => [
        'POST',
        `${at(id)}/${action}`,
      ]),
      ['GET', `/qc/value-item?qcValueBaseId=${id}&itemKey=${one.keys['look']}`],
    ] as [string, string][]) {
      const { code, data } = await outsider.send(method, path, method === 'GET' ? {} : { body: said })
      expect([method, path, code, data]).toEqual([method, path, 404, null])
    }
    const records = [{ qcValueBaseId: id, lockVersion: theirs.lockVersion }]
    expect((await outsider.post('/qc/value-base/approve', { records, ...said })).code).toBe(403) // no password of theirs
    const relate = (record: number, retestOf: number | null) =>
      app.store.tx((db) => db.update(t.valueBases).set({ retestOf }).where(eq(t.valueBases.qcValueBaseId, record)))
    await relate(own.qcValueBaseId, id)
    expect((await get(admin, own.qcValueBaseId)).retestOf.recordNo).toBe(theirs.recordNo)
    expect((await get(outsider, own.qcValueBaseId)).retestOf).toBe(null)
    await relate(own.qcValueBaseId, null)
    await relate(id, own.qcValueBaseId)
    expect((await get(admin, own.qcValueBaseId)).retests.length).toBe(1)
    expect((await get(outsider, own.qcValueBaseId)).retests).toEqual([])
    await relate(id, null)
    const retest = { templateId: one.templateId, retestOf: id }
    expect(await outsider.post('/qc/value-base', retest)).toMatchObject({
      code: 400,
      errors: { retestOf: expect.any(String) },
    })
    const { count, list } = done(await outsider.get('/qc/value-base'))
    expect([count, list.map(({ recordNo }: { recordNo: string }) => recordNo)]).toEqual([1, [own.recordNo]])
    expect(done(await outsider.get(`/qc/value-base?recordNo=${theirs.recordNo}`)).count).toBe(0)
    const item = `/qc/value-item?qcValueBaseId=${own.qcValueBaseId}&itemKey=${one.keys['look']}`
    expect(done(await outsider.get(item)).history).toEqual([])
    const sheet = String((await outsider.get('/qc/export')).data)
    expect([sheet.includes(own.recordNo), sheet.includes(theirs.recordNo)]).toEqual([true, false])
    expect(await get(admin, id)).toEqual(theirs)
  })

  test('nobody makes a record that they would not see; who sees their own rows alone makes them', async () => {
    const blind = await app.signedIn('qc:record:add')
    const deptId: number = done(await admin.post('/dept', { parentId: 0, deptName: '第三部门' }))
    const [role] = await app.store.db.select().from(t.roles).where(eq(t.roles.roleKey, blind.roleKey))
    await app.store.tx(async (db) => {
      await db.update(t.roles).set({ dataScope: '2' }).where(eq(t.roles.roleKey, blind.roleKey))
      await db.insert(t.roleDepts).values({ roleId: role!.roleId, deptId })
      await db.update(t.users).set({ deptId: plant.deptId }).where(eq(t.users.userId, blind.userId))
    })
    expect((await blind.post('/qc/value-base', { templateId: one.templateId })).code).toBe(403)
    await app.store.tx((db) => db.update(t.roles).set({ dataScope: '5' }).where(eq(t.roles.roleKey, blind.roleKey)))
    expect((await blind.post('/qc/value-base', { templateId: one.templateId })).code).toBe(200)
  })
})

test.skipIf(isPostgres)('no query is built for a list, a record or an item that was read before', async () => {
  const { qcValueBaseId: id } = await draftBy(inspector, one)
  const paths = [
    '/qc/value-base',
    '/qc/value-base?product=c21&judgement=OK&waiting=1',
    '/qc/value-base?recordNo=c21&stage=ipqc&lotNo=L-001',
    at(id),
    `${at(id)}/print`,
    `/qc/value-item?qcValueBaseId=${id}&itemKey=${one.keys['look']}`,
  ]
  const { select } = app.store.db
  let built = 0
  const visit = async () => {
    for (const path of paths) done(await inspector.get(path))
  }
  await visit()
  app.store.db.select = ((...columns: Parameters<typeof select>) => {
    built++
    return select.apply(app.store.db, columns)
  }) as typeof select
  await visit().finally(() => (app.store.db.select = select))
  expect(built).toBe(0)
})
