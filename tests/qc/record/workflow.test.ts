import { afterAll, describe, expect, test } from 'bun:test'
import { recordStatuses } from '#shared/qc/constants'
import { verifyAudit } from '#server/qc/audit/verify/index'
import { startApp } from '../../support/app'
import { done, draftBy, good, qcPlant, step, stepped, valuesOf, type Person } from '../../support/qc/plant'
import { recordsIn } from '../../support/qc/records'

const app = await startApp()
afterAll(app.close)
const plant = await qcPlant(app)
const { admin, engineer, inspector, colleague, reviewer, approver } = plant
const two = await plant.template({ signLevels: 2 })
const one = await plant.template({ signLevels: 1 })
const none = await plant.template({ signLevels: 0 })
const submittedBy = async (person: Person) => stepped(person, 'submit', await draftBy(person, one))

const people = { author: inspector, colleague, reviewer, approver, engineer, admin }
const roles = Object.keys(people) as (keyof typeof people)[]

/**
 * Written by hand from the table of `qc-domain` 5.1, for a template of two signatures: what becomes of a record in the
 * state on the left when each of six people does that with it. A state: it is then in that. 403: not for them to do. 409:
 * not in this state. The author is an inspector, the record was reviewed by the reviewer and approved by the approver.
 */
const table = `
                    author     colleague  reviewer   approver   engineer   admin
draft     save      draft      draft      403        403        draft      draft
draft     submit    submitted  403        403        403        403        403
draft     withdraw  409        409        403        403        409        409
draft     review    403        403        409        403        403        409
draft     approve   403        403        403        409        403        409
draft     reject    403        403        409        409        409        409
draft     reopen    403        403        403        409        409        409
draft     void      voided     403        403        voided     voided     voided
draft     retest    409        409        403        403        409        409
submitted save      409        409        403        403        409        409
submitted submit    409        409        403        403        409        409
submitted withdraw  draft      403        403        403        403        403
submitted review    403        403        reviewed   403        403        reviewed
submitted approve   403        403        403        409        403        409
submitted reject    403        403        rejected   rejected   rejected   rejected
submitted reopen    403        403        403        409        409        409
submitted void      403        403        403        voided     voided     voided
submitted retest    submitted  submitted  403        403        submitted  submitted
reviewed  save      409        409        403        403        409        409
reviewed  submit    409        409        403        403        409        409
reviewed  withdraw  409        409        403        403        409        409
reviewed  review    403        403        409        403        403        409
reviewed  approve   403        403        403        approved   403        approved
reviewed  reject    403        403        rejected   rejected   rejected   rejected
reviewed  reopen    403        403        403        409        409        409
reviewed  void      403        403        403        voided     voided     voided
reviewed  retest    reviewed   reviewed   403        403        reviewed   reviewed
approved  save      409        409        403        403        409        409
approved  submit    409        409        403        403        409        409
approved  withdraw  409        409        403        403        409        409
approved  review    403        403        409        403        403        409
approved  approve   403        403        403        409        403        409
approved  reject    403        403        409        409        409        409
approved  reopen    403        403        403        draft      draft      draft
approved  void      403        403        403        voided     voided     voided
approved  retest    approved   approved   403        403        approved   approved
rejected  save      rejected   rejected   403        403        rejected   rejected
rejected  submit    submitted  403        403        403        403        403
rejected  withdraw  409        409        403        403        409        409
rejected  review    403        403        409        403        403        409
rejected  approve   403        403        403        409        403        409
rejected  reject    403        403        409        409        409        409
rejected  reopen    403        403        403        409        409        409
rejected  void      403        403        403        voided     voided     voided
rejected  retest    rejected   rejected   403        403        rejected   rejected
voided    save      409        409        403        403        409        409
voided    submit    409        409        403        403        409        409
voided    withdraw  409        409        403        403        409        409
voided    review    403        403        409        403        403        409
voided    approve   403        403        403        409        403        409
voided    reject    403        403        409        409        409        409
voided    reopen    403        403        403        409        409        409
voided    void      409        409        403        409        409        409
voided    retest    409        409        403        403        409        409
`
const [head, ...rows] = table
  .trim()
  .split('\n')
  .map((line) => line.trim().split(/\s+/))

const said = { reason: 'because', reasonCode: 'typing', disposition: 'rework', remark: 'again' }
const stateWords: Record<string, RegExp> = {
  draft: /draft/,
  submitted: /awaiting|not reviewed/,
  reviewed: /reviewed/,
  approved: /approved/,
  rejected: /rejected/,
  voided: /voided/,
}

