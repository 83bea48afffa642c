import { DAY_MS, HOUR_MS } from '#shared/durations'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { createHmac } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { statuses } from '#shared/constants'
import type { RuleInput } from '#shared/qc/notification/schema'
import { pruneLogs } from '#server/access/operation-log/retention'
import { watchedRows } from '#server/admin/watch/queries'
import { createSimulator } from '#server/commands/simulator/index'
import { startSmtp, type Mail } from '#server/commands/simulator/smtp'
import { openStore } from '#server/platform/store/index'
import { qcJobs } from '#server/qc/notification/jobs'
import { sendEmail } from '#server/qc/notification/channels/email'
import { signingKey } from '#server/qc/notification/channels/webhook'
import { createNotifier, type Notifier } from '#server/qc/notification/sender'
import { dueAt } from '#server/qc/notification/timing'
import type { Resolve } from '#server/platform/security/outbound'
import { readSettings, type Settings, type SmtpSettings, type WebhookSettings } from '#server/env'
import { startApp, type App } from '../../support/app'
import { chartOf } from '../../support/qc/charts'
import { testFolder } from '../../support/folder'
import { startProcess } from '../../support/processes'
import { addressOf, copyInto, isPostgres } from '../../support/store'
import { until } from '../../support/until'
import {
  done,
  draftBy,
  good,
  qcPlant,
  stepped,
  valuesOf,
  withScope,
  type Person,
  type Plant,
  type PlantTemplate,
} from '../../support/qc/plant'

/** What people are notified of outside the browser, by real mail and HTTP servers on loopback. */

type Hook = { headers: Headers; body: string; at: number }

const SECRET = 'a secret of forty characters, at the least'.replaceAll(' ', '-')
const ng = { ...good, look: ['crack'] }

let mails: Mail[] = []
let hooks: Hook[] = []
let smtp: Awaited<ReturnType<typeof startSmtp>>
let receiver: ReturnType<typeof Bun.serve>
/** How the receiver answers; 204 where nothing else is said. */
let answer: (hook: Hook) => Response | Promise<Response>
/** What the mail server says instead of taking a mail. */
let refusal: string | undefined

beforeAll(async () => {
  smtp = await startSmtp((mail) => mails.push(mail), { before: () => refusal })
  receiver = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    async fetch(request) {
      const hook = { headers: request.headers, body: await request.text(), at: Date.now() }
      hooks.push(hook)
      return answer(hook)
    },
  })
})
afterAll(async () => {
  await smtp.stop()
  await receiver.stop(true)
})

/** Requests that are answered when the test is over. */
let hanging: (() => void)[] = []
const hang = () => new Promise<Response>((resolve) => hanging.push(() => resolve(new Response(null, { status: 503 }))))

let app: App
let plant: Plant
let template: PlantTemplate
let notifier: Notifier
let notifiers: Notifier[] = []
let smtpSettings: SmtpSettings
let webhookSettings: WebhookSettings
const url = (path = '/hook') => `http://hooks.plant.test:${receiver.port}${path}`

beforeEach(async () => {
  mails = []
  hooks = []
  refusal = undefined
  answer = () => new Response(null, { status: 204 })
  smtpSettings = { host: '127.0.0.1', port: smtp.port, tls: 'off', credentials: undefined, from: 'caliper@plant.test' }
  webhookSettings = { hosts: [`hooks.plant.test:${receiver.port}`], networks: ['127.0.0.0/8'], secret: SECRET }
  app = await startApp({ settings: { webhook: webhookSettings, publicUrl: 'https://caliper.plant.test' } })
  plant = await qcPlant(app)
  template = await plant.template({ signLevels: 2 })
  for (const [name, { userId }] of Object.entries(plant).filter(isPerson)) await mailbox(userId, `${name}@plant.test`)
})
afterEach(async () => {
  for (const release of hanging.splice(0)) release()
  for (const one of notifiers) await one.stop()
  notifiers = []
  await app.close()
})

const isPerson = (entry: [string, unknown]): entry is [string, Person] =>
  typeof entry[1] === 'object' && entry[1] !== null && 'roleKey' in entry[1]

const mailbox = (userId: number, email: string) =>
  app.store.tx((db) => db.update(app.store.t.users).set({ email }).where(eq(app.store.t.users.userId, userId)))

const toLoopback: Resolve = async () => ['127.0.0.1']

/** A process that sends, with a clock that can be set. */
async function sending({
  now = Date.now,
  resolve = toLoopback,
  settings = {},
  store = app.store,
}: {
  now?: () => number
  resolve?: Resolve
  settings?: Partial<Settings>
  store?: App['store']
} = {}) {
  const all = readSettings(
    {},
    {
      mode: 'ephemeral',
      smtp: smtpSettings,
      webhook: webhookSettings,
      publicUrl: 'https://caliper.plant.test',
      ...settings,
    },
  )
  notifier = createNotifier(store, all, { now, resolve })
  notifiers.push(notifier)
  return notifier
}

const roleOf = async (person: Person): Promise<number> => {
  const { roles } = app.store.t
  const [role] = await app.store.db.select().from(roles).where(eq(roles.roleKey, person.roleKey))
  return role!.roleId
}

const rule = async (more: Partial<RuleInput> = {}): Promise<number> =>
  done(
    await plant.admin.post('/qc/notification-rule', {
      ruleName: 'NG to the engineer',
      event: 'recordNg',
      channel: 'email',
      receiver: 'user',
      userId: plant.engineer.userId,
      language: 'en',
      ...more,
    }),
  )
const webhookRule = (more: Partial<RuleInput> = {}) =>
  rule({ ruleName: 'NG to the hook', channel: 'webhook', url: url(), ...more })

/** A certificate of `localhost`, with its key. */
async function certificate() {
  const folder = testFolder()
  const [cert, key] = [`${folder}/cert.pem`, `${folder}/key.pem`]
  const args = [
    '-x509',
    '-newkey',
    'rsa:2048',
    '-nodes',
    '-keyout',
    key,
    '-out',
    cert,
    '-days',
    '2',
    '-subj',
    '/CN=localhost',
  ]
  await Bun.spawn(['openssl', 'req', ...args, '-addext', 'subjectAltName=DNS:localhost'], { stderr: 'ignore' }).exited
  return { cert: await Bun.file(cert).text(), key: await Bun.file(key).text() }
}

/** A record with a crack, submitted. */
async function ngRecord(by: Person = plant.inspector) {
  const draft = await draftBy(by, template, ng, { remark: 'a crack' })
  return stepped(by, 'submit', draft)
}

const deliveries = async (query = ''): Promise<any[]> =>
  (await plant.admin.get(`/qc/notification-delivery?pageSize=100&${query}`)).data.list
const TEN_SECONDS = 10_000

