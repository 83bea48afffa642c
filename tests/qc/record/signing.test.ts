import { afterAll, describe, expect, test } from 'bun:test'
import { and, eq, ne } from 'drizzle-orm'
import { verifyAudit } from '#server/qc/audit/verify/index'
import { startApp } from '../../support/app'
import { done, draftBy, good, PASSWORD, qcPlant, step, stepped, valuesOf, type Person } from '../../support/qc/plant'
import { at, change, get, recordsIn } from '../../support/qc/records'

/** Who signs what, by which password, and what becomes of signatures. */
const app = await startApp()
afterAll(app.close)
const plant = await qcPlant(app)
const { admin, engineer, inspector, reviewer, approver } = plant
const { t } = app.store
const two = await plant.template({ signLevels: 2 })
const one = await plant.template({ signLevels: 1 })

describe('signing (§5.3, S73)', () => {
  const record = async () => stepped(inspector, 'submit', await draftBy(inspector, one))

  test('asks for the password: without it 400, with a wrong one 403, and nothing is signed', async () => {
    const submitted = await record()
    expect(await step(approver, 'approve', submitted, { password: undefined })).toMatchObject({
      code: 400,
      errors: { password: 'Enter your password to sign' },
    })
    expect(await step(approver, 'approve', submitted, { password: `${PASSWORD} ` })).toMatchObject({
      code: 403,
      errors: { password: 'The password is wrong' },
    })
    const { status, signatures } = done(await approver.get(`/qc/value-base/${submitted.qcValueBaseId}`))
    expect([status, signatures]).toEqual(['submitted', []])
    const signed = await stepped(approver, 'approve', submitted, { comment: 'looks right' })
    expect(signed.signatures).toEqual([
      {
        signatureId: expect.any(Number),
        rev: 1,
        meaning: 'approved',
        signerId: approver.userId,
        signerName: approver.roleKey,
        signedAt: signed.approvedAt,
        contentSha256: expect.stringMatching(/^[0-9a-f]{64}$/),
        reason: null,
        state: 'valid',
      },
    ])
    expect(signed.comments).toEqual([expect.objectContaining({ text: 'looks right', authorName: approver.roleKey })])
  })

  test('submitting, taking back and voiding a draft are no signatures', async () => {
    const plain = { password: undefined }
    const submitted = await stepped(inspector, 'submit', await draftBy(inspector, one), plain)
    await stepped(inspector, 'withdraw', submitted, plain)
    const voided = await stepped(inspector, 'void', await draftBy(inspector, one), { ...plain, reason: 'by mistake' })
    expect(voided).toMatchObject({ status: 'voided', voidReason: 'by mistake', signatures: [] })
  })

  test('nobody gives a password for what cannot be done', async () => {
    const draft = await draftBy(inspector, one)
    expect(await step(approver, 'approve', draft, { password: undefined })).toMatchObject({ code: 409 })
  })

  test('wrong passwords are slowed down as at sign-in, alone and for many at once; the right one waits as well (S22)', async () => {
    const guesser = await plant.person('approver')
    const submitted = await record()
    const { qcValueBaseId, lockVersion } = submitted
    const guess = (password: string) => step(guesser, 'approve', submitted, { password })
    for (let i = 0; i < 5; i++) expect((await guess(`guess no. ${i}`)).code).toBe(403)
    const refused = await guess(PASSWORD)
    expect([refused.code, Number(refused.headers.get('retry-after'))]).toEqual([429, expect.any(Number)])
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    const records = [{ qcValueBaseId, lockVersion }]
    expect((await guesser.post('/qc/value-base/approve', { records, password: PASSWORD })).code).toBe(429)
    expect(done(await admin.get(`/qc/value-base/${qcValueBaseId}`))).toMatchObject({
      status: 'submitted',
      signatures: [],
    })
    expect((await stepped(approver, 'approve', submitted)).status).toBe('approved') // nobody else waits for it
  })

  test.each<[what: string, path: (id: number) => string]>([
    ['one record', (id) => `/qc/value-base/${id}/approve`],
    ['several', () => '/qc/value-base/approve'],
  ])('nobody signs %s who was shut out while their password was looked at (S7)', async (_, path) => {
    const shutOut = await plant.person('approver')
    const { qcValueBaseId, lockVersion } = await record()
    const { tx } = app.store
    app.store.tx = async (work) => {
      app.store.tx = tx
      done(await admin.put('/user/status', { userId: shutOut.userId, status: '1' }))
      return tx(work)
    }
    const body = { lockVersion, records: [{ qcValueBaseId, lockVersion }], password: PASSWORD }
    expect((await shutOut.post(path(qcValueBaseId), body)).code).toBe(401)
    const { status, signatures } = done(await admin.get(`/qc/value-base/${qcValueBaseId}`))
    expect([status, signatures]).toEqual(['submitted', []])
  })

  test('voiding is signed once a record is approved; before that a reason is enough', async () => {
    const given = { password: undefined, reason: 'x' }
    const before = done(await step(approver, 'void', await record(), given))
    expect(before).toMatchObject({ status: 'voided', signatures: [] })
    const approved = await stepped(approver, 'approve', await record())
    expect(await step(approver, 'void', approved, given)).toMatchObject({
      code: 400,
      errors: { password: expect.any(String) },
    })
    expect((await stepped(approver, 'void', approved, { reason: 'x' })).signatures).toHaveLength(2)
  })

  const set = async (configKey: string, configValue: string) =>
    done(await admin.put('/set-config', [{ configKey, configValue }]))

  test('an installation can do without signatures: steps are only audited, and so is the setting', async () => {
    const submitted = await record()
    await set('qc_signaturePassword', 'N')
    const approved = await stepped(approver, 'approve', submitted, { password: undefined })
    const rejected = await stepped(reviewer, 'reject', await record(), { password: undefined, reason: 'x' })
    await set('qc_signaturePassword', '')
    await set('qc_signaturePassword', 'Y') // as it is without being set: nothing changes
    await set('qc_signaturePassword', '')
    expect(approved).toMatchObject({
      status: 'approved',
      isPasswordAsked: false,
      signatures: [],
      unsigned: [{ meaning: 'approved', actorName: approver.roleKey }],
    })
    expect(rejected).toMatchObject({ signatures: [], unsigned: [{ meaning: 'rejected', reason: 'x' }] })
    const printed = done(await approver.get(`/qc/value-base/${approved.qcValueBaseId}/print`))
    expect(printed.unsigned).toEqual(approved.unsigned)
    const { audits } = app.store.t
    const told = await app.store.db
      .select()
      .from(audits)
      .where(and(eq(audits.entity, 'settings'), ne(audits.action, 'seal')))
      .orderBy(audits.id)
    expect(told.map(({ action, field, old, new: now }) => [action, field, old, now])).toEqual([
      ['update', 'qc_signaturePassword', 'Y', 'N'],
      ['update', 'qc_signaturePassword', 'N', 'Y'],
    ])
    expect(await verifyAudit(app.store)).toMatchObject({ isWhole: true })
    expect((await step(approver, 'reopen', approved, { password: undefined, reason: 'x' })).code).toBe(400)
  })

  test('an installation of one person can let authors approve their own records, and the audit trail says so', async () => {
    const own = await stepped(admin, 'submit', await draftBy(admin, one))
    expect(await step(admin, 'approve', own)).toMatchObject({
      code: 403,
      msg: expect.stringContaining('entered, changed or submitted'),
    })
    await set('qc_selfReview', 'Y')
    const { audits } = app.store.t
    const selfOf = (id: number) =>
      app.store.db
        .select()
        .from(audits)
        .where(and(eq(audits.entityId, id), eq(audits.field, 'self')))
    const approved = await stepped(admin, 'approve', own)
    expect(await selfOf(own.qcValueBaseId)).toMatchObject([{ entity: 'record', action: 'approve', new: 'true' }])
    const other = await stepped(approver, 'approve', await record())
    expect(await selfOf(other.qcValueBaseId)).toEqual([])
    await set('qc_selfReview', '')
    const settings = await app.store.db
      .select()
      .from(audits)
      .where(eq(audits.field, 'qc_selfReview'))
      .orderBy(audits.id)
    expect(settings.map(({ old, new: now }) => [old, now])).toEqual([
      ['N', 'Y'],
      ['Y', 'N'],
    ])
    expect(approved).toMatchObject({ status: 'approved', isSelfAllowed: true })
  })
})

