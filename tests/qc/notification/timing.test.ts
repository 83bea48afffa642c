import { beforeEach, describe, expect, test } from 'bun:test'
import { HOUR_MS } from '#shared/durations'
import type { RuleInput } from '#shared/qc/notification/schema'
import { readSettings } from '#server/env'
import { qcJobs } from '#server/qc/notification/jobs'
import { dueAt } from '#server/qc/notification/timing'
import { clockAt } from '../../support/clock'
import { chartOf } from '../../support/qc/charts'
import { dayFrom, ng, notificationBench } from '../../support/qc/notifications'
import { done, good, stepped, valuesOf } from '../../support/qc/plant'

/** When notifications are sent, and what is no longer so by then. */
const { here, sending, settle, rule, ngRecord, deliveries, calibrated, calibrationJob } = notificationBench()

describe('quiet hours and digests, by the clock of the product line', () => {
  const shanghai = (time: string) => Date.parse(`2026-11-20T${time}:00+08:00`)

  test('what comes about in quiet hours is sent at their end', async () => {
    await rule({ quietFrom: '22:00', quietTo: '06:30' })
    const { now, set } = clockAt(shanghai('23:10'))
    await sending({ now })
    await ngRecord()
    await settle()
    expect(here.mails).toEqual([])
    set(shanghai('06:29') + 86_400_000)
    await settle()
    expect(here.mails).toEqual([])
    set(shanghai('06:30') + 86_400_000)
    await settle()
    expect(here.mails).toHaveLength(1)
  })

  // Berlin: summer time from 2026-03-29 01:00Z to 2026-10-25 01:00Z.
  test.each([
    ['21:00Z, before the clock is set back', '2026-10-24T21:00:00Z', {}, '2026-10-25T05:00:00Z'],
    ['22:00Z, before it is set forward', '2026-03-28T22:00:00Z', {}, '2026-03-29T04:00:00Z'],
    ['20:00, outside of them', '2026-10-24T18:00:00Z', {}, '2026-10-24T18:00:00Z'],
    [
      '00:30 in a digest of six hours',
      '2026-10-24T22:30:00Z',
      { quietFrom: '', digestMinutes: 360 },
      '2026-10-25T05:00:00Z',
    ],
    ['13:30 in a digest of six hours', '2026-10-25T12:30:00Z', { digestMinutes: 360 }, '2026-10-25T17:00:00Z'],
    [
      '02:30 in the repeated hour',
      '2026-10-25T01:30:00Z',
      { quietFrom: '', digestMinutes: 60 },
      '2026-10-25T02:00:00Z',
    ],
  ])('of %s is sent by the clock of the line on the days of its change', (_, at, change, sent) => {
    const timing = { quietFrom: '22:00', quietTo: '06:00', digestMinutes: 0, ...change }
    expect(new Date(dueAt(Date.parse(at), timing, 'Europe/Berlin'))).toEqual(new Date(sent))
  })

  test.each(['08:00', '00:00'])('hours from %s to the same time are refused at their field', async (time) => {
    const ruleId = await rule({ quietFrom: '22:00', quietTo: time })
    const path = `/qc/notification-rule/${ruleId}`
    const same = { code: 400, errors: { quietTo: 'Quiet hours cannot begin and end at the same time' } }
    expect(await here.plant.admin.put(path, { quietFrom: time })).toMatchObject(same)
    const made = (await here.plant.admin.get(path)).data
    expect(await here.plant.admin.post('/qc/notification-rule', { ...made, quietFrom: time })).toMatchObject(same)
  })

  test('hours of the same times from an earlier version are none, and such a rule may change', async () => {
    const ruleId = await rule()
    const { notificationRules } = here.app.store.t
    await here.app.store.tx((db) => db.update(notificationRules).set({ quietFrom: '08:00', quietTo: '08:00' }))
    expect((await here.plant.admin.put(`/qc/notification-rule/${ruleId}`, { remark: 'kept' })).code).toBe(200)
    await sending({ now: clockAt(shanghai('09:00')).now })
    await ngRecord()
    await settle()
    expect(here.mails).toHaveLength(1)
  })

  test('what failed before quiet hours waits for their end as well', async () => {
    await rule({ quietFrom: '22:00', quietTo: '06:30' })
    const { now, set } = clockAt(shanghai('21:59'))
    await sending({ now })
    here.refusal = '451 4.0.0 later'
    await ngRecord()
    await settle()
    here.refusal = undefined
    set(shanghai('22:30'))
    await settle()
    expect(here.mails).toEqual([])
    set(shanghai('06:30') + 86_400_000)
    await settle()
    expect(here.mails).toHaveLength(1)
  })

  test('a digest gathers the events of its interval in one message', async () => {
    await rule({ digestMinutes: 60 })
    const { now, set } = clockAt(shanghai('10:20'))
    await sending({ now })
    await ngRecord()
    await ngRecord()
    await settle()
    set(shanghai('10:50'))
    await ngRecord()
    await settle()
    expect(here.mails).toEqual([])
    set(shanghai('11:00'))
    await settle()
    expect(here.mails.map(({ subject }) => subject)).toEqual(['3 notifications: NG to the engineer'])
    expect(here.mails[0]!.text.match(/NG record:/g)).toHaveLength(3)
    expect(new Set((await deliveries()).map(({ messageId }) => messageId)).size).toBe(1)
  })

  test('a digest waits for its time although another mail is sent at once', async () => {
    await rule({ digestMinutes: 60 })
    await rule({ ruleName: 'NG to the reviewer', userId: here.plant.reviewer.userId })
    const { now, set } = clockAt(shanghai('10:20'))
    await sending({ now })
    await ngRecord()
    await settle()
    expect(here.mails).toMatchObject([{ to: ['reviewer@plant.test'] }])
    set(shanghai('11:00'))
    await settle()
    expect(here.mails).toHaveLength(2)
  })
})