describe('an NG record', () => {
  test('reaches a mailbox and a webhook within ten seconds of its submission', async () => {
    await rule()
    await webhookRule()
    await (await sending()).start()
    const { recordNo, qcValueBaseId } = await ngRecord()
    const since = performance.now()
    await until(() => mails.length === 1 && hooks.length === 1)
    expect(performance.now() - since).toBeLessThan(TEN_SECONDS)

    expect(mails[0]).toMatchObject({ from: 'caliper@plant.test', to: ['engineer@plant.test'] })
    expect(mails[0]!.subject).toContain(`NG record: ${recordNo}`)
    expect(mails[0]!.text).toContain(`https://caliper.plant.test/caliper/qc/value-info/${qcValueBaseId}`)
    const body = JSON.parse(hooks[0]!.body)
    expect(body.events).toMatchObject([{ event: 'recordNg', recordNo, judgement: 'NG', product: 'c21' }])
    await until(async () => (await deliveries()).every(({ state }) => state === 'sent'))
  })

  test('is told of once, though more happens to it, and not where it is OK', async () => {
    await rule()
    await sending()
    await stepped(plant.inspector, 'submit', await draftBy(plant.inspector, template, good))
    const record = await ngRecord()
    await notifier.settle()
    await stepped(plant.reviewer, 'review', record)
    await notifier.settle()
    expect(mails).toHaveLength(1)
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
    await notifier.settle()
    expect(mails).toHaveLength(count)
  })

  test('of another product line is no matter of a rule', async () => {
    const line = { code: 'other', name: 'Other', tz: 'Asia/Shanghai' }
    await rule({ productId: done(await plant.admin.post('/qc/product', line)) })
    await sending()
    await ngRecord()
    await notifier.settle()
    expect(mails).toEqual([])
  })

  test('from before a rule was made, or while it was off, is no matter of it', async () => {
    await ngRecord()
    const ruleId = await rule()
    await sending()
    await notifier.settle()
    await plant.admin.put(`/qc/notification-rule/${ruleId}`, { status: statuses.off })
    await ngRecord()
    await notifier.settle()
    await plant.admin.put(`/qc/notification-rule/${ruleId}`, { status: statuses.on })
    await notifier.settle()
    expect(mails).toEqual([])
    await ngRecord()
    await notifier.settle()
    expect(mails).toHaveLength(1)
  })

  test('from just before a rule was made is told by the earlier rules alone', async () => {
    await rule()
    await ngRecord()
    await rule({ ruleName: 'NG to the reviewer', userId: plant.reviewer.userId })
    await sending()
    await notifier.settle()
    expect(mails.map(({ to }) => to[0])).toEqual(['engineer@plant.test'])
  })
})

test('each step of a record is told to those it waits for', async () => {
  await rule({ event: 'reviewDue', receiver: 'role', roleId: await roleOf(plant.reviewer) })
  await rule({ event: 'approvalDue', receiver: 'role', roleId: await roleOf(plant.approver) })
  await rule({ event: 'recordReturned', receiver: 'inspector' })
  await sending()
  const submitted = await ngRecord()
  await notifier.settle()
  const reviewed = await stepped(plant.reviewer, 'review', submitted)
  await notifier.settle()
  await stepped(plant.approver, 'reject', reviewed, { reason: 'once more' })
  await notifier.settle()
  expect(mails.map(({ to, subject }) => [to[0], subject.split(':', 1)[0]])).toEqual([
    ['reviewer@plant.test', 'Record to review'],
    ['approver@plant.test', 'Record to approve'],
    ['inspector@plant.test', 'Record returned'],
  ])
})

test('an open signal is told of, as severe as its item', async () => {
  await rule({ event: 'signalOpened', severity: 'critical' })
  await rule({ event: 'signalOpened', severity: 'major', ruleName: 'from major on' })
  await sending()
  const chart = await chartOf(plant, { begin: Date.now() - 24 * HOUR_MS })
  done(await chart.freeze())
  const { recordNo } = await chart.record(5)
  await notifier.settle()
  expect(mails.map(({ subject }) => subject)).toEqual([
    `Signal opened: Diameter · Cylindrical cell 21700 · ${recordNo} · One point beyond the limits · Nelson 1`,
  ])
  expect(mails[0]!.text).toContain(`https://caliper.plant.test/caliper/qc/signal?itemKey=${chart.itemKey}`)
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
  const { now, later } = clock()
  await sending({ now })
  const chart = await chartOf(plant, { begin: Date.now() - 24 * HOUR_MS })
  done(await chart.freeze())
  await chart.record(0)
  await chart.record(5)
  await notifier.settle()
  later(HOUR_MS)
  await notifier.settle()
  const lines = mails[0]!.text.split(/\r?\n/).filter((line) => line.includes(begins))
  expect(lines.map((line) => line.split(' · ').slice(3).join(' · ')).toSorted()).toEqual([...ends].toSorted())
})

test('each line of a mail has the time of its event by the clock of the line', async () => {
  await rule({ digestMinutes: 60 })
  const { now, set } = clock(Date.parse('2026-11-20T10:20:00+08:00'))
  await sending({ now })
  for (const minute of [20, 45]) {
    set(Date.parse(`2026-11-20T10:${minute}:00+08:00`))
    await ngRecord()
    await notifier.settle()
  }
  set(Date.parse('2026-11-20T11:00:00+08:00'))
  await notifier.settle()
  expect(mails[0]!.text.match(/^.*NG record:/gm)).toEqual([
    '2026-11-20 10:20 NG record:',
    '2026-11-20 10:45 NG record:',
  ])
})

const calibrated = async (calibrationDue: string) =>
  done(await plant.admin.put(`/qc/equipment/${plant.gaugeId}`, { calibrationDue }))
const dayFrom = (ahead: number) => new Date(Date.now() + ahead * DAY_MS).toISOString().slice(0, 10)
const calibrationJob = (now = Date.now()) =>
  qcJobs['calibration-due']({ store: app.store, settings: readSettings({}), args: '14', now })