/** Does it with a record as it is by now. */
async function doIt(person: Person, action: string, id: number) {
  const before = done(await admin.get(`/qc/value-base/${id}`))
  const answer =
    action === 'save'
      ? await person.put(`/qc/value-base/${id}`, { lockVersion: before.lockVersion, ...said })
      : await step(person, action, before, said)
  const after = done(await admin.get(`/qc/value-base/${id}`))
  return { answer, before, after }
}

describe('every state, action and role (§5.1)', () => {
  test('the table has a row for each pair of state and action, and a column for each role', () => {
    expect(head).toEqual(roles)
    expect(rows.length).toBe(6 * 9)
    expect(new Set(rows.map(([state, action]) => `${state} ${action}`)).size).toBe(6 * 9)
  })

  for (const status of recordStatuses) {
    test(`${status} records`, async () => {
      const ofState = rows.filter(([state]) => state === status)
      const ids = await recordsIn(plant, two, status, ofState.length * roles.length)
      for (const [, action = '', ...cells] of ofState) {
        for (const [index, role] of roles.entries()) {
          const expected = cells[index]!
          const { answer, before, after } = await doIt(people[role], action, ids.pop()!)
          const { code, msg } = answer
          const outcome = code === 200 ? after.status : String(code)
          expect([status, action, role, outcome]).toEqual([status, action, role, expected])
          if (code === 200) expect(after.lockVersion).toBe(before.lockVersion + 1)
          else expect(after).toEqual(before)
          if (code === 409) expect([action, msg]).toEqual([action, expect.stringMatching(stateWords[status]!)])
          if (code === 409) expect(answer.data).toEqual(before) // what it is by now travels with the refusal
        }
      }
    }, 120_000)
  }
})

describe('templates of fewer signatures', () => {
  test('one: a submitted record is approved at once, and never reviewed', async () => {
    const record = await stepped(inspector, 'submit', await draftBy(inspector, one))
    expect(await step(reviewer, 'review', record)).toMatchObject({ code: 409 })
    expect((await stepped(approver, 'approve', record)).status).toBe('approved')
  })

  test('none: submitting approves', async () => {
    const record = await stepped(inspector, 'submit', await draftBy(inspector, none))
    expect(record).toMatchObject({ status: 'approved', approvedBy: inspector.userId, signatures: [] })
  })

  test('two: whoever has reviewed a record does not approve it', async () => {
    const submitted = await stepped(inspector, 'submit', await draftBy(inspector, two))
    const reviewed = await stepped(admin, 'review', submitted)
    expect(await step(admin, 'approve', reviewed)).toMatchObject({
      code: 403,
      msg: expect.stringContaining('somebody else'),
    })
    expect((await stepped(approver, 'approve', reviewed)).approvedBy).toBe(approver.userId)
  })
})

describe('how many signatures a record needs is settled when it is made (S71)', () => {
  const atOf = (templateId: number) => `/qc/template/${templateId}`
  async function setLevels(templateId: number, signLevels: number) {
    const { code, name, nameEn, stage, chartFrom, isLotRequired } = done(await engineer.get(atOf(templateId)))
    const head = { productId: plant.productId, code, name, nameEn, stage, chartFrom, isLotRequired, signLevels }
    done(await engineer.put(atOf(templateId), head))
  }

  test('lowering the levels of its template later spares nobody a signature, nor does it break the trail', async () => {
    const [strict, loose] = [await plant.template({ signLevels: 2 }), await plant.template({ signLevels: 0 })]
    const draft = await draftBy(inspector, strict)
    const free = await stepped(inspector, 'submit', await draftBy(inspector, loose))
    await setLevels(strict.templateId, 0)
    await setLevels(loose.templateId, 2)
    const submitted = await stepped(inspector, 'submit', draft)
    expect(submitted).toMatchObject({ status: 'submitted', signLevels: 2 })
    expect((await step(approver, 'approve', submitted)).code).toBe(409)
    expect(await draftBy(inspector, strict)).toMatchObject({ signLevels: 0 })
    const waiting = done(await reviewer.get(`/qc/value-base?waiting=1&templateId=${strict.templateId}`)).list
    expect(waiting.map(({ recordNo }: { recordNo: string }) => recordNo)).toEqual([submitted.recordNo])
    expect(done(await admin.get(`/qc/value-base/${free.qcValueBaseId}`))).toMatchObject({
      status: 'approved',
      signLevels: 0,
    })
    await setLevels(strict.templateId, 2)
    expect((await stepped(approver, 'approve', await stepped(reviewer, 'review', submitted))).status).toBe('approved')
    expect(await verifyAudit(app.store)).toMatchObject({ isWhole: true })
  })
})