describe('what is no longer so when its mail is sent', () => {
  const digest = { digestMinutes: 60 }
  const HOUR_LATER = 3_600_000
  let time: ReturnType<typeof clockAt>
  beforeEach(async () => {
    time = clockAt()
    await sending({ now: time.now })
  })
  const sent = async () => {
    time.later(HOUR_LATER)
    await settle()
    return here.mails.flatMap(({ text }) => text.match(/^.*: .*$/gm) ?? [])
  }
  const waiting = async () => {
    await settle()
    expect(await deliveries()).toMatchObject([{ state: 'waiting' }])
  }
  const outdated = [{ state: 'skipped', reason: 'outdated' }]

  const changed = async (back: { qcValueBaseId: number; lockVersion: number }, entered: object) =>
    done(
      await here.plant.inspector.put(`/qc/value-base/${back.qcValueBaseId}`, {
        lockVersion: back.lockVersion,
        values: valuesOf(here.template, { ...good, ...entered }),
        reasonCode: 'typing',
      }),
    )
  const resubmitted = async (record: any, entered: object = {}) => {
    const back = await stepped(here.plant.inspector, 'withdraw', record)
    return stepped(here.plant.inspector, 'submit', await changed(back, entered))
  }

  test('an NG record that was corrected to OK is skipped, and told of when it is NG again', async () => {
    await rule(digest)
    const record = await ngRecord()
    await waiting()
    const corrected = await resubmitted(record)
    expect(await sent()).toEqual([])
    expect(await deliveries()).toMatchObject(outdated)
    await resubmitted(corrected, ng)
    await settle()
    expect(await sent()).toEqual([expect.stringContaining(`NG record: ${record.recordNo}`)])
  })

  test('an NG record that is corrected while the mail server is away is skipped', async () => {
    await rule()
    here.refusal = '451 4.0.0 later'
    const record = await ngRecord()
    await waiting()
    await resubmitted(record)
    here.refusal = undefined
    expect(await sent()).toEqual([])
    expect(await deliveries()).toMatchObject(outdated)
  })

  test.each<[event: RuleInput['event'], become: () => Promise<any>, end: (record: any) => Promise<unknown>]>([
    ['reviewDue', ngRecord, (record) => stepped(here.plant.reviewer, 'review', record)],
    [
      'approvalDue',
      async () => stepped(here.plant.reviewer, 'review', await ngRecord()),
      (record) => stepped(here.plant.engineer, 'void', record, { reason: 'entered twice' }),
    ],
    [
      'recordReturned',
      async () => stepped(here.plant.reviewer, 'reject', await ngRecord(), { reason: 'once more' }),
      async (record) => stepped(here.plant.inspector, 'submit', await changed(record, ng)),
    ],
  ])('%s is skipped once the record has gone on', async (event, become, end) => {
    await rule({ event, ...digest })
    const record = await become()
    await waiting()
    await end(record)
    expect(await sent()).toEqual([])
    expect(await deliveries()).toMatchObject(outdated)
  })

  test('a record that was submitted twice stands once in the mail', async () => {
    await rule({ event: 'reviewDue', ...digest })
    const record = await ngRecord()
    await waiting()
    await resubmitted(record, ng)
    await settle()
    expect(await sent()).toEqual([expect.stringContaining(`Record to review: ${record.recordNo}`)])
    expect((await deliveries()).map(({ state }) => state).toSorted()).toEqual(['sent', 'skipped'])
  })

  test('a signal that was closed is skipped', async () => {
    await rule({ event: 'signalOpened', ...digest })
    const chart = await chartOf(here.plant, { begin: Date.now() - 24 * HOUR_MS })
    done(await chart.freeze())
    await chart.record(5)
    await waiting()
    const { signals } = here.app.store.t
    await here.app.store.tx((db) => db.update(signals).set({ state: 'closed' }))
    expect(await sent()).toEqual([])
    expect(await deliveries()).toMatchObject(outdated)
  })

  const assigned = async (record: any, ownerId: number | null, dueOn: string | null = null) => {
    const at = `/qc/value-base/${record.qcValueBaseId}/assignment`
    const seenAt =
      done(await here.plant.admin.get(`/qc/value-base/${record.qcValueBaseId}`)).assignment?.updatedAt ?? null
    return done(await here.plant.admin.put(at, { ownerId, dueOn, seenAt }))
  }

  test('somebody who is no longer the owner is not told of the assignment', async () => {
    await rule({ event: 'recordAssigned', receiver: 'addressee', userId: null, ...digest })
    const record = await ngRecord()
    await assigned(record, here.plant.engineer.userId)
    await waiting()
    await assigned(record, here.plant.reviewer.userId)
    await settle()
    await sent()
    expect(here.mails.map(({ to }) => to[0])).toEqual(['reviewer@plant.test'])
  })

  test('a due date that was put off is not overdue', async () => {
    await rule({ event: 'recordOverdue', receiver: 'addressee', userId: null, ...digest })
    const record = await ngRecord()
    await assigned(record, here.plant.engineer.userId, '2026-01-02')
    await qcJobs.overdue({ store: here.app.store, settings: readSettings({}), args: '', now: time.now() })
    await waiting()
    await assigned(record, here.plant.engineer.userId, '2099-01-02')
    expect(await sent()).toEqual([])
    expect(await deliveries()).toMatchObject(outdated)
  })

  test('a gauge that was calibrated meanwhile is skipped', async () => {
    await rule({ event: 'calibrationDue', ...digest })
    await calibrated(dayFrom(7))
    await calibrationJob()
    await waiting()
    await calibrated(dayFrom(300))
    expect(await sent()).toEqual([])
    expect(await deliveries()).toMatchObject(outdated)
  })

  test('a mention stays true, whatever became of the record; two on one record are one line', async () => {
    await rule({ event: 'mentioned', receiver: 'addressee', userId: null, ...digest })
    const record = await ngRecord()
    for (const text of ['@engineer', 'and @engineer again']) {
      const body = { text, mentions: [here.plant.engineer.userId] }
      done(await here.plant.inspector.post(`/qc/value-base/${record.qcValueBaseId}/comment`, body))
    }
    await settle()
    expect(await deliveries()).toMatchObject([{ state: 'waiting' }, { state: 'waiting' }])
    await resubmitted(record)
    expect(await sent()).toEqual([expect.stringContaining(`Mentioned in a comment: ${record.recordNo}`)])
    expect(await deliveries()).toMatchObject([{ state: 'sent' }, { state: 'sent' }])
  })
})