test('calibrations are told of when they come near and when they are past, once each', async () => {
  await rule({ event: 'calibrationDue' })
  await sending()
  for (const ahead of [60, 7, 7, -7]) {
    await calibrated(dayFrom(ahead))
    await calibrationJob()
    await notifier.settle()
  }
  expect(mails.map(({ subject }) => subject)).toEqual([
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
    const { roleMenus } = app.store.t
    const roleId = await roleOf(plant.engineer)
    await app.store.tx((db) => db.delete(roleMenus).where(eq(roleMenus.roleId, roleId)))
    await notifier.settle()
    expect(mails).toEqual([])
    expect(await deliveries()).toMatchObject([{ state: 'skipped', reason: 'noRight' }])
  })

  test.each([
    ['is disabled', (userId: number) => plant.admin.put('/user/status', { userId, status: '1' })],
    [
      'lost the role',
      async (userId: number) => {
        const { userRoles } = app.store.t
        await app.store.tx((db) => db.delete(userRoles).where(eq(userRoles.userId, userId)))
      },
    ],
  ])('somebody who %s meanwhile gets nothing', async (_, lose) => {
    await rule({ receiver: 'role', roleId: await roleOf(plant.engineer), userId: null })
    const { now, later } = clock()
    await sending({ now })
    refusal = '451 4.0.0 later'
    await ngRecord()
    await notifier.settle()
    expect(await deliveries()).toMatchObject([{ state: 'waiting' }])
    await lose(plant.engineer.userId)
    refusal = undefined
    later(60_000)
    await notifier.settle()
    expect(mails).toEqual([])
    expect(await deliveries()).toMatchObject([{ state: 'skipped', reason: 'noRight' }])
  })

  test('a record outside of the data scope of the recipient is not told (S33)', async () => {
    await rule({ receiver: 'user', userId: plant.reviewer.userId })
    await withScope(app, plant.reviewer, '5')
    await sending()
    await ngRecord()
    await notifier.settle()
    expect(mails).toEqual([])
    expect(await deliveries()).toMatchObject([{ state: 'skipped', reason: 'noRight' }])
  })

  describe('a webhook is sent what its person may see when it is sent', () => {
    const told = () => hooks.flatMap(({ body }) => JSON.parse(body).events.map((event: any) => event.recordNo))

    test('by a data scope of own rows: their records, none of others (S33)', async () => {
      await webhookRule({ userId: plant.inspector.userId })
      await withScope(app, plant.inspector, '5')
      await sending()
      const { recordNo } = await ngRecord()
      await ngRecord(plant.colleague)
      await notifier.settle()
      expect(told()).toEqual([recordNo])
    })

    test.each<[state: string, lose: (person: Person) => Promise<unknown>]>([
      ['is disabled', ({ userId }) => plant.admin.put('/user/status', { userId, status: '1' })],
      [
        'has no role any more',
        ({ userId }) => {
          const { userRoles } = app.store.t
          return app.store.tx((db) => db.delete(userRoles).where(eq(userRoles.userId, userId)))
        },
      ],
      ['has a disabled role', (person) => changedRole(person, { status: statuses.off })],
      [
        'has lost the permission',
        async (person) => {
          const { roleMenus } = app.store.t
          const roleId = await roleOf(person)
          await app.store.tx((db) => db.delete(roleMenus).where(eq(roleMenus.roleId, roleId)))
        },
      ],
      ['sees own rows alone', (person) => changedRole(person, { dataScope: '5' })],
      [
        'has moved to another department',
        async (person) => {
          const elsewhere: number = done(await plant.admin.post('/dept', { parentId: 0, deptName: '仓库' }))
          await withScope(app, person, '3', elsewhere)
        },
      ],
    ])('and nothing once that person %s, though an attempt was made before (S7, S31)', async (_, lose) => {
      await webhookRule({ userId: plant.reviewer.userId })
      const { now, later } = clock()
      await sending({ now })
      answer = () => new Response(null, { status: 503 })
      await ngRecord()
      await notifier.settle()
      expect(hooks).toHaveLength(1)
      await lose(plant.reviewer)
      answer = () => new Response(null, { status: 204 })
      later(60_000)
      await notifier.settle()
      expect(hooks).toHaveLength(1)
      expect(await deliveries()).toMatchObject([{ state: 'skipped', reason: 'noRight' }])
    })

    const changedRole = ({ roleKey }: Person, change: { status?: '1' | '2'; dataScope?: string }) => {
      const { roles } = app.store.t
      return app.store.tx((db) => db.update(roles).set(change).where(eq(roles.roleKey, roleKey)))
    }
  })

  test('deliveries about records outside of the data scope are not listed', async () => {
    await rule()
    await sending()
    await ngRecord()
    await notifier.settle()
    const clerk = await app.signedIn('qc:notificationDelivery:list', 'qc:notificationDelivery:retry')
    await withScope(app, clerk, '5')
    expect((await clerk.get('/qc/notification-delivery')).data.list).toEqual([])
    const [{ deliveryId }] = await deliveries()
    expect((await clerk.post(`/qc/notification-delivery/${deliveryId}/retry`, {})).code).toBe(404)
  })

  test('a recipient without a usable address is passed over', async () => {
    await rule()
    await mailbox(plant.engineer.userId, 'engineer@plant.test\r\nBcc: all@plant.test')
    await sending()
    await ngRecord()
    await notifier.settle()
    expect(mails).toEqual([])
    expect(await deliveries()).toMatchObject([{ state: 'skipped', reason: 'noAddress' }])
  })
})

/** A clock that is set forward. */
function clock(at = Date.now()) {
  return { now: () => at, later: (ms: number) => void (at += ms), set: (to: number) => void (at = to) }
}

describe('quiet hours and digests, by the clock of the product line', () => {
  const shanghai = (time: string) => Date.parse(`2026-11-20T${time}:00+08:00`)

  test('what comes about in quiet hours is sent at their end', async () => {
    await rule({ quietFrom: '22:00', quietTo: '06:30' })
    const { now, set } = clock(shanghai('23:10'))
    await sending({ now })
    await ngRecord()
    await notifier.settle()
    expect(mails).toEqual([])
    set(shanghai('06:29') + 86_400_000)
    await notifier.settle()
    expect(mails).toEqual([])
    set(shanghai('06:30') + 86_400_000)
    await notifier.settle()
    expect(mails).toHaveLength(1)
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
    expect(await plant.admin.put(path, { quietFrom: time })).toMatchObject(same)
    const made = (await plant.admin.get(path)).data
    expect(await plant.admin.post('/qc/notification-rule', { ...made, quietFrom: time })).toMatchObject(same)
  })

  test('hours of the same times from an earlier version are none, and such a rule may change', async () => {
    const ruleId = await rule()
    const { notificationRules } = app.store.t
    await app.store.tx((db) => db.update(notificationRules).set({ quietFrom: '08:00', quietTo: '08:00' }))
    expect((await plant.admin.put(`/qc/notification-rule/${ruleId}`, { remark: 'kept' })).code).toBe(200)
    await sending({ now: clock(shanghai('09:00')).now })
    await ngRecord()
    await notifier.settle()
    expect(mails).toHaveLength(1)
  })

  test('what failed before quiet hours waits for their end as well', async () => {
    await rule({ quietFrom: '22:00', quietTo: '06:30' })
    const { now, set } = clock(shanghai('21:59'))
    await sending({ now })
    refusal = '451 4.0.0 later'
    await ngRecord()
    await notifier.settle()
    refusal = undefined
    set(shanghai('22:30'))
    await notifier.settle()
    expect(mails).toEqual([])
    set(shanghai('06:30') + 86_400_000)
    await notifier.settle()
    expect(mails).toHaveLength(1)
  })

  test('a digest gathers the events of its interval in one message', async () => {
    await rule({ digestMinutes: 60 })
    const { now, set } = clock(shanghai('10:20'))
    await sending({ now })
    await ngRecord()
    await ngRecord()
    await notifier.settle()
    set(shanghai('10:50'))
    await ngRecord()
    await notifier.settle()
    expect(mails).toEqual([])
    set(shanghai('11:00'))
    await notifier.settle()
    expect(mails.map(({ subject }) => subject)).toEqual(['3 notifications: NG to the engineer'])
    expect(mails[0]!.text.match(/NG record:/g)).toHaveLength(3)
    expect(new Set((await deliveries()).map(({ messageId }) => messageId)).size).toBe(1)
  })

  test('a digest waits for its time although another mail is sent at once', async () => {
    await rule({ digestMinutes: 60 })
    await rule({ ruleName: 'NG to the reviewer', userId: plant.reviewer.userId })
    const { now, set } = clock(shanghai('10:20'))
    await sending({ now })
    await ngRecord()
    await notifier.settle()
    expect(mails).toMatchObject([{ to: ['reviewer@plant.test'] }])
    set(shanghai('11:00'))
    await notifier.settle()
    expect(mails).toHaveLength(2)
  })
})

