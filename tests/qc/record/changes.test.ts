import { describe, expect, test } from 'bun:test'
import { and, asc, eq } from 'drizzle-orm'
import { done, draftBy, good, step, stepped, valuesOf, type Entered } from '../../support/qc/plant'
import { at, change, get, iso, recordBench } from '../../support/qc/records'

/** What is changed of a record, said about it, and told of it. */
const { app, plant, one, clock, valueIn } = await recordBench()
const { admin, engineer, inspector, colleague, reviewer, approver } = plant
const { t } = app.store

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

  test('leave a number alone that was stored before numbers had one spelling', async () => {
    const { values } = app.store.t
    const draft = await draftBy(inspector, one)
    const first = and(eq(values.qcValueBaseId, draft.qcValueBaseId), eq(values.raw, '10.00'))
    expect(await app.store.tx((db) => db.update(values).set({ raw: '010.00' }).where(first).returning())).toHaveLength(
      1,
    )
    const submitted = await stepped(inspector, 'submit', draft)
    const rejected = await stepped(reviewer, 'reject', submitted, { reason: 'swapped digits?' })
    const sent = valuesOf(one, { ...good, thickness: ['010.00', '10.09', '9.99'] })
    const record = done(await change(inspector, rejected, { values: sent, reasonCode: 'other', reason: 'misread' }))
    expect(valueIn(record, 'thickness')).toMatchObject({ raw: '010.00', corrected: false })
    expect(valueIn(record, 'thickness', 2)).toMatchObject({ raw: '10.09', corrected: true })
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
    clock.later(60_000)
    const given = { reasonCode: 'other', reason: 'read from the wrong line' }
    const record = done(await change(colleague, rejected, { values, lotId: plant.lotId, ...given }))
    expect(valueIn(record, 'thickness')).toMatchObject({ raw: '10.00', corrected: false, enteredBy: inspector.userId })
    const corrected = { raw: '10.09', value: 10.09, judgement: 'WARN', corrected: true, enteredBy: colleague.userId }
    expect(valueIn(record, 'thickness', 2)).toMatchObject({ ...corrected, enteredAt: iso(clock.now()) })
    expect(valueIn(record, 'thickness', 3)).toMatchObject({
      state: 'missing',
      raw: null,
      missingCode: 'damaged',
      corrected: true,
    })
    const told = record.corrections.map(({ auditId: _auditId, ...rest }: { auditId: number }) => rest)
    const by = { at: iso(clock.now()), actorName: colleague.roleKey, ...given }
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
    const said = { qcValueBaseId, authorId: reviewer.userId, authorName: 'x', createdAt: clock.now() }
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
      ['status', rejected.recordNo, 'Rejected'],
      ['status', rejected.recordNo, 'Submitted'],
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
      printedAt: iso(clock.now()),
      printedBy: inspector.roleKey,
    })
  })
})
