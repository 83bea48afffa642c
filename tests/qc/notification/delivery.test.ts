import { describe, expect, test } from 'bun:test'
import { DAY_MS } from '#shared/durations'
import { pruneLogs } from '#server/access/operation-log/retention'
import { watchedRows } from '#server/admin/watch/queries'
import { startSmtp } from '#server/commands/simulator/smtp'
import { readSettings } from '#server/env'
import { openStore } from '#server/platform/store/index'
import { createNotifier } from '#server/qc/notification/sender'
import { startApp } from '../../support/app'
import { clockAt } from '../../support/clock'
import { testFolder } from '../../support/folder'
import { startProcess } from '../../support/processes'
import { TEN_SECONDS, notificationBench, toLoopback } from '../../support/qc/notifications'
import { done } from '../../support/qc/plant'
import { addressOf, copyInto, isPostgres } from '../../support/store'
import { until } from '../../support/until'

/** Each notification arrives once, through outages and restarts, and with several processes. */
const { here, hang, mailbox, sending, settle, rule, webhookRule, ngRecord, deliveries } = notificationBench()

describe('an outage', () => {
  test('of the mail server is over within ten seconds of its end, with the same Message-ID', async () => {
    await rule()
    const asked: string[] = []
    const broken = await startSmtp(() => {}, { before: ({ messageId }) => (asked.push(messageId), '451 4.0.0 later') })
    here.smtpSettings = { ...here.smtpSettings, port: broken.port }
    await (await sending()).start()
    await ngRecord()
    await ngRecord()
    await until(() => asked.length > 0)
    const { port } = broken
    await broken.stop()
    await until(async () => (await deliveries()).some(({ reason }) => reason === 'unreachable'))
    const back = await startSmtp((mail) => here.mails.push(mail), { port })
    const since = performance.now()
    await until(() => here.mails.length === 2)
    expect(performance.now() - since).toBeLessThan(TEN_SECONDS)
    expect(here.mails.map(({ messageId }) => messageId)).toContain(asked[0]!)
    await back.stop()
  })

  test('of a webhook is over within ten seconds of its end, however long it lasted', async () => {
    await webhookRule()
    const { now, later } = clockAt()
    await sending({ now })
    here.answer = () => new Response('down', { status: 503 })
    await ngRecord()
    await settle()
    for (let tries = 0; tries < 8; tries++) {
      later(3_600_000)
      await settle()
    }
    await ngRecord() // which waits with the other
    await settle()
    const ids = new Set(here.hooks.map(({ headers }) => headers.get('x-caliper-delivery')))
    here.answer = () => new Response(null, { status: 204 })
    here.hooks = []
    later(5_000) // an hour before the next attempt of the first
    await settle()
    expect(here.hooks).toHaveLength(2)
    for (const { headers } of here.hooks) expect(ids).toContain(headers.get('x-caliper-delivery'))
  })

  test('is tried ever more seldom, and given up after three days', async () => {
    await webhookRule()
    const { now, later } = clockAt()
    await sending({ now })
    here.answer = () => new Response('down', { status: 500 })
    await ngRecord()
    await settle()
    expect(await deliveries()).toMatchObject([{ state: 'waiting', reason: 'status', code: 500, attempts: 1 }])
    later(3 * 24 * 3_600_000 + 1000)
    await settle()
    expect(await deliveries('state=failed')).toMatchObject([{ state: 'failed', reason: 'expired' }])
  })

  test('is given up after 30 attempts; whoever may sends it again, as the same message', async () => {
    await webhookRule()
    const { now, later } = clockAt()
    await sending({ now })
    here.answer = () => new Response('down', { status: 500 })
    await ngRecord()
    await settle()
    for (let attempt = 1; attempt < 30; attempt++) {
      later(3_600_000)
      await settle()
    }
    const [failed] = await deliveries('state=failed')
    expect(failed).toMatchObject({ attempts: 30, reason: 'status', code: 500 })
    const isOver = here.hooks.length
    later(3_600_000)
    await settle()
    expect(here.hooks).toHaveLength(isOver)

    here.answer = () => new Response(null, { status: 204 })
    const at = `/qc/notification-delivery/${failed.deliveryId}/retry`
    expect((await (await here.app.signedIn('qc:notificationDelivery:list')).post(at, {})).code).toBe(403)
    done(await here.plant.admin.post(at, {}))
    later(3_600_000)
    await settle()
    expect(here.hooks.at(-1)!.headers.get('x-caliper-delivery')).toBe(failed.messageId)
    expect((await here.plant.admin.post(at, {})).code).toBe(409)
  })

  test('of one target does not hold up another', async () => {
    await rule()
    await webhookRule()
    here.answer = hang
    await (await sending()).start()
    await ngRecord()
    await until(async () => (await deliveries('channel=webhook'))[0]?.state === 'sending')
    await until(() => here.mails.length === 1)
    expect((await deliveries('channel=webhook'))[0]).toMatchObject({ state: 'sending' })
  })
})