describe('what is no longer so when its mail is sent', () => {
  const digest = { digestMinutes: 60 }
  const HOUR_LATER = 3_600_000
  let time: ReturnType<typeof clock>
  beforeEach(async () => {
    time = clock()
    await sending({ now: time.now })
  })
  const sent = async () => {
    time.later(HOUR_LATER)
    await notifier.settle()
    return mails.flatMap(({ text }) => text.match(/^.*: .*$/gm) ?? [])
  }
  const waiting = async () => {
    await notifier.settle()
    expect(await deliveries()).toMatchObject([{ state: 'waiting' }])
  }
  const outdated = [{ state: 'skipped', reason: 'outdated' }]

  const changed = async (back: { qcValueBaseId: number; lockVersion: number }, entered: object) =>
    done(
      await plant.inspector.put(`/qc/value-base/${back.qcValueBaseId}`, {
        lockVersion: back.lockVersion,
        values: valuesOf(template, { ...good, ...entered }),
        reasonCode: 'typing',
      }),
    )
  const resubmitted = async (record: any, entered: object = {}) => {
    const back = await stepped(plant.inspector, 'withdraw', record)
    return stepped(plant.inspector, 'submit', await changed(back, entered))
  }

  test('an NG record that was corrected to OK is skipped, and told of when it is NG again', async () => {
    await rule(digest)
    const record = await ngRecord()
    await waiting()
    const corrected = await resubmitted(record)
    expect(await sent()).toEqual([])
    expect(await deliveries()).toMatchObject(outdated)
    await resubmitted(corrected, ng)
    await notifier.settle()
    expect(await sent()).toEqual([expect.stringContaining(`NG record: ${record.recordNo}`)])
  })

  test('an NG record that is corrected while the mail server is away is skipped', async () => {
    await rule()
    refusal = '451 4.0.0 later'
    const record = await ngRecord()
    await waiting()
    await resubmitted(record)
    refusal = undefined
    expect(await sent()).toEqual([])
    expect(await deliveries()).toMatchObject(outdated)
  })

  test.each<[event: RuleInput['event'], become: () => Promise<any>, end: (record: any) => Promise<unknown>]>([
    ['reviewDue', ngRecord, (record) => stepped(plant.reviewer, 'review', record)],
    [
      'approvalDue',
      async () => stepped(plant.reviewer, 'review', await ngRecord()),
      (record) => stepped(plant.engineer, 'void', record, { reason: 'entered twice' }),
    ],
    [
      'recordReturned',
      async () => stepped(plant.reviewer, 'reject', await ngRecord(), { reason: 'once more' }),
      async (record) => stepped(plant.inspector, 'submit', await changed(record, ng)),
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
    await notifier.settle()
    expect(await sent()).toEqual([expect.stringContaining(`Record to review: ${record.recordNo}`)])
    expect((await deliveries()).map(({ state }) => state).toSorted()).toEqual(['sent', 'skipped'])
  })

  test('a signal that was closed is skipped', async () => {
    await rule({ event: 'signalOpened', ...digest })
    const chart = await chartOf(plant, { begin: Date.now() - 24 * HOUR_MS })
    done(await chart.freeze())
    await chart.record(5)
    await waiting()
    const { signals } = app.store.t
    await app.store.tx((db) => db.update(signals).set({ state: 'closed' }))
    expect(await sent()).toEqual([])
    expect(await deliveries()).toMatchObject(outdated)
  })

  const assigned = async (record: any, ownerId: number | null, dueOn: string | null = null) => {
    const at = `/qc/value-base/${record.qcValueBaseId}/assignment`
    const seenAt = done(await plant.admin.get(`/qc/value-base/${record.qcValueBaseId}`)).assignment?.updatedAt ?? null
    return done(await plant.admin.put(at, { ownerId, dueOn, seenAt }))
  }

  test('somebody who is no longer the owner is not told of the assignment', async () => {
    await rule({ event: 'recordAssigned', receiver: 'addressee', userId: null, ...digest })
    const record = await ngRecord()
    await assigned(record, plant.engineer.userId)
    await waiting()
    await assigned(record, plant.reviewer.userId)
    await notifier.settle()
    await sent()
    expect(mails.map(({ to }) => to[0])).toEqual(['reviewer@plant.test'])
  })

  test('a due date that was put off is not overdue', async () => {
    await rule({ event: 'recordOverdue', receiver: 'addressee', userId: null, ...digest })
    const record = await ngRecord()
    await assigned(record, plant.engineer.userId, '2026-01-02')
    await qcJobs.overdue({ store: app.store, settings: readSettings({}), args: '', now: time.now() })
    await waiting()
    await assigned(record, plant.engineer.userId, '2099-01-02')
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
      const body = { text, mentions: [plant.engineer.userId] }
      done(await plant.inspector.post(`/qc/value-base/${record.qcValueBaseId}/comment`, body))
    }
    await notifier.settle()
    expect(await deliveries()).toMatchObject([{ state: 'waiting' }, { state: 'waiting' }])
    await resubmitted(record)
    expect(await sent()).toEqual([expect.stringContaining(`Mentioned in a comment: ${record.recordNo}`)])
    expect(await deliveries()).toMatchObject([{ state: 'sent' }, { state: 'sent' }])
  })
})

