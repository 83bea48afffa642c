import { afterAll, describe, expect, test } from 'bun:test'
import { verifyAudit } from '#server/qc/audit/verify/index'
import { startApp } from '../../support/app'
import { done, good, qcPlant, valuesOf } from '../../support/qc/plant'

const app = await startApp()
const plant = await qcPlant(app)
afterAll(app.close)
const { admin, inspector, colleague } = plant
const one = await plant.template()
const numbers = Array.from({ length: 20 }, (_, index) => index)
const bodyOf = (number: number) => ({
  templateId: one.templateId,
  remark: `No ${number}`,
  values: valuesOf(one, { ...good, thickness: ['10.00', '10.01', `9.${90 + (number % 10)}`] }),
})
const create = (number: number, person = inspector, more: object = {}) =>
  person.post('/qc/value-base', { ...bodyOf(number), ...more })

describe('records that are made at once', () => {
  test('are answered to those who made them, as they are read afterwards, under numbers without gaps', async () => {
    const answers = await Promise.all(numbers.map((number) => create(number, number % 2 ? inspector : colleague)))
    const records = answers.map(done)
    for (const [number, record] of records.entries()) {
      const { roleKey } = number % 2 ? inspector : colleague
      expect([record.remark, record.operatorName]).toEqual([`No ${number}`, roleKey])
      expect(done(await admin.get(`/qc/value-base/${record.qcValueBaseId}`))).toEqual(record)
    }
    const last = records.map(({ recordNo }) => Number(recordNo.slice(-4))).toSorted((a, b) => a - b)
    expect(last).toEqual(numbers.map((number) => number + 1))
    expect(await verifyAudit(app.store)).toMatchObject({ isWhole: true })
  })

  test('each tell what is refused of them alone', async () => {
    const unfit: Record<number, object> = {
      3: { values: [{ itemKey: one.keys['thickness'], sampleNo: 1, raw: 'thick' }] },
      9: { lotId: 999_999 },
      14: { templateId: 999_999 },
    }
    const answers = await Promise.all(numbers.map((number) => create(number, inspector, unfit[number])))
    expect(answers.flatMap(({ code }, number) => (code === 200 ? [] : [number]))).toEqual([3, 9, 14])
    expect([3, 9, 14].map((number) => Object.keys(answers[number]!.errors ?? {}))).toEqual([
      ['values.0.raw'],
      ['lotId'],
      ['templateId'],
    ])
  })

  test('are refused to those alone whose rights were withdrawn since they asked (S30)', async () => {
    const shutOut = await plant.person('inspector')
    const { gather } = app.store
    const waiting = Promise.withResolvers<void>()
    app.store.gather = async (gathering, part) => {
      await waiting.promise
      return gather(gathering, part)
    }
    const answers = Promise.all(numbers.map((number) => create(number, number === 5 ? shutOut : inspector)))
    done(await admin.put('/user/status', { userId: shutOut.userId, status: '1' }))
    waiting.resolve()
    app.store.gather = gather
    expect((await answers).map(({ code }) => code)).toEqual(numbers.map((number) => (number === 5 ? 401 : 200)))
  })

  test('are one where they have one key', async () => {
    const headers = { 'idempotency-key': crypto.randomUUID() }
    const body = bodyOf(1)
    const before = done(await admin.get('/qc/value-base')).count
    const answers = await Promise.all(numbers.map(() => inspector.send('POST', '/qc/value-base', { body, headers })))
    expect(done(await admin.get('/qc/value-base')).count).toBe(before + 1)
    const made = answers.filter(({ code }) => code === 200)
    expect(made.length).toBeGreaterThan(0)
    expect(answers.every(({ code }) => code === 200 || code === 409)).toBe(true)
    expect(new Set(made.map(({ data }) => data.qcValueBaseId)).size).toBe(1)
    const again = await inspector.send('POST', '/qc/value-base', { body, headers })
    expect(done(again)).toEqual(made[0]!.data)
  })

  test('are one where a device gave them one id', async () => {
    const clientUid = crypto.randomUUID()
    const answers = await Promise.all(numbers.map((number) => create(number, inspector, { clientUid })))
    expect(new Set(answers.map((answer) => done(answer).qcValueBaseId)).size).toBe(1)
    const { code, errors } = await create(1, colleague, { clientUid })
    expect([code, Object.keys(errors ?? {})]).toEqual([409, ['clientUid']])
  })
})
