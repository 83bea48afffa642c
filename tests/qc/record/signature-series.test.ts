import { MINUTE_MS } from '#shared/durations'
import { afterAll, beforeEach, expect, test } from 'bun:test'
import { verifyAudit } from '#server/qc/audit/verify/index'
import type { RecordDetail } from '#shared/qc/record/schema'
import { startApp } from '../../support/app'
import { signInAs } from '../../support/sign-in'
import { done, draftBy, qcPlant, step, stepped, type Person } from '../../support/qc/plant'

let now = Date.now()
const app = await startApp({ now: () => now })
const plant = await qcPlant(app)
const { admin, inspector, approver } = plant
afterAll(app.close)
const one = await plant.template({ signLevels: 1 })

const record = async (): Promise<RecordDetail> => stepped(inspector, 'submit', await draftBy(inspector, one))
const seenBy = async (person: Person, { qcValueBaseId }: RecordDetail): Promise<RecordDetail> =>
  done(await person.get(`/qc/value-base/${qcValueBaseId}`))
const approve = (by: Person, of: RecordDetail, password?: string) =>
  step(by, 'approve', of, password === undefined ? { password: undefined } : { password })
const setSeries = async (configValue: string) =>
  admin.put('/set-config', [{ configKey: 'qc_signatureSeries', configValue }])

beforeEach(async () => {
  now += 6 * MINUTE_MS // no series of another test is left
  done(await setSeries('5'))
})

test('is off by default: every signature asks for the password (S73)', async () => {
  done(await setSeries(''))
  await stepped(approver, 'approve', await record())
  const next = await record()
  expect(await seenBy(approver, next)).not.toHaveProperty('passwordGoodUntil')
  const refused = await approve(approver, next)
  expect([refused.code, Object.keys(refused.errors ?? {})]).toEqual([400, ['password']])
})

test('the password that signed stands for five minutes of its session, which signing does not lengthen (S73)', async () => {
  const records = [await record(), await record(), await record()] as const
  expect((await approve(approver, records[0])).code).toBe(400)
  await stepped(approver, 'approve', records[0])
  const until = new Date(now + 5 * MINUTE_MS).toISOString()
  expect(await seenBy(approver, records[1])).toMatchObject({ isPasswordAsked: true, passwordGoodUntil: until })
  now += 4 * MINUTE_MS
  const signed: RecordDetail = done(await approve(approver, records[1]))
  expect(signed.signatures.map(({ meaning, signerId }) => [meaning, signerId])).toContainEqual([
    'approved',
    approver.userId,
  ])
  now += MINUTE_MS
  expect(await seenBy(approver, records[2])).not.toHaveProperty('passwordGoodUntil')
  expect((await approve(approver, records[2])).code).toBe(400)
  expect(await verifyAudit(app.store)).toMatchObject({ isWhole: true })
})

test('it stands in no other session of the same person, and for nobody else (S73)', async () => {
  await stepped(approver, 'approve', await record())
  const next = await record()
  const life = { sessionIdleMs: 60 * MINUTE_MS, sessionMaxMs: 60 * MINUTE_MS }
  const { token } = await signInAs(app.store, approver.userId, now, life)
  const elsewhere = { ...approver, ...app.callerWith(token), token }
  const colleague = await plant.person('approver')
  for (const person of [elsewhere, colleague]) expect((await approve(person, next)).code).toBe(400)
  done(await approve(approver, next))
})

test('a shorter setting ends a series that was begun under a longer one (S73)', async () => {
  await stepped(approver, 'approve', await record())
  const next = await record()
  done(await setSeries('1'))
  expect((await approve(approver, next)).code).toBe(400)
})

test('a wrong password begins no series, and is refused within one (S73)', async () => {
  const next = await record()
  expect((await approve(approver, next, 'not this one')).code).toBe(403)
  expect((await approve(approver, next)).code).toBe(400)
})

test('an administrator chooses five minutes at most', async () => {
  for (const minutes of ['6', '-1', 'x']) expect((await setSeries(minutes)).code).toBe(400)
})