describe('an outage', () => {
  test('of the mail server is over within ten seconds of its end, with the same Message-ID', async () => {
    await rule()
    const asked: string[] = []
    const broken = await startSmtp(() => {}, { before: ({ messageId }) => (asked.push(messageId), '451 4.0.0 later') })
    smtpSettings = { ...smtpSettings, port: broken.port }
    await (await sending()).start()
    await ngRecord()
    await ngRecord()
    await until(() => asked.length > 0)
    const { port } = broken
    await broken.stop()
    await until(async () => (await deliveries()).some(({ reason }) => reason === 'unreachable'))
    const back = await startSmtp((mail) => mails.push(mail), { port })
    const since = performance.now()
    await until(() => mails.length === 2)
    expect(performance.now() - since).toBeLessThan(TEN_SECONDS)
    expect(mails.map(({ messageId }) => messageId)).toContain(asked[0]!)
    await back.stop()
  })

  test('of a webhook is over within ten seconds of its end, however long it lasted', async () => {
    await webhookRule()
    const { now, later } = clock()
    await sending({ now })
    answer = () => new Response('down', { status: 503 })
    await ngRecord()
    await notifier.settle()
    for (let tries = 0; tries < 8; tries++) {
      later(3_600_000)
      await notifier.settle()
    }
    await ngRecord() // which waits with the other
    await notifier.settle()
    const ids = new Set(hooks.map(({ headers }) => headers.get('x-caliper-delivery')))
    answer = () => new Response(null, { status: 204 })
    hooks = []
    later(5_000) // an hour before the next attempt of the first
    await notifier.settle()
    expect(hooks).toHaveLength(2)
    for (const { headers } of hooks) expect(ids).toContain(headers.get('x-caliper-delivery'))
  })

  test('is tried ever more seldom, and given up after three days', async () => {
    await webhookRule()
    const { now, later } = clock()
    await sending({ now })
    answer = () => new Response('down', { status: 500 })
    await ngRecord()
    await notifier.settle()
    expect(await deliveries()).toMatchObject([{ state: 'waiting', reason: 'status', code: 500, attempts: 1 }])
    later(3 * 24 * 3_600_000 + 1000)
    await notifier.settle()
    expect(await deliveries('state=failed')).toMatchObject([{ state: 'failed', reason: 'expired' }])
  })

  test('is given up after 30 attempts; whoever may sends it again, as the same message', async () => {
    await webhookRule()
    const { now, later } = clock()
    await sending({ now })
    answer = () => new Response('down', { status: 500 })
    await ngRecord()
    await notifier.settle()
    for (let attempt = 1; attempt < 30; attempt++) {
      later(3_600_000)
      await notifier.settle()
    }
    const [failed] = await deliveries('state=failed')
    expect(failed).toMatchObject({ attempts: 30, reason: 'status', code: 500 })
    const isOver = hooks.length
    later(3_600_000)
    await notifier.settle()
    expect(hooks).toHaveLength(isOver)

    answer = () => new Response(null, { status: 204 })
    const at = `/qc/notification-delivery/${failed.deliveryId}/retry`
    expect((await (await app.signedIn('qc:notificationDelivery:list')).post(at, {})).code).toBe(403)
    done(await plant.admin.post(at, {}))
    later(3_600_000)
    await notifier.settle()
    expect(hooks.at(-1)!.headers.get('x-caliper-delivery')).toBe(failed.messageId)
    expect((await plant.admin.post(at, {})).code).toBe(409)
  })

  test('of one target does not hold up another', async () => {
    await rule()
    await webhookRule()
    answer = hang
    await (await sending()).start()
    await ngRecord()
    await until(async () => (await deliveries('channel=webhook'))[0]?.state === 'sending')
    await until(() => mails.length === 1)
    expect((await deliveries('channel=webhook'))[0]).toMatchObject({ state: 'sending' })
  })
})