test('the state that a change begins with may come as digits (contract 1)', async () => {
  const { qcValueBaseId, lockVersion } = await draftBy(inspector, one)
  const saved = await inspector.put(`/qc/value-base/${qcValueBaseId}`, {
    lockVersion: String(lockVersion),
    remark: 'x',
  })
  expect(saved).toMatchObject({ code: 200, data: { lockVersion: lockVersion + 1 } })
  const path = `/qc/value-base/${qcValueBaseId}/submit`
  expect((await inspector.post(path, { lockVersion: String(lockVersion) })).code).toBe(409)
  expect((await inspector.post(path, { lockVersion: '1e0' })).code).toBe(400)
})

describe('what has to be said', () => {
  const by = { reviewer, approver, inspector }
  test.each([
    ['reject', 'submitted', 'reviewer', {}, 'reason'],
    ['reject', 'submitted', 'reviewer', { reason: '   ' }, 'reason'],
    ['reject', 'submitted', 'reviewer', { reasonCode: 'other' }, 'reason'],
    ['reject', 'submitted', 'reviewer', { reasonCode: 'made-up', reason: 'x' }, 'reasonCode'],
    ['reopen', 'approved', 'approver', {}, 'reason'],
    ['void', 'approved', 'approver', {}, 'reason'],
    ['void', 'draft', 'inspector', {}, 'reason'],
  ] as const)(
    '%s, a record that is %s, by the %s, with %j: refused at %s',
    async (action, status, role, more, field) => {
      const [id] = await recordsIn(plant, two, status, 1)
      const before = done(await admin.get(`/qc/value-base/${id}`))
      const answer = await step(by[role], action, before, more)
      expect(answer).toMatchObject({ code: 400, errors: { [field]: expect.any(String) } })
      expect(done(await admin.get(`/qc/value-base/${id}`)).status).toBe(status)
    },
  )

  test('an NG record is approved with a disposition of the dictionary only, which is kept', async () => {
    const ng = { ...good, look: ['crack'] }
    const record = await stepped(inspector, 'submit', await draftBy(inspector, one, ng, { remark: 'cracked' }))
    expect(await step(approver, 'approve', record)).toMatchObject({
      code: 400,
      errors: { disposition: expect.any(String) },
    })
    expect((await step(approver, 'approve', record, { disposition: 'eat' })).code).toBe(400)
    const approved = await stepped(approver, 'approve', record, { disposition: 'concession' })
    expect(approved).toMatchObject({ status: 'approved', judgement: 'NG', disposition: 'concession' })
  })

  test('an NG record without signatures keeps the disposition of its submission, which approves it', async () => {
    const ng = await draftBy(inspector, none, { ...good, look: ['crack'] }, { remark: 'cracked' })
    expect(await step(inspector, 'submit', ng, { disposition: 'eat' })).toMatchObject({
      code: 400,
      errors: { disposition: expect.any(String) },
    })
    let record = await stepped(inspector, 'submit', ng, { disposition: 'scrap' })
    expect(record).toMatchObject({ status: 'approved', judgement: 'NG', disposition: 'scrap' })
    const { list } = done(await admin.get(`/qc/value-base/${record.qcValueBaseId}/audit`))
    expect(list).toContainEqual(
      expect.objectContaining({ action: 'submit', field: 'disposition', old: null, new: 'scrap' }),
    )
    record = await stepped(approver, 'reopen', record, { reason: 'measured again' })
    expect(record.disposition).toBeNull()
    expect(await verifyAudit(app.store)).toMatchObject({ isWhole: true })
  })
})

describe('a record that goes round', () => {
  test('the first judgement stays, reopening makes the next revision, and what was signed before is superseded', async () => {
    const ng = { ...good, look: ['crack'] }
    let record = await stepped(inspector, 'submit', await draftBy(inspector, one, ng, { remark: 'cracked' }))
    record = await stepped(reviewer, 'reject', record, { reason: 'look again' })
    const change = { lockVersion: record.lockVersion, reasonCode: 'typing', values: valuesOf(one, good) }
    record = done(await inspector.put(`/qc/value-base/${record.qcValueBaseId}`, change))
    expect(record).toMatchObject({ status: 'rejected', judgement: 'OK', firstJudgement: 'NG' })
    record = await stepped(inspector, 'submit', record)
    record = await stepped(approver, 'approve', record)
    expect(record).toMatchObject({ status: 'approved', rev: 1, judgement: 'OK', firstJudgement: 'NG' })
    record = await stepped(approver, 'reopen', record, { reason: 'wrong lot' })
    expect(record).toMatchObject({ status: 'draft', rev: 2, approvedAt: null, approvedBy: null, disposition: null })
    expect(record.signatures.map(({ meaning, state }: { meaning: string; state: string }) => [meaning, state])).toEqual(
      [
        ['rejected', 'superseded'],
        ['approved', 'superseded'],
        ['reopened', 'superseded'],
      ],
    )
    record = await stepped(inspector, 'submit', record)
    record = await stepped(approver, 'approve', record)
    expect(record).toMatchObject({ status: 'approved', rev: 2, firstJudgement: 'NG' })
    expect(record.signatures.at(-1)).toMatchObject({ rev: 2, meaning: 'approved', state: 'valid' })
  })

  test('a record that was taken back and submitted again keeps its first judgement', async () => {
    const ng = { ...good, look: ['crack'] }
    const submitted = await stepped(inspector, 'submit', await draftBy(inspector, one, ng, { remark: 'cracked' }))
    const draft = await stepped(inspector, 'withdraw', submitted)
    expect(draft).toMatchObject({ status: 'draft', firstJudgement: 'NG', waitingSince: null })
    const change = { lockVersion: draft.lockVersion, values: valuesOf(one, good) }
    const at = `/qc/value-base/${draft.qcValueBaseId}`
    expect(await inspector.put(at, change)).toMatchObject({ code: 400, errors: { reasonCode: expect.any(String) } })
    const changed = done(await inspector.put(at, { ...change, reasonCode: 'sampling' }))
    expect(await stepped(inspector, 'submit', changed)).toMatchObject({ judgement: 'OK', firstJudgement: 'NG' })
  })
})

