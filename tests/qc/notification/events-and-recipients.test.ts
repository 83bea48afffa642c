import { describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { statuses } from '#shared/constants'
import { HOUR_MS } from '#shared/durations'
import { clockAt } from '../../support/clock'
import { chartOf } from '../../support/qc/charts'
import { TEN_SECONDS, dayFrom, notificationBench } from '../../support/qc/notifications'
import { done, draftBy, good, stepped, withScope, type Person } from '../../support/qc/plant'
import { until } from '../../support/until'

/** What people are notified of outside the browser, and who receives it. */
const { here, mailbox, sending, settle, roleOf, rule, webhookRule, ngRecord, deliveries, calibrated, calibrationJob } =
  notificationBench()

describe('an NG record', () => {
  test('reaches a mailbox and a webhook within ten seconds of its submission', async () => {
    await rule()
    await webhookRule()
    await (await sending()).start()
    const { recordNo, qcValueBaseId } = await ngRecord()
    const since = performance.now()
    await until(() => here.mails.length === 1 && here.hooks.length === 1)
    expect(performance.now() - since).toBeLessThan(TEN_SECONDS)

    expect(here.mails[0]).toMatchObject({ from: 'caliper@plant.test', to: ['engineer@plant.test'] })
    expect(here.mails[0]!.subject).toContain(`NG record: ${recordNo}`)
    expect(here.mails[0]!.text).toContain(`https://caliper.plant.test/caliper/qc/value-info/${qcValueBaseId}`)
    const body = JSON.parse(here.hooks[0]!.body)
    expect(body.events).toMatchObject([{ event: 'recordNg', recordNo, judgement: 'NG', product: 'c21' }])
    await until(async () => (await deliveries()).every(({ state }) => state === 'sent'))
  })

  test('is told of once, though more happens to it, and not where it is OK', async () => {
    await rule()
    await sending()
    await stepped(here.plant.inspector, 'submit', await draftBy(here.plant.inspector, here.template, good))
    const record = await ngRecord()
    await settle()
    await stepped(here.plant.reviewer, 'review', record)
    await settle()
    expect(here.mails).toHaveLength(1)
  })

  test.each([
    ['critical', 0],
    ['major', 1],
    ['minor', 1],
    ['any', 1],
  ] as const)('with a major item is told of by a rule from severity %s on: %i', async (severity, count) => {
    await rule({ severity })
    await sending()
    await ngRecord()
    await settle()
    expect(here.mails).toHaveLength(count)
  })

  test('of another product line is no matter of a rule', async () => {
    const line = { code: 'other', name: 'Other', tz: 'Asia/Shanghai' }
    await rule({ productId: done(await here.plant.admin.post('/qc/product', line)) })
    await sending()
    await ngRecord()
    await settle()
    expect(here.mails).toEqual([])
  })

  test('from before a rule was made, or while it was off, is no matter of it', async () => {
    await ngRecord()
    const ruleId = await rule()
    await sending()
    await settle()
    await here.plant.admin.put(`/qc/notification-rule/${ruleId}`, { status: statuses.off })
    await ngRecord()
    await settle()
    await here.plant.admin.put(`/qc/notification-rule/${ruleId}`, { status: statuses.on })
    await settle()
    expect(here.mails).toEqual([])
    await ngRecord()
    await settle()
    expect(here.mails).toHaveLength(1)
  })

  test('from just before a rule was made is told by the earlier rules alone', async () => {
    await rule()
    await ngRecord()
    await rule({ ruleName: 'NG to the reviewer', userId: here.plant.reviewer.userId })
    await sending()
    await settle()
    expect(here.mails.map(({ to }) => to[0])).toEqual(['engineer@plant.test'])
  })
})

test('each step of a record is told to those it waits for', async () => {
  await rule({ event: 'reviewDue', receiver: 'role', roleId: await roleOf(here.plant.reviewer) })
  await rule({ event: 'approvalDue', receiver: 'role', roleId: await roleOf(here.plant.approver) })
  await rule({ event: 'recordReturned', receiver: 'inspector' })
  await sending()
  const submitted = await ngRecord()
  await settle()
  const reviewed = await stepped(here.plant.reviewer, 'review', submitted)
  await settle()
  await stepped(here.plant.approver, 'reject', reviewed, { reason: 'once more' })
  await settle()
  expect(here.mails.map(({ to, subject }) => [to[0], subject.split(':', 1)[0]])).toEqual([
    ['reviewer@plant.test', 'Record to review'],
    ['approver@plant.test', 'Record to approve'],
    ['inspector@plant.test', 'Record returned'],
  ])
})

test('an open signal is told of, as severe as its item', async () => {
  await rule({ event: 'signalOpened', severity: 'critical' })
  await rule({ event: 'signalOpened', severity: 'major', ruleName: 'from major on' })
  await sending()
  const chart = await chartOf(here.plant, { begin: Date.now() - 24 * HOUR_MS })
  done(await chart.freeze())
  const { recordNo } = await chart.record(5)
  await settle()
  expect(here.mails.map(({ subject }) => subject)).toEqual([
    `Signal opened: Diameter · Cylindrical cell 21700 · ${recordNo} · One point beyond the limits · Nelson 1`,
  ])
  expect(here.mails[0]!.text).toContain(`https://caliper.plant.test/caliper/qc/signal?itemKey=${chart.itemKey}`)
})

test.each([
  [
    'en',
    'Signal opened: Diameter',
    ['One point beyond the limits · Nelson 1', 'Too far from the previous value · Nelson 1'],
  ],
  ['zh', '出现异常信号：直径', ['1 点超出控制限 · Nelson 1', '与前一个值相差超出控制限 · Nelson 1']],
] as const)('the signals of one record are told apart by what they say (%s)', async (language, begins, ends) => {
  await rule({ event: 'signalOpened', language, digestMinutes: 60 })
  const { now, later } = clockAt()
  await sending({ now })
  const chart = await chartOf(here.plant, { begin: Date.now() - 24 * HOUR_MS })
  done(await chart.freeze())
  await chart.record(0)
  await chart.record(5)
  await settle()
  later(HOUR_MS)
  await settle()
  const lines = here.mails[0]!.text.split(/\r?\n/).filter((line) => line.includes(begins))
  expect(lines.map((line) => line.split(' · ').slice(3).join(' · ')).toSorted()).toEqual([...ends].toSorted())
})

test('each line of a mail has the time of its event by the clock of the line', async () => {
  await rule({ digestMinutes: 60 })
  const { now, set } = clockAt(Date.parse('2026-11-20T10:20:00+08:00'))
  await sending({ now })
  for (const minute of [20, 45]) {
    set(Date.parse(`2026-11-20T10:${minute}:00+08:00`))
    await ngRecord()
    await settle()
  }
  set(Date.parse('2026-11-20T11:00:00+08:00'))
  await settle()
  expect(here.mails[0]!.text.match(/^.*NG record:/gm)).toEqual([
    '2026-11-20 10:20 NG record:',
    '2026-11-20 10:45 NG record:',
  ])
})

test('calibrations are told of when they come near and when they are past, once each', async () => {
  await rule({ event: 'calibrationDue' })
  await sending()
  for (const ahead of [60, 7, 7, -7]) {
    await calibrated(dayFrom(ahead))
    await calibrationJob()
    await settle()
  }
  expect(here.mails.map(({ subject }) => subject)).toEqual([
    `Calibration due soon: G1 千分尺 · ${dayFrom(7)}`,
    `Calibration expired: G1 千分尺 · ${dayFrom(-7)}`,
  ])
})

test('a gauge that was calibrated is told of again when its next date comes near', async () => {
  await rule({ event: 'calibrationDue' })
  for (const [calibrationDue, today] of [
    ['2026-11-20', '2026-11-15T12:00'],
    ['2027-05-20', '2027-05-15T12:00'],
  ] as const) {
    await calibrated(calibrationDue)
    await calibrationJob(new Date(today).getTime())
  }
  expect(await deliveries()).toHaveLength(2)
})

test('a calibration is past from the day after its last valid day', async () => {
  await rule({ event: 'calibrationDue' })
  await calibrated('2026-11-20')
  const told = async (now: string) => {
    await calibrationJob(new Date(now).getTime())
    return (await deliveries()).length
  }
  expect([await told('2026-11-19T12:00'), await told('2026-11-20T12:00'), await told('2026-11-21T12:00')]).toEqual([
    1, 1, 2,
  ])
})

describe('who receives', () => {
  test('somebody who lost the right between the event and its message gets nothing', async () => {
    await rule()
    await sending()
    await ngRecord()
    const { roleMenus } = here.app.store.t
    const roleId = await roleOf(here.plant.engineer)
    await here.app.store.tx((db) => db.delete(roleMenus).where(eq(roleMenus.roleId, roleId)))
    await settle()
    expect(here.mails).toEqual([])
    expect(await deliveries()).toMatchObject([{ state: 'skipped', reason: 'noRight' }])
  })

  test.each([
    ['is disabled', (userId: number) => here.plant.admin.put('/user/status', { userId, status: '1' })],
    [
      'lost the role',
      async (userId: number) => {
        const { userRoles } = here.app.store.t
        await here.app.store.tx((db) => db.delete(userRoles).where(eq(userRoles.userId, userId)))
      },
    ],
  ])('somebody who %s meanwhile gets nothing', async (_, lose) => {
    await rule({ receiver: 'role', roleId: await roleOf(here.plant.engineer), userId: null })
    const { now, later } = clockAt()
    await sending({ now })
    here.refusal = '451 4.0.0 later'
    await ngRecord()
    await settle()
    expect(await deliveries()).toMatchObject([{ state: 'waiting' }])
    await lose(here.plant.engineer.userId)
    here.refusal = undefined
    later(60_000)
    await settle()
    expect(here.mails).toEqual([])
    expect(await deliveries()).toMatchObject([{ state: 'skipped', reason: 'noRight' }])
  })

  test('a record outside of the data scope of the recipient is not told (S33)', async () => {
    await rule({ receiver: 'user', userId: here.plant.reviewer.userId })
    await withScope(here.app, here.plant.reviewer, '5')
    await sending()
    await ngRecord()
    await settle()
    expect(here.mails).toEqual([])
    expect(await deliveries()).toMatchObject([{ state: 'skipped', reason: 'noRight' }])
  })

  describe('a webhook is sent what its person may see when it is sent', () => {
    const told = () => here.hooks.flatMap(({ body }) => JSON.parse(body).events.map((event: any) => event.recordNo))

    test('by a data scope of own rows: their records, none of others (S33)', async () => {
      await webhookRule({ userId: here.plant.inspector.userId })
      await withScope(here.app, here.plant.inspector, '5')
      await sending()
      const { recordNo } = await ngRecord()
      await ngRecord(here.plant.colleague)
      await settle()
      expect(told()).toEqual([recordNo])
    })

    test.each<[state: string, lose: (person: Person) => Promise<unknown>]>([
      ['is disabled', ({ userId }) => here.plant.admin.put('/user/status', { userId, status: '1' })],
      [
        'has no role any more',
        ({ userId }) => {
          const { userRoles } = here.app.store.t
          return here.app.store.tx((db) => db.delete(userRoles).where(eq(userRoles.userId, userId)))
        },
      ],
      ['has a disabled role', (person) => changedRole(person, { status: statuses.off })],
      [
        'has lost the permission',
        async (person) => {
          const { roleMenus } = here.app.store.t
          const roleId = await roleOf(person)
          await here.app.store.tx((db) => db.delete(roleMenus).where(eq(roleMenus.roleId, roleId)))
        },
      ],
      ['sees own rows alone', (person) => changedRole(person, { dataScope: '5' })],
      [
        'has moved to another department',
        async (person) => {
          const elsewhere: number = done(await here.plant.admin.post('/dept', { parentId: 0, deptName: '仓库' }))
          await withScope(here.app, person, '3', elsewhere)
        },
      ],
    ])('and nothing once that person %s, though an attempt was made before (S7, S31)', async (_, lose) => {
      await webhookRule({ userId: here.plant.reviewer.userId })
      const { now, later } = clockAt()
      await sending({ now })
      here.answer = () => new Response(null, { status: 503 })
      await ngRecord()
      await settle()
      expect(here.hooks).toHaveLength(1)
      await lose(here.plant.reviewer)
      here.answer = () => new Response(null, { status: 204 })
      later(60_000)
      await settle()
      expect(here.hooks).toHaveLength(1)
      expect(await deliveries()).toMatchObject([{ state: 'skipped', reason: 'noRight' }])
    })

    const changedRole = ({ roleKey }: Person, change: { status?: '1' | '2'; dataScope?: string }) => {
      const { roles } = here.app.store.t
      return here.app.store.tx((db) => db.update(roles).set(change).where(eq(roles.roleKey, roleKey)))
    }
  })

  test('deliveries about records outside of the data scope are not listed', async () => {
    await rule()
    await sending()
    await ngRecord()
    await settle()
    const clerk = await here.app.signedIn('qc:notificationDelivery:list', 'qc:notificationDelivery:retry')
    await withScope(here.app, clerk, '5')
    expect((await clerk.get('/qc/notification-delivery')).data.list).toEqual([])
    const [{ deliveryId }] = await deliveries()
    expect((await clerk.post(`/qc/notification-delivery/${deliveryId}/retry`, {})).code).toBe(404)
  })

  test('a recipient without a usable address is passed over', async () => {
    await rule()
    await mailbox(here.plant.engineer.userId, 'engineer@plant.test\r\nBcc: all@plant.test')
    await sending()
    await ngRecord()
    await settle()
    expect(here.mails).toEqual([])
    expect(await deliveries()).toMatchObject([{ state: 'skipped', reason: 'noAddress' }])
  })
})