describe('a webhook', () => {
  test('is signed: time and body, by a key of its host', async () => {
    await webhookRule()
    await sending()
    await ngRecord()
    await notifier.settle()
    const { headers, body } = hooks[0]!
    const timestamp = headers.get('x-caliper-timestamp')!
    const key = signingKey(SECRET, `hooks.plant.test:${receiver.port}`)
    const expected = createHmac('sha256', key).update(`${timestamp}.${body}`).digest('hex')
    expect(headers.get('x-caliper-signature')).toBe(`sha256=${expected}`)
    expect(Math.abs(Number(timestamp) * 1000 - Date.now())).toBeLessThan(60_000)
    expect(headers.get('host')).toBe(`hooks.plant.test:${receiver.port}`)
  })

  test.each(['operations.md', 'operations.zh.md'])(
    'is verified by what %s shows: the key, and the function',
    async (manual) => {
      await webhookRule()
      await sending()
      await ngRecord()
      await notifier.settle()
      const { headers, body } = hooks[0]!
      const text = await Bun.file(`docs/${manual}`).text()
      const command = /^printf %s hooks\.example\.com .*$/m.exec(text)![0]
      const shell = command.replace('hooks.example.com', `hooks.plant.test:${receiver.port}`)
      const env = { ...process.env, CALIPER_WEBHOOK_SECRET: SECRET }
      const key = (await new Response(Bun.spawn(['sh', '-c', shell], { env }).stdout).text()).trim()
      const source = /```js\n([^]*?isFromCaliper[^]*?)```/.exec(text)![1]!
      const file = `${testFolder()}/receiver.mjs`
      await Bun.write(file, `${source}\nexport { isFromCaliper }`)
      const { isFromCaliper } = await import(file)
      const given = Object.fromEntries(headers)
      expect(isFromCaliper(given, body, key)).toBe(true)
      expect(isFromCaliper(given, body.replace('NG', 'OK'), key)).toBe(false)
      expect(isFromCaliper({ ...given, 'x-caliper-timestamp': '1' }, body, key)).toBe(false)
      expect(isFromCaliper({ ...given, 'x-caliper-signature': '' }, body, key)).toBe(false)
    },
  )

  test.each([
    ['loopback', '127.0.0.1'],
    ['loopback of IPv6', '::1'],
    ['loopback in IPv6', '::ffff:127.0.0.1'],
    ['link-local, with the metadata of clouds', '169.254.169.254'],
    ['link-local of IPv6', 'fe80::1'],
    ['private', '10.1.2.3'],
    ['private of IPv6', 'fd00::1'],
    ['unspecified', '0.0.0.0'],
  ])('to an address that is not allowed (%s) is refused', async (_, address) => {
    webhookSettings = { ...webhookSettings, networks: [] }
    await webhookRule()
    await sending({ resolve: async () => [address] })
    await ngRecord()
    await notifier.settle()
    expect(hooks).toEqual([])
    expect(await deliveries()).toMatchObject([{ state: 'failed', reason: 'blocked' }])
  })

  test('is refused when one address of several is not allowed', async () => {
    await webhookRule()
    await sending({ resolve: async () => ['127.0.0.1', '10.0.0.1'] })
    await ngRecord()
    await notifier.settle()
    expect(hooks).toEqual([])
  })

  test('goes to the address that was looked at, and is refused once DNS answers another', async () => {
    await webhookRule()
    const answers = [['127.0.0.1'], ['192.168.0.1']]
    let asked = 0
    await sending({ resolve: async () => answers[asked++]! })
    await ngRecord()
    await notifier.settle()
    expect([asked, hooks.length]).toEqual([1, 1]) // looked up once
    await ngRecord()
    await notifier.settle()
    expect([asked, hooks.length]).toEqual([2, 1])
    expect((await deliveries('state=failed'))[0]).toMatchObject({ reason: 'blocked' })
  })

  test('without TLS goes inside the plant alone', async () => {
    webhookSettings = { ...webhookSettings, networks: [] }
    await webhookRule()
    await sending({ resolve: async () => ['93.184.216.34'] })
    await ngRecord()
    await notifier.settle()
    expect(await deliveries()).toMatchObject([{ state: 'failed', reason: 'blocked' }])
  })

  test('follows no redirect', async () => {
    await webhookRule()
    answer = ({ headers }) => (headers.get('x-seen') ? new Response('no') : Response.redirect(url('/elsewhere'), 307))
    await sending()
    await ngRecord()
    await notifier.settle()
    expect(hooks).toHaveLength(1)
    expect(await deliveries()).toMatchObject([{ state: 'failed', reason: 'redirect', code: 307 }])
  })

  test.each([
    ['another host', 'https://elsewhere.test/', 'url'],
    ['another port', 'http://hooks.plant.test:1/', 'url'],
    ['credentials', 'http://me:secret@hooks.plant.test/', 'url'],
    ['another scheme', 'file:///etc/passwd', 'url'],
    ['nothing', '', 'url'],
  ])('to %s cannot be set up', async (_, address, field) => {
    const { code, errors } = await plant.admin.post('/qc/notification-rule', {
      ruleName: 'x',
      event: 'recordNg',
      channel: 'webhook',
      receiver: 'user',
      userId: plant.admin.userId,
      url: address,
    })
    expect([code, Object.keys(errors ?? {})]).toEqual([400, [field]])
  })

  describe('cannot be set up for somebody who may do more than its author', () => {
    const tags = ['qc:record:list', 'qc:notificationRule:add', 'qc:notificationRule:edit'] as const
    const hookFor = (userId: number) => ({
      ruleName: 'x',
      event: 'recordNg',
      channel: 'webhook',
      receiver: 'user',
      url: url(),
      userId,
    })

    test('by permissions (S36)', async () => {
      const clerk = await withScope(app, await app.signedIn(...tags), '1')
      const { code, errors } = await clerk.post('/qc/notification-rule', hookFor(plant.admin.userId))
      expect([code, Object.keys(errors ?? {})]).toEqual([403, ['userId']])
    })

    test.each([
      ['the same department', '3', 200],
      ['this department and those below', '4', 403],
      ['everything', '1', 403],
    ])('by a data scope that is %s (S33, S36)', async (_, dataScope, expected) => {
      done(await plant.admin.post('/dept', { parentId: plant.deptId, deptName: 'Below' }))
      const author = await withScope(app, await app.signedIn(...tags), '3', plant.deptId)
      const colleague = await withScope(app, await app.signedIn(...tags), dataScope, plant.deptId)
      expect((await author.post('/qc/notification-rule', hookFor(colleague.userId))).code).toBe(expected)
      const own = done(await author.post('/qc/notification-rule', { ...hookFor(author.userId), ruleName: 'own' }))
      const { code } = await author.put(`/qc/notification-rule/${own}`, { userId: colleague.userId })
      expect(code).toBe(expected)
    })

    test.each([
      ['sees their department', '3', 200],
      ['sees own rows alone', '5', 403],
    ])('by own rows: somebody created by an author who %s (kind %s) is answered %i (S33, S36)', async (...row) => {
      const [, dataScope, expected] = row
      const author = await withScope(app, await app.signedIn(...tags), dataScope, plant.deptId)
      const { userId } = await withScope(app, await app.signedIn(...tags), '5', plant.deptId)
      const { users } = app.store.t
      const mine = { createBy: author.userId }
      await app.store.tx((db) => db.update(users).set(mine).where(eq(users.userId, userId)))
      expect((await author.post('/qc/notification-rule', hookFor(userId))).code).toBe(expected)
    })
  })
})

describe('what a rule names', () => {
  const remove = async (kind: 'user' | 'role' | 'product', id: number, path = '') => {
    const resource = { user: '/sys-user', role: '/role', product: '/qc/product' }[kind]
    return path ? plant.admin.post(`${resource}/${path}`, { ids: [id] }) : plant.admin.delete(resource, { ids: [id] })
  }
  const made = {
    user: async () => {
      const body = { username: 'reached', nickName: 'Reached', roleIds: [], password: 'rotor-9-bolt', status: '2' }
      const userId = done(await plant.admin.post('/sys-user', body)) as number
      return { id: userId, names: { receiver: 'user', userId } as const }
    },
    role: async () => {
      const body = { roleName: 'Reached', roleKey: 'reached', roleSort: 9, status: '2' }
      const roleId = done(await plant.admin.post('/role', body)) as number
      return { id: roleId, names: { receiver: 'role', roleId, userId: null } as const }
    },
    product: async () => {
      const body = { code: 'reached', name: 'Reached', tz: 'Asia/Shanghai' }
      const productId = done(await plant.admin.post('/qc/product', body)) as number
      return { id: productId, names: { productId } }
    },
  }

  test.each(['user', 'role', 'product'] as const)('a %s stays as long as the rule is on', async (kind) => {
    const { id, names } = await made[kind]()
    const ruleId = await rule({ ruleName: 'Named one', ...names })
    const path = `/qc/notification-rule/${ruleId}`
    expect(await remove(kind, id)).toMatchObject({
      code: 409,
      msg: expect.stringMatching(/^Notification rules that are on need it.*: Named one$/),
    })
    done(await plant.admin.put(path, { status: '1' }))
    done(await remove(kind, id))
    expect((await plant.admin.put(path, { status: '2' })).code).toBe(400)
    done(await remove(kind, id, 'restore'))
    done(await plant.admin.put(path, { status: '2' }))
    // nor is the rule restored without it
    done(await plant.admin.delete('/qc/notification-rule', { ids: [ruleId] }))
    done(await remove(kind, id))
    const again = await plant.admin.post('/qc/notification-rule/restore', { ids: [ruleId] })
    expect(again).toMatchObject({ code: 409, msg: expect.stringContaining('Named one') })
    done(await remove(kind, id, 'restore'))
    done(await plant.admin.post('/qc/notification-rule/restore', { ids: [ruleId] }))
  })

  test('a role or person that another receiver has replaced is free', async () => {
    const { id, names } = await made.role()
    const ruleId = await rule(names)
    done(await plant.admin.put(`/qc/notification-rule/${ruleId}`, { receiver: 'inspector' }))
    done(await remove('role', id))
  })
})