describe('whoever a record is by voids it until its first submission; then others have seen it (§5.1, §2.3)', () => {
  const reason = 'of no use'
  const unsigned = { reason, password: undefined }
  const approvedBy = async (person: Person) => stepped(approver, 'approve', await submittedBy(person))
  const reopened = async () => stepped(approver, 'reopen', await approvedBy(inspector), { reason })
  const corrected = async () => {
    const { qcValueBaseId, lockVersion } = await reopened()
    const values = valuesOf(one, { ...good, thickness: ['10.03', '10.01', '9.99'] })
    return done(
      await inspector.put(`/qc/value-base/${qcValueBaseId}`, {
        lockVersion,
        values,
        reasonCode: 'typing',
        remark: 'x',
      }),
    )
  }
  const rejectedAgain = async () =>
    stepped(reviewer, 'reject', await stepped(inspector, 'submit', await corrected()), { reason })

  test.each<[what: string, make: () => Promise<{ qcValueBaseId: number; lockVersion: number }>]>([
    ['waiting for others', () => submittedBy(inspector)],
    ['taken back', async () => stepped(inspector, 'withdraw', await submittedBy(inspector))],
    ['opened again', reopened],
    ['opened again and corrected', corrected],
    ['sent back', async () => stepped(reviewer, 'reject', await submittedBy(inspector), { reason })],
  ])('%s: neither its inspector nor a colleague voids it, and it stays in the charts', async (_, make) => {
    const record = await make()
    for (const person of [inspector, colleague]) {
      expect(await step(person, 'void', record, { reason })).toMatchObject({
        code: 403,
        msg: 'You have no permission to do this',
      })
    }
    const now = done(await admin.get(`/qc/value-base/${record.qcValueBaseId}`))
    expect([now.lockVersion, now.voidedAt]).toEqual([record.lockVersion, null])
  })

  test('taken back before anybody approved it: who may void it does so with a reason, without a signature', async () => {
    const draft = await stepped(inspector, 'withdraw', await submittedBy(inspector))
    expect(await stepped(engineer, 'void', draft, unsigned)).toMatchObject({ status: 'voided', signatures: [] })
    expect(await verifyAudit(app.store)).toMatchObject({ isWhole: true })
  })

  test.each<[what: string, make: () => Promise<{ qcValueBaseId: number; lockVersion: number }>]>([
    ['opened again', reopened],
    ['opened again and corrected', corrected],
    [
      'opened again, submitted and taken back',
      async () => {
        const again = await stepped(inspector, 'submit', await corrected())
        return stepped(inspector, 'withdraw', again)
      },
    ],
    ['opened again, submitted and sent back', rejectedAgain],
    ['opened again and submitted', async () => stepped(inspector, 'submit', await reopened())],
  ])('approved once and %s: its voiding is signed, over what it says by then', async (_, make) => {
    const record = await make()
    expect(await step(engineer, 'void', record, unsigned)).toMatchObject({
      code: 400,
      errors: { password: expect.any(String) },
    })
    const voided = await stepped(engineer, 'void', record, { reason })
    expect(voided).toMatchObject({ status: 'voided', rev: 2, voidReason: reason })
    expect(voided.signatures.at(-1)).toMatchObject({
      meaning: 'voided',
      rev: 2,
      signerId: engineer.userId,
      reason,
      state: 'valid',
    })
    expect(await verifyAudit(app.store)).toMatchObject({ isWhole: true })
  })
})
