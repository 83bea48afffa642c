import { afterAll, describe, expect, test } from 'bun:test'
import { and, eq } from 'drizzle-orm'
import { verifyAudit } from '#server/qc/audit/verify/index'
import { startApp } from '../../support/app'
import {
  done,
  draftBy,
  good,
  qcPlant,
  step,
  stepped,
  valuesOf,
  withScope,
  type Entered,
  type ItemInput,
  type Person,
} from '../../support/qc/plant'

/** What a record needs to be submitted, and who does it. */
const app = await startApp()
afterAll(app.close)
const plant = await qcPlant(app)
const { admin, engineer, inspector, colleague, reviewer, approver } = plant
const one = await plant.template({ signLevels: 1 })
const none = await plant.template({ signLevels: 0 })
const submittedBy = async (person: Person) => stepped(person, 'submit', await draftBy(person, one))

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
