import { afterAll, describe, expect, test } from 'bun:test'
import { and, asc, eq } from 'drizzle-orm'
import { verifyAudit } from '#server/qc/audit/verify/index'
import { REDACTED } from '#shared/qc/constants'
import { startApp } from '../support/app'
import { done, draftBy, PASSWORD, qcPlant, step, stepped } from '../support/qc/plant'

const app = await startApp()
const { store } = app
afterAll(app.close)

const plant = await qcPlant(app)
const { admin, engineer, inspector, approver, viewer, productId } = plant
const severe = await plant.template({ signLevels: 1 }, [
  { code: 'od', name: '外径', type: 'numeric', decimals: 2, lsl: '9', usl: '11', severity: 'major' },
  {
    code: 'note',
    name: '印字',
    type: 'numeric',
    decimals: 2,
    lsl: '9',
    usl: '11',
    severity: 'minor',
    required: 'never',
  },
])

let made = 0
async function lot(status = 'open'): Promise<{ lotId: number; lotNo: string }> {
  const lotNo = `HOLD-${++made}`
  const lotId = done(await engineer.post('/qc/lot', { productId, lotNo }))
  if (status === 'hold') done(await engineer.post(`/qc/lot/${lotId}/hold`, { reason: '来料异常' }))
  return { lotId, lotNo }
}
const change = (of: { lotId: number; lotNo: string }, status: string) =>
  engineer.put(`/qc/lot/${of.lotId}`, { productId, lotNo: of.lotNo, status })
const release = (lotId: number, more: object = {}, by = approver) =>
  by.post(`/qc/lot/${lotId}/release`, { reason: '复检合格', password: PASSWORD, ...more })
const statusOf = async (lotId: number) => done(await engineer.get(`/qc/lot/${lotId}`)).status

describe('a hold needs a reason (S70)', () => {
  const asked = { status: expect.stringContaining('needs a reason') }

  test.each(['open', 'closed'])('no lot that is %s is put on hold by saving it', async (status) => {
    const known = await lot()
    done(await change(known, status))
    expect(await change(known, 'hold')).toMatchObject({ code: 400, errors: asked })
    expect(await statusOf(known.lotId)).toBe(status)
  })

  test('no lot is created on hold', async () => {
    const refused = await engineer.post('/qc/lot', { productId, lotNo: 'HOLD-NEW', status: 'hold' })
    expect(refused).toMatchObject({ code: 400, errors: asked })
  })
})