test('a rule names nobody outside of the data scope of its author, and offers nobody of those (S33)', async () => {
  const clerk = await withScope(app, await app.signedIn('qc:notificationRule:list', 'qc:notificationRule:add'), '5')
  const { users } = done(await clerk.get('/qc/notification-rule/option-select'))
  expect(users.map(({ id }: { id: number }) => id)).toEqual([clerk.userId])
  const input = { ruleName: 'x', event: 'recordNg', channel: 'email', receiver: 'user' }
  const refused = await clerk.post('/qc/notification-rule', { ...input, userId: plant.engineer.userId })
  expect([refused.code, Object.keys(refused.errors ?? {})]).toEqual([400, ['userId']])
  expect((await clerk.post('/qc/notification-rule', { ...input, userId: clerk.userId })).code).toBe(200)
})

test('a rule is not made or changed by a program, whose scopes would not limit what is sent (S30)', async () => {
  const scopes = ['qc:notificationRule:list', 'qc:notificationRule:add', 'qc:notificationRule:edit'] as const
  const account = await withScope(app, await app.signedIn(...scopes), '1')
  const ruleId = await webhookRule({ userId: account.userId })
  const ofRules = { username: account.roleKey, name: 'Hooks', scopes: [scopes[0]] }
  const { token, apiToken } = done(await plant.admin.post('/sys-token', ofRules))
  const { apiTokens } = app.store.t
  const old = { scopes: JSON.stringify(scopes) } // these could be scopes once
  await app.store.tx((db) => db.update(apiTokens).set(old).where(eq(apiTokens.tokenId, apiToken.tokenId)))
  const program = app.callerWith(token)
  const { ruleName: _, ...read } = done(await program.get(`/qc/notification-rule/${ruleId}`))
  expect((await program.post('/qc/notification-rule', { ...read, ruleName: 'x' })).code).toBe(403)
  expect((await program.put(`/qc/notification-rule/${ruleId}`, { url: url('/other') })).code).toBe(403)
})

describe('WeCom', () => {
  let simulator: ReturnType<typeof createSimulator>
  let server: ReturnType<typeof Bun.serve>
  beforeEach(() => {
    server = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: (request) => simulator.fetch(request) })
    const at = `http://127.0.0.1:${server.port}`
    simulator = createSimulator({ ownUrl: at, publicUrl: at, computerUrl: at, https: false })
  })
  afterEach(() => server.stop(true))
  const bind = (memberId: string) =>
    app.store.tx((db) =>
      db.insert(app.store.t.bindings).values({
        userId: plant.engineer.userId,
        corpId: simulator.wecom.corpId,
        memberId,
        boundAt: 0,
      }),
    )

  test('sends to the member whose account is linked', async () => {
    await rule({ channel: 'wecom', language: 'zh' })
    await bind('li.jian')
    await sending({ settings: { wecom: simulator.wecom } })
    const { recordNo } = await ngRecord()
    await notifier.settle()
    const page = await (await simulator.fetch(new Request(`http://127.0.0.1/simulator/messages`))).text()
    expect(page.split(`记录不合格：${recordNo} · 圆柱电芯 21700`)).toHaveLength(2) // once, not again as a title
    expect(await deliveries()).toMatchObject([{ channel: 'wecom', state: 'sent' }])
  })

  test('sends no more than the events that fit into a message, and says how many do not', async () => {
    await rule({ channel: 'wecom', language: 'zh', digestMinutes: 60 })
    await bind('li.jian')
    const { now, later } = clock()
    await sending({ now, settings: { wecom: simulator.wecom } })
    for (let count = 0; count < 15; count++) await ngRecord()
    await notifier.settle()
    later(HOUR_MS)
    await notifier.settle()
    const page = await (await simulator.fetch(new Request(`http://127.0.0.1/simulator/messages`))).text()
    const told = page.match(/\d{4}-\d\d-\d\d \d\d:\d\d 记录不合格：/g)!.length
    expect(told).toBeGreaterThan(5)
    expect(page).toContain(`… +${15 - told}`)
  })

  test.each([
    ['who is not linked', undefined],
    ['whom WeCom does not know', 'nobody'],
  ])('sends nothing to somebody %s', async (_, memberId) => {
    await rule({ channel: 'wecom' })
    if (memberId) await bind(memberId)
    await sending({ settings: { wecom: simulator.wecom } })
    await ngRecord()
    await notifier.settle()
    expect(await deliveries()).toMatchObject([{ state: 'skipped', reason: 'noAddress' }])
  })
})

describe('a mail', () => {
  test('is sent with credentials over TLS, to a server whose certificate is trusted', async () => {
    const { cert, key } = await certificate()
    const secure = await startSmtp((mail) => mails.push(mail), { tls: { cert, key } })
    const credentials = { user: 'caliper', password: 'hidden' }
    const over = { ...smtpSettings, host: 'localhost', port: secure.port, tls: 'tls', credentials } as const
    const mail = { id: 'one', title: 'NG record: QC-1', notices: [] }
    expect(await sendEmail(over, 'a@plant.test', mail)).toMatchObject({ isSent: false, reason: 'certificate' })
    expect(secure.commands).toEqual([])
    expect(await sendEmail({ ...over, ca: cert }, 'a@plant.test', mail)).toEqual({ isSent: true })
    expect(secure.commands.some((line) => line.startsWith('AUTH PLAIN '))).toBe(true)
    expect(mails).toMatchObject([{ to: ['a@plant.test'], messageId: '<one@plant.test>' }])
    await secure.stop()
  })

  test.each([
    'a@plant.test, b@plant.test',
    'a@plant.test\nBcc: b@plant.test',
    'Name <a@plant.test>',
    '@plant.test',
    '',
  ])('is not sent to %p', async (to) => {
    const mail = { id: 'one', title: 'NG record: QC-1', notices: [] }
    expect(await sendEmail(smtpSettings, to, mail)).toMatchObject({ reason: 'noAddress', isFinal: true })
    expect(await sendEmail(smtpSettings, 'a@plant.test', { ...mail, title: 'a\r\nBcc: b@plant.test' })).toMatchObject({
      reason: 'rejected',
    })
    expect(mails).toEqual([])
  })

  test.each([
    ['MAIL', '530 5.7.0 Authentication required', { reason: 'credentials', isFinal: false }],
    ['MAIL', '550 5.7.1 Sender refused', { reason: 'status', isFinal: false }],
    ['RCPT', '530 5.7.0 Authentication required', { reason: 'credentials', isFinal: false }],
    ['RCPT', '452 4.2.2 Mailbox full', { reason: 'status', isFinal: false }],
    ['RCPT', '550 5.1.1 No such mailbox', { reason: 'rejected', isFinal: true }],
  ])('to whose %s the server says %s', async (verb, says, outcome) => {
    const server = await startSmtp((mail) => mails.push(mail), {
      refuse: (command) => (command.startsWith(verb) ? says : undefined),
    })
    const mail = { id: 'one', title: 'NG record: QC-1', notices: [] }
    const answered = await sendEmail({ ...smtpSettings, port: server.port }, 'a@plant.test', mail)
    expect(answered).toMatchObject({ isSent: false, code: Number(says.slice(0, 3)), ...outcome })
    await server.stop()
  })

  test('is never sent with credentials over a connection without TLS', async () => {
    smtpSettings = { ...smtpSettings, tls: 'starttls', credentials: { user: 'caliper', password: 'hidden' } }
    await rule()
    await sending()
    const before = smtp.commands.length
    await ngRecord()
    await notifier.settle()
    expect(mails).toEqual([])
    expect(smtp.commands.slice(before).filter((line) => /AUTH|MAIL/.test(line))).toEqual([])
    expect(await deliveries()).toMatchObject([{ state: 'waiting', reason: 'certificate' }])
  })
})