test('the metrics tell of what waits and of what has failed; the nightly job forgets what is old and over', async () => {
  await webhookRule()
  await rule() // whose recipient has no address, so that nothing is sent
  await mailbox(here.plant.engineer.userId, '')
  const { now, later } = clockAt()
  await sending({ now })
  here.answer = () => new Response(null, { status: 400 })
  await ngRecord()
  await settle()
  here.answer = () => new Response(null, { status: 503 })
  await ngRecord()
  await settle()
  const rows = () => watchedRows(here.app.store, { sessionIdleMs: 1 }, now())
  expect((await rows()).notifications).toEqual({ waiting: 1, oldestDueAt: now(), failed: 1 })

  await here.notifier.stop() // it would try again what waits, and find it too old
  later(11 * DAY_MS)
  const lives = { loginLogMs: 10 * DAY_MS, operationLogMs: 10 * DAY_MS, trashMs: 10 * DAY_MS }
  await pruneLogs(here.app.store, now(), lives)
  expect((await rows()).notifications).toMatchObject({ waiting: 1, failed: 0 })
  expect(await deliveries()).toHaveLength(1)
})

test('what was being sent when the process ended is sent again, with the same id', async () => {
  await webhookRule()
  const { now, later } = clockAt()
  await sending({ now })
  here.answer = hang
  await here.notifier.start()
  await ngRecord()
  await until(() => here.hooks.length === 1)
  // the process is gone: nobody notes what became of it
  here.answer = () => new Response(null, { status: 204 })
  const next = createNotifier(
    here.app.store,
    readSettings({}, { mode: 'ephemeral', webhook: here.webhookSettings, publicUrl: 'https://caliper.plant.test' }),
    { now, resolve: toLoopback },
  )
  later(60_000)
  await next.settle()
  expect(here.hooks).toHaveLength(2)
  const [first, second] = here.hooks.map(({ headers }) => headers.get('x-caliper-delivery'))
  expect(second).toBe(first!)
})

test.if(!isPostgres)(
  'a process that is killed between sending and noting it sends the same message again',
  async () => {
    here.webhookSettings = {
      ...here.webhookSettings,
      hosts: [`localhost:${here.receiver.port}`],
      networks: ['127.0.0.0/8', '::1'],
    }
    const author = await startApp({ store: here.app.store, settings: { webhook: here.webhookSettings } })
    const boss = author.callerWith(here.plant.admin.token)
    const hook = { ruleName: 'hook', event: 'recordNg', channel: 'webhook', receiver: 'user' }
    const to = { userId: here.plant.engineer.userId, url: `http://localhost:${here.receiver.port}/` }
    done(await boss.post('/qc/notification-rule', { ...hook, ...to }))
    await ngRecord()
    const dataDir = testFolder()
    await copyInto(dataDir, here.app.store)
    const server = () =>
      startProcess('', { dataDir, webhook: here.webhookSettings, publicUrl: 'https://caliper.plant.test' })

    here.answer = hang
    const first = await server()
    await until(() => here.hooks.length === 1)
    first.kill('SIGKILL')
    await first.ended()
    here.answer = () => new Response(null, { status: 204 })
    const second = await server()
    await until(() => here.hooks.length === 2)
    const [before, after] = here.hooks.map(({ headers }) => headers.get('x-caliper-delivery'))
    expect(after).toBe(before!)
    second.kill('SIGTERM')
    await second.ended()
  },
)

test.if(isPostgres)('two processes on one database send each message once', async () => {
  await rule()
  await webhookRule()
  const other = await openStore({ dataDir: '', databaseUrl: addressOf(here.app.store), databaseConnections: 2 })
  const [a, b] = [await sending(), await sending({ store: other })]
  await Promise.all([a.start(), b.start()])
  for (let count = 0; count < 10; count++) await ngRecord()
  await until(() => here.mails.length >= 10 && here.hooks.length >= 10)
  await Promise.all([a.settle(), b.settle()])
  expect([here.mails.length, here.hooks.length]).toEqual([10, 10])
  expect(new Set(here.mails.map(({ messageId }) => messageId)).size).toBe(10)
  await Promise.all([a.stop(), b.stop()])
  await other.close()
})
