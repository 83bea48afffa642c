import { afterAll, describe, expect, test } from 'bun:test'
import { and, eq, ne } from 'drizzle-orm'
import { verifyAudit } from '#server/qc/audit/verify/index'
import { insertRecords } from '#server/qc/record/insert'
import { advance, type Step } from '#server/qc/record/submit'
import type { RecordStatus } from '#shared/qc/constants'
import type { ValueInput } from '#shared/qc/record/schema'
import { startApp } from '../../support/app'
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

const app = await startApp()
const plant = await qcPlant(app)
const { admin, engineer, inspector, colleague, reviewer, approver } = plant
afterAll(app.close)
const two = await plant.template({ signLevels: 2 })
const one = await plant.template({ signLevels: 1 })
const none = await plant.template({ signLevels: 0 })

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

/** How records come into a state, and by whom. */
const ways: Record<RecordStatus, [action: Step['action'], by: Person][]> = {
  draft: [],
  submitted: [['submit', inspector]],
  reviewed: [
    ['submit', inspector],
    ['review', reviewer],
  ],
  approved: [
    ['submit', inspector],
    ['review', reviewer],
    ['approve', approver],
  ],
  rejected: [
    ['submit', inspector],
    ['reject', reviewer],
  ],
  voided: [['void', inspector]],
}

const authorOf = ({ userId, roleKey }: Person) => ({
  userId,
  name: roleKey,
  now: Date.now(),
  requestId: 'made-for-a-test',
})