describe('the test of a rule', () => {
  test('tells the status, and nothing of the answer (S10)', async () => {
    const ruleId = await webhookRule()
    const tester = await startApp({ store: app.store, settings: { webhook: webhookSettings, smtp: smtpSettings } })
    answer = () => new Response('stack trace with a secret', { status: 500 })
    const asked = { body: {}, headers: {} }
    const { data } = await tester
      .callerWith(plant.admin.token)
      .send('POST', `/qc/notification-rule/${ruleId}/test`, asked)
    // the name of the test host is in no DNS
    expect(data).toEqual({ isSent: false, reason: 'unreachable', code: null })
  })

  test('sends to whoever asks', async () => {
    const ruleId = await rule()
    const tester = await startApp({ store: app.store, settings: { smtp: smtpSettings } })
    const boss = tester.callerWith(plant.admin.token)
    const { data } = await boss.post(`/qc/notification-rule/${ruleId}/test`, {})
    expect(data).toEqual({ isSent: true, reason: null, code: null })
    expect(mails).toMatchObject([{ to: ['admin@plant.test'], subject: 'Test notification: NG to the engineer' }])
    expect(
      (await (await app.signedIn('qc:notificationRule:list')).post(`/qc/notification-rule/${ruleId}/test`, {})).code,
    ).toBe(403)
  })
})

test('the metrics tell of what waits and of what has failed; the nightly job forgets what is old and over', async () => {
  await webhookRule()
  await rule() // whose recipient has no address, so that nothing is sent
  await mailbox(plant.engineer.userId, '')
  const { now, later } = clock()
  await sending({ now })
  answer = () => new Response(null, { status: 400 })
  await ngRecord()
  await notifier.settle()
  answer = () => new Response(null, { status: 503 })
  await ngRecord()
  await notifier.settle()
  const rows = () => watchedRows(app.store, { sessionIdleMs: 1 }, now())
  expect((await rows()).notifications).toEqual({ waiting: 1, oldestDueAt: now(), failed: 1 })

  await notifier.stop() // it would try again what waits, and find it too old
  later(11 * DAY_MS)
  const lives = { loginLogMs: 10 * DAY_MS, operationLogMs: 10 * DAY_MS, trashMs: 10 * DAY_MS }
  await pruneLogs(app.store, now(), lives)
  expect((await rows()).notifications).toMatchObject({ waiting: 1, failed: 0 })
  expect(await deliveries()).toHaveLength(1)
})

test('what was being sent when the process ended is sent again, with the same id', async () => {
  await webhookRule()
  const { now, later } = clock()
  await sending({ now })
  answer = hang
  await notifier.start()
  await ngRecord()
  await until(() => hooks.length === 1)
  // the process is gone: nobody notes what became of it
  answer = () => new Response(null, { status: 204 })
  const next = createNotifier(
    app.store,
    readSettings({}, { mode: 'ephemeral', webhook: webhookSettings, publicUrl: 'https://caliper.plant.test' }),
    { now, resolve: toLoopback },
  )
  later(60_000)
  await next.settle()
  expect(hooks).toHaveLength(2)
  const [first, second] = hooks.map(({ headers }) => headers.get('x-caliper-delivery'))
  expect(second).toBe(first!)
})

test.if(!isPostgres)(
  'a process that is killed between sending and noting it sends the same message again',
  async () => {
    webhookSettings = { ...webhookSettings, hosts: [`localhost:${receiver.port}`], networks: ['127.0.0.0/8', '::1'] }
    const author = await startApp({ store: app.store, settings: { webhook: webhookSettings } })
    const boss = author.callerWith(plant.admin.token)
    const hook = { ruleName: 'hook', event: 'recordNg', channel: 'webhook', receiver: 'user' }
    const to = { userId: plant.engineer.userId, url: `http://localhost:${receiver.port}/` }
    done(await boss.post('/qc/notification-rule', { ...hook, ...to }))
    await ngRecord()
    const dataDir = testFolder()
    await copyInto(dataDir, app.store)
    const server = () =>
      startProcess('', { dataDir, webhook: webhookSettings, publicUrl: 'https://caliper.plant.test' })

    answer = hang
    const first = await server()
    await until(() => hooks.length === 1)
    first.kill('SIGKILL')
    await first.ended()
    answer = () => new Response(null, { status: 204 })
    const second = await server()
    await until(() => hooks.length === 2)
    const [before, after] = hooks.map(({ headers }) => headers.get('x-caliper-delivery'))
    expect(after).toBe(before!)
    second.kill('SIGTERM')
    await second.ended()
  },
)

test.if(isPostgres)('two processes on one database send each message once', async () => {
  await rule()
  await webhookRule()
  const other = await openStore({ dataDir: '', databaseUrl: addressOf(app.store), databaseConnections: 2 })
  const [a, b] = [await sending(), await sending({ store: other })]
  await Promise.all([a.start(), b.start()])
  for (let count = 0; count < 10; count++) await ngRecord()
  await until(() => mails.length >= 10 && hooks.length >= 10)
  await Promise.all([a.settle(), b.settle()])
  expect([mails.length, hooks.length]).toEqual([10, 10])
  expect(new Set(mails.map(({ messageId }) => messageId)).size).toBe(10)
  await Promise.all([a.stop(), b.stop()])
  await other.close()
})