describe('nobody signs what they had a hand in (S73)', () => {
  test('whoever has entered a value of another’s draft neither approves nor reviews it, and the trail tells of the change', async () => {
    const draft = await draftBy(inspector, one)
    const { lockVersion } = draft
    const values = valuesOf(one, { ...good, thickness: ['10.02', '10.01', '9.99'] })
    const changed = done(await admin.put(`/qc/value-base/${draft.qcValueBaseId}`, { lockVersion, values }))
    expect(changed).toMatchObject({ corrections: [] })
    expect(changed.values.some(({ corrected }: { corrected: boolean }) => corrected)).toBe(false)
    expect(new Set(changed.authors)).toEqual(new Set([inspector.userId, admin.userId]))
    const { audits } = app.store.t
    const told = await app.store.db
      .select()
      .from(audits)
      .where(and(eq(audits.entityId, draft.qcValueBaseId), eq(audits.action, 'update')))
    expect(told.find(({ field }) => field === `${one.keys['thickness']}/1/raw`)).toMatchObject({
      entity: 'record',
      actorId: admin.userId,
      old: '10.00',
      new: '10.02',
      reasonCode: null,
    })
    const submitted = await stepped(inspector, 'submit', changed)
    expect(await step(admin, 'approve', submitted)).toMatchObject({
      code: 403,
      msg: expect.stringContaining('entered, changed or submitted'),
    })
    expect((await stepped(approver, 'approve', submitted)).status).toBe('approved')
    expect(await verifyAudit(app.store)).toMatchObject({ isWhole: true })
  })

  test.each<[what: string, change: object]>([
    ['takes an NG value away', { values: valuesOf(one, { thickness: good['thickness']! }) }],
    ['puts another lot', { lotId: plant.lotId }],
    ['puts another machine', { equipmentId: plant.equipmentId }],
    ['puts another time', { inspectedAt: new Date(Date.now() - 3_600_000).toISOString() }],
    ['changes the remark', { remark: 'seen again' }],
  ])('whoever %s, in a draft or in a rejected record, does not approve it', async (_, change) => {
    type Seen = { qcValueBaseId: number; lockVersion: number }
    const changed = async (person: Person, { qcValueBaseId, lockVersion }: Seen, body: object) =>
      done(await person.put(`/qc/value-base/${qcValueBaseId}`, { ...body, lockVersion, reasonCode: 'typing' }))
    const ng = () => draftBy(inspector, one, { ...good, look: ['crack'] }, { remark: 'cracked' })
    const rejected = await stepped(reviewer, 'reject', await stepped(inspector, 'submit', await ng()), { reason: 'x' })
    for (const record of [await ng(), rejected]) {
      const byOther = await changed(admin, record, change)
      expect(byOther.authors).toContain(admin.userId)
      const completed = await changed(inspector, byOther, { values: valuesOf(one, good) })
      const { qcValueBaseId, recordNo, lockVersion } = await stepped(inspector, 'submit', completed)
      const message = expect.stringContaining('entered, changed or submitted')
      expect(await step(admin, 'approve', { qcValueBaseId, lockVersion })).toMatchObject({ code: 403, msg: message })
      const several = { records: [{ qcValueBaseId, lockVersion }], password: PASSWORD }
      const refused = await admin.post('/qc/value-base/approve', several)
      expect(refused).toMatchObject({ code: 409, data: { faults: [{ qcValueBaseId, message }] } })
      const waiting = `/qc/value-base?waiting=1&recordNo=${recordNo}`
      expect(done(await admin.get(waiting)).list).toEqual([])
      expect(done(await approver.get(waiting)).list).toHaveLength(1)
      expect((await stepped(approver, 'approve', { qcValueBaseId, lockVersion })).status).toBe('approved')
    }
  })

  test('what its own inspector changes of a draft is not told', async () => {
    const draft = await draftBy(inspector, one)
    const { lockVersion, qcValueBaseId } = draft
    done(await inspector.put(`/qc/value-base/${qcValueBaseId}`, { lockVersion, remark: 'x' }))
    const { audits } = app.store.t
    const told = await app.store.db
      .select()
      .from(audits)
      .where(and(eq(audits.entity, 'record'), eq(audits.entityId, qcValueBaseId)))
    expect(told.map(({ action }) => action)).toEqual(['create'])
  })

  test('whoever has brought a record in for another does not approve it, nor does it wait for them', async () => {
    const [id] = await recordsIn(plant, two, 'draft', 1, admin)
    const draft = done(await admin.get(`/qc/value-base/${id}`))
    const submitted = await stepped(inspector, 'submit', draft)
    expect((await step(admin, 'review', submitted)).code).toBe(403)
    const { list } = done(await admin.get(`/qc/value-base?waiting=1&recordNo=${submitted.recordNo}`))
    expect(list).toEqual([])
    expect((await stepped(reviewer, 'review', submitted)).status).toBe('reviewed')
  })

  test('the name under a signature ends with the sign-in name, whatever people call themselves', async () => {
    const { users } = app.store.t
    const call = (userId: number, nickName: string) =>
      app.store.tx((db) => db.update(users).set({ nickName }).where(eq(users.userId, userId)))
    await call(approver.userId, reviewer.roleKey)
    const approved = await stepped(
      approver,
      'approve',
      await stepped(inspector, 'submit', await draftBy(inspector, one)),
    )
    await call(approver.userId, approver.roleKey)
    expect(approved.signatures).toMatchObject([{ signerName: `${reviewer.roleKey} (${approver.roleKey})` }])
  })
})

describe('signatures (S73)', () => {
  const statesOf = async (id: number) =>
    done(await reviewer.get(`${at(id)}/signature`)).map(
      ({ meaning, state }: Record<string, string>) => `${meaning} ${state}`,
    )

  test('hold while nothing is changed, are superseded by a correction, and broken by whoever changes a value unseen', async () => {
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