/** Records of the inspector in a state, made at once. */
async function recordsIn(status: RecordStatus, count: number, by = inspector): Promise<number[]> {
  const values = valuesOf(two, good).map((value) => ({ state: 'present', confirmed: false, ...value }) as ValueInput)
  const record = {
    productId: plant.productId,
    templateId: two.templateId,
    versionId: two.versionId,
    lotId: plant.lotId,
    equipmentId: null,
    shiftId: null,
    operatorId: inspector.userId,
    operatorName: 'inspector',
    deptId: plant.deptId,
    inspectedAt: Date.now(),
    source: 'manual' as const,
    remark: '',
    clientUid: null,
    retestOf: null,
    values,
    author: authorOf(by),
  }
  return app.store.tx(async (db) => {
    const records = Array.from({ length: count }, () => record)
    const inserted = await insertRecords(app.store, db, records)
    const ids = inserted.map(({ qcValueBaseId }) => qcValueBaseId)
    for (const [action, by] of ways[status]) {
      const author = authorOf(by)
      await advance(
        app.store,
        db,
        ids.map((qcValueBaseId) => ({ qcValueBaseId, action, author, reason: 'for a test' })),
      )
    }
    return ids
  })
}

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

  for (const status of Object.keys(ways) as RecordStatus[]) {
    test(`${status} records`, async () => {
      const ofState = rows.filter(([state]) => state === status)
      const ids = await recordsIn(status, ofState.length * roles.length)
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
    const [id] = await recordsIn('draft', 1, admin)
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

describe('what stands in the way of submitting', () => {
  const formula: ItemInput[] = [
    { code: 'a', name: 'a', type: 'numeric', decimals: 1, severity: 'info' },
    { code: 'b', name: 'b', type: 'numeric', decimals: 1, severity: 'info', required: 'never' },
    { code: 'q', name: 'q', type: 'calculated', decimals: 1, formula: 'a / b', severity: 'info', required: 'never' },
  ]
  test.each<[what: string, entered: Entered, more: object, words: string]>([
    ['a required value without a reason', { thickness: ['10', '10'], look: ['ok'] }, {}, 'Required values are missing'],
    ['nothing at all', {}, {}, 'Required values are missing'],
    [
      'what is said not to apply, but not why',
      { thickness: ['10', '10', { state: 'na' }], look: ['ok'] },
      {},
      'Required values are missing',
    ],
    ['an NG record without a remark', { ...good, look: ['crack'] }, {}, 'needs a remark'],
    [
      'an improbable value that nobody confirmed',
      { ...good, thickness: ['10', '10', '99'] },
      { remark: 'x' },
      'implausible',
    ],
  ])('%s', async (_, entered, more, words) => {
    const draft = await draftBy(inspector, one, entered, more)
    expect(await step(inspector, 'submit', draft)).toMatchObject({ code: 422, msg: expect.stringContaining(words) })
  })

  test('a formula that does not work out', async () => {
    const template = await plant.template({}, formula)
    const draft = await draftBy(inspector, template, { a: ['1'], b: ['0'] })
    expect(draft.judgement).toBe('PENDING')
    expect(await step(inspector, 'submit', draft)).toMatchObject({
      code: 422,
      msg: expect.stringContaining('calculated'),
    })
  })

  test('no lot, where the template asks for one', async () => {
    const template = await plant.template({ isLotRequired: true })
    const draft = await draftBy(inspector, template)
    expect(await step(inspector, 'submit', draft)).toMatchObject({ code: 422, msg: expect.stringContaining('lot') })
    const { lockVersion, qcValueBaseId } = draft
    const change = { lockVersion, lotId: plant.lotId }
    const changed = done(await inspector.put(`/qc/value-base/${qcValueBaseId}`, change))
    expect((await stepped(inspector, 'submit', changed)).status).toBe('submitted')
  })

  test.each<[what: string, entered: Entered, remark: string, judgement: string]>([
    [
      'a reason for what is missing',
      { thickness: ['10', '10', { state: 'missing', missingCode: 'no-sample' }], look: ['ok'] },
      '',
      'PENDING',
    ],
    ['a remark on what is NG', { ...good, look: ['crack'] }, 'cracked at the edge', 'NG'],
    ['a value that was confirmed', { ...good, thickness: ['10', '10', { raw: '99', confirmed: true }] }, 'true', 'NG'],
    [
      'what does not apply, and why',
      { thickness: ['10', '10', { state: 'na', missingCode: 'no-sample' }], look: ['ok'] },
      '',
      'OK',
    ],
    [
      'nothing that applies, each with a reason, which judges nothing',
      {
        thickness: Array.from({ length: 3 }, () => ({ state: 'na' as const, missingCode: 'no-sample' })),
        look: [{ state: 'na', missingCode: 'no-sample' }],
      },
      '',
      'PENDING',
    ],
  ])('%s lets it pass', async (_, entered, remark, judgement) => {
    const draft = await draftBy(inspector, one, entered, { remark })
    expect(await stepped(inspector, 'submit', draft)).toMatchObject({ judgement, firstJudgement: judgement })
  })
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
      const [id] = await recordsIn(status, 1)
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
describe('the record of an inspector whose account is disabled is submitted by whoever may edit it (§5.1)', () => {
  const reason = 'look again'
  const setStatus = async ({ userId }: Person, status: '1' | '2') =>
    done(await admin.put('/user/status', { userId, status }))
  type Way = [what: string, make: (by: Person) => Promise<Seen>]
  type Seen = { qcValueBaseId: number; recordNo: string; lockVersion: number }
  const rejectedOf = async (by: Person): Promise<Seen> => stepped(reviewer, 'reject', await submittedBy(by), { reason })
  const reopenedOf = async (by: Person): Promise<Seen> =>
    stepped(approver, 'reopen', await stepped(approver, 'approve', await submittedBy(by)), { reason })
  const ways: Way[] = [
    ['sent back', rejectedOf],
    ['opened again', reopenedOf],
    ['never submitted', (by) => draftBy(by, one)],
  ]
  const path = ({ qcValueBaseId }: Seen) => `/qc/value-base/${qcValueBaseId}`
  /** A record of somebody who left since. */
  async function left(make: Way[1]) {
    const leaver = await plant.person('inspector')
    const record = await make(leaver)
    await setStatus(leaver, '1')
    return { leaver, record }
  }

  test.each(ways)('%s: while the account is active, nobody else submits it', async (_, make) => {
    const record = await make(inspector)
    expect(done(await engineer.get(path(record)))).toMatchObject({ isInspectorActive: true })
    for (const person of [engineer, colleague, admin]) {
      expect(await step(person, 'submit', record)).toMatchObject({
        code: 403,
        msg: 'Only the inspector of the record may do this',
      })
    }
  })

  test.each(ways)('%s: the engineer corrects and submits it, and the record keeps its inspector', async (_, make) => {
    const { leaver, record } = await left(make)
    expect(done(await engineer.get(path(record)))).toMatchObject({ isInspectorActive: false })
    const values = valuesOf(one, { ...good, thickness: ['10.02', '10.01', '9.99'] })
    const change = { lockVersion: record.lockVersion, values, reasonCode: 'typing' }
    const submitted = await stepped(engineer, 'submit', done(await engineer.put(path(record), change)))
    expect(submitted).toMatchObject({
      status: 'submitted',
      operatorId: leaver.userId,
      submittedBy: engineer.userId,
      submittedByName: engineer.roleKey,
    })
    const { audits } = app.store.t
    const told = await app.store.db
      .select()
      .from(audits)
      .where(and(eq(audits.entity, 'record'), eq(audits.entityId, record.qcValueBaseId), eq(audits.action, 'submit')))
      .orderBy(audits.id)
    expect(told.at(-1)).toMatchObject({ actorId: engineer.userId, actorName: engineer.roleKey })
    expect((await stepped(approver, 'approve', submitted)).status).toBe('approved')
    expect(await verifyAudit(app.store)).toMatchObject({ isWhole: true })
  })

  test('a record of a template without signatures is approved by its submission, as it was before', async () => {
    const { record } = await left(async (by) =>
      stepped(approver, 'reopen', await stepped(by, 'submit', await draftBy(by, none)), { reason }),
    )
    expect(await stepped(colleague, 'submit', record)).toMatchObject({
      status: 'approved',
      approvedBy: colleague.userId,
    })
  })

  test('whoever submitted it does not approve it, also after another submission, nor does it wait for them', async () => {
    const { record } = await left(rejectedOf)
    const { recordNo } = record
    const expectWithheld = async (submitted: Seen) => {
      expect(await step(admin, 'approve', submitted)).toMatchObject({
        code: 403,
        msg: expect.stringContaining('submitted'),
      })
      expect(done(await admin.get(`/qc/value-base?waiting=1&recordNo=${recordNo}`)).list).toEqual([])
    }
    const first = await stepped(admin, 'submit', record)
    expect(first.authors).toContain(admin.userId)
    await expectWithheld(first)
    const again = await stepped(colleague, 'submit', await stepped(reviewer, 'reject', first, { reason }))
    expect(again.authors).toEqual(expect.arrayContaining([admin.userId, colleague.userId]))
    await expectWithheld(again)
    expect((await stepped(approver, 'approve', again)).status).toBe('approved')
  })

  test('whoever submitted it takes it back; another person does not', async () => {
    const { record } = await left(rejectedOf)
    const submitted = await stepped(engineer, 'submit', record)
    expect((await step(colleague, 'withdraw', submitted)).code).toBe(403)
    const draft = await stepped(engineer, 'withdraw', submitted)
    expect((await stepped(colleague, 'submit', draft)).status).toBe('submitted')
  })

  test('it takes the permission to edit records and the one to submit them', async () => {
    const { record } = await left(rejectedOf)
    const holding = async (...permissions: Parameters<typeof app.signedIn>) =>
      withScope(app, await app.signedIn('qc:record:list', ...permissions), '1')
    const [editor, submitter] = [await holding('qc:record:edit'), await holding('qc:record:submit')]
    const refusal = { code: 403, msg: 'You have no permission to do this' }
    for (const person of [approver, reviewer, editor]) expect((await step(person, 'submit', record)).code).toBe(403)
    expect(await step(submitter, 'submit', record)).toMatchObject(refusal)
  })

  test('once the account is enabled again, it is for its inspector alone', async () => {
    const { leaver, record } = await left(rejectedOf)
    await setStatus(leaver, '2')
    expect((await step(engineer, 'submit', record)).code).toBe(403)
  })

  test('an account that is gone counts as disabled', async () => {
    const record = await rejectedOf(inspector)
    const { valueBases } = app.store.t
    const ofIt = eq(valueBases.qcValueBaseId, record.qcValueBaseId)
    await app.store.tx((db) => db.update(valueBases).set({ operatorId: 999_999 }).where(ofIt))
    expect((await stepped(engineer, 'submit', record)).status).toBe('submitted')
  })
})
const submittedBy = async (person: Person) => stepped(person, 'submit', await draftBy(person, one))

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
