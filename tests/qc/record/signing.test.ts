import { afterAll, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { startApp } from '../../support/app'
import { done, draftBy, good, PASSWORD, qcPlant, stepped, valuesOf } from '../../support/qc/plant'
import { at, change, get } from '../../support/qc/records'

/** Who signs what, by which password, and what becomes of signatures. */
const app = await startApp()
afterAll(app.close)
const plant = await qcPlant(app)
const { admin, engineer, inspector, reviewer, approver } = plant
const { t } = app.store
const two = await plant.template({ signLevels: 2 })
const one = await plant.template({ signLevels: 1 })

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