describe('a lot on hold', () => {
  test('is not opened or closed by saving it, and stays on hold when something else is saved', async () => {
    const held = await lot('hold')
    for (const status of ['open', 'closed']) {
      expect(await change(held, status)).toMatchObject({
        code: 409,
        errors: { status: expect.stringContaining('Release it with a reason and a signature') },
      })
    }
    done(await change(held, 'hold'))
    done(await engineer.put(`/qc/lot/${held.lotId}`, { productId, lotNo: held.lotNo, supplier: '甲' }))
    expect(await statusOf(held.lotId)).toBe('hold')
  })

  test('makes no way for another lot of its number, by its deletion or another number or product line', async () => {
    const { lotId, lotNo } = await lot('hold')
    const asked = expect.stringContaining('Release it with a reason and a signature')
    const renamed = await engineer.put(`/qc/lot/${lotId}`, { productId, lotNo: `${lotNo}-old`, status: 'hold' })
    expect(renamed).toMatchObject({ code: 409, errors: { lotNo: asked } })
    const moved = await engineer.put(`/qc/lot/${lotId}`, { productId: productId + 1, lotNo })
    expect(moved).toMatchObject({ code: 409, errors: { productId: asked } })
    expect(await engineer.delete('/qc/lot', { ids: [lotId] })).toMatchObject({ code: 409, msg: asked })
    expect(done(await engineer.get(`/qc/lot/${lotId}`))).toMatchObject({ lotNo, productId, status: 'hold' })
  })

  test('is released with a reason and a password, which stands in the trail and as a signature (S73)', async () => {
    const { lotId } = await lot('hold')
    done(await release(lotId))
    expect(await statusOf(lotId)).toBe('open')
    const { audits, signatures } = store.t
    const [entry] = await store.db
      .select()
      .from(audits)
      .where(and(eq(audits.entity, 'lot'), eq(audits.entityId, lotId), eq(audits.action, 'release')))
    expect(entry).toMatchObject({
      field: 'status',
      old: 'hold',
      new: 'open',
      reason: '复检合格',
      actorId: approver.userId,
    })
    const [signature] = await store.db
      .select()
      .from(signatures)
      .where(and(eq(signatures.entity, 'lot'), eq(signatures.entityId, lotId)))
    expect(signature).toMatchObject({ meaning: 'released', signerId: approver.userId, reason: '复检合格' })
    expect(await verifyAudit(store)).toMatchObject({ isWhole: true })
    expect(await release(lotId)).toMatchObject({ code: 409, msg: expect.stringContaining('is not on hold') })
  })

  test('is still as the trail says when the reason of its release was redacted', async () => {
    const { lotId } = await lot('hold')
    done(await release(lotId, { reason: '张三的电话 13800000000' }))
    const { audits, signatures } = store.t
    const [entry] = await store.db
      .select({ id: audits.id })
      .from(audits)
      .where(and(eq(audits.entity, 'lot'), eq(audits.entityId, lotId), eq(audits.action, 'release')))
    done(await admin.post(`/qc/audit/${entry!.id}/redact`, { reason: '个人信息' }))
    const [signature] = await store.db.select().from(signatures).where(eq(signatures.entityId, lotId))
    expect(signature!.reason).toBe(REDACTED)
    expect(await verifyAudit(store)).toMatchObject({ isWhole: true })
  })

  const refusals: [what: string, more: object, expected: object][] = [
    ['no reason', { reason: ' ' }, { code: 400, errors: { reason: expect.any(String) } }],
    ['no password', { password: undefined }, { code: 400, errors: { password: expect.any(String) } }],
    ['a wrong password', { password: 'not this one' }, { code: 403, errors: { password: expect.any(String) } }],
    ['the password as reason', { reason: PASSWORD }, { code: 400, errors: { reason: expect.any(String) } }],
    ['another hold', { status: 'hold' }, { code: 400 }],
  ]
  test.each(refusals)('is not released with %s', async (_, more, expected) => {
    const { lotId } = await lot('hold')
    expect(await release(lotId, more)).toMatchObject(expected)
    expect(await statusOf(lotId)).toBe('hold')
  })

  test('is released by those alone who may', async () => {
    const { lotId } = await lot('hold')
    expect(await release(lotId, {}, inspector)).toMatchObject({ code: 403 })
    expect(await release(lotId, {}, viewer)).toMatchObject({ code: 403 })
    expect(await release(9_999_999)).toMatchObject({ code: 404 })
  })

  test('is released without a password where nothing is signed, and the trail says so', async () => {
    const { lotId } = await lot('hold')
    done(await admin.put('/set-config', [{ configKey: 'qc_signaturePassword', configValue: 'N' }]))
    try {
      expect(done(await engineer.get(`/qc/lot/${lotId}`)).isPasswordAsked).toBe(false)
      done(await release(lotId, { password: undefined, status: 'closed' }))
    } finally {
      done(await admin.put('/set-config', [{ configKey: 'qc_signaturePassword', configValue: 'Y' }]))
    }
    expect(await statusOf(lotId)).toBe('closed')
    const { audits, signatures } = store.t
    const entries = await store.db
      .select()
      .from(audits)
      .where(and(eq(audits.entity, 'lot'), eq(audits.entityId, lotId), eq(audits.action, 'release')))
      .orderBy(asc(audits.id))
    expect(entries.map(({ field }) => field)).toEqual(['status', 'unsigned'])
    expect(await store.db.select().from(signatures).where(eq(signatures.entityId, lotId))).toEqual([])
  })
})

describe('an NG record proposes to hold its lot', () => {
  const record = async (lotId: number, od: string, note = '10') =>
    stepped(
      inspector,
      'submit',
      await draftBy(inspector, severe, { od: [od], note: [note] }, { lotId, remark: '见照片' }),
    )
  const proposed = async (id: number) => done(await inspector.get(`/qc/value-base/${id}`)).isHoldProposed

  test('for a major item, until the lot is held, and not again after its release', async () => {
    const { lotId } = await lot()
    const ng = await record(lotId, '12')
    expect(ng.isHoldProposed).toBe(true)
    const approved = await stepped(approver, 'approve', ng, { disposition: 'scrap' })
    expect(approved.isHoldProposed).toBe(true)
    expect(await inspector.post(`/qc/lot/${lotId}/hold`, { reason: '' })).toMatchObject({ code: 400 })
    expect(await viewer.post(`/qc/lot/${lotId}/hold`, { reason: '外径超差' })).toMatchObject({ code: 403 })
    done(await inspector.post(`/qc/lot/${lotId}/hold`, { reason: '外径超差' }))
    expect(await statusOf(lotId)).toBe('hold')
    expect(await proposed(ng.qcValueBaseId)).toBe(false)
    expect(await inspector.post(`/qc/lot/${lotId}/hold`, { reason: '外径超差' })).toMatchObject({ code: 409 })
    done(await release(lotId))
    expect(await proposed(ng.qcValueBaseId)).toBe(false)
    expect((await record(lotId, '12')).isHoldProposed).toBe(true)
  })

  test('not for an OK record, a minor item, a draft, or a voided record', async () => {
    const { lotId } = await lot()
    expect((await record(lotId, '10')).isHoldProposed).toBe(false)
    expect((await record(lotId, '10', '12')).isHoldProposed).toBe(false)
    const draft = await draftBy(inspector, severe, { od: ['12'], note: ['10'] }, { lotId })
    expect(draft.isHoldProposed).toBe(false)
    const ng = await record(lotId, '12')
    const voided = done(await step(approver, 'void', ng, { reason: '重复' }))
    expect(voided.isHoldProposed).toBe(false)
  })
})
