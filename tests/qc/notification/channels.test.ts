import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { createHmac } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { HOUR_MS } from '#shared/durations'
import { createSimulator } from '#server/commands/simulator/index'
import { startSmtp } from '#server/commands/simulator/smtp'
import { sendEmail } from '#server/qc/notification/channels/email'
import { signingKey } from '#server/qc/notification/channels/webhook'
import { clockAt } from '../../support/clock'
import { testFolder } from '../../support/folder'
import { SECRET, notificationBench } from '../../support/qc/notifications'
import { done, withScope } from '../../support/qc/plant'

/** How notifications travel: by webhook, by WeCom and by mail. */
const { here, url, sending, settle, rule, webhookRule, ngRecord, deliveries } = notificationBench()

describe('a webhook', () => {
  test('is signed: time and body, by a key of its host', async () => {
    await webhookRule()
    await sending()
    await ngRecord()
    await settle()
    const { headers, body } = here.hooks[0]!
    const timestamp = headers.get('x-caliper-timestamp')!
    const key = signingKey(SECRET, `hooks.plant.test:${here.receiver.port}`)
    const expected = createHmac('sha256', key).update(`${timestamp}.${body}`).digest('hex')
    expect(headers.get('x-caliper-signature')).toBe(`sha256=${expected}`)
    expect(Math.abs(Number(timestamp) * 1000 - Date.now())).toBeLessThan(60_000)
    expect(headers.get('host')).toBe(`hooks.plant.test:${here.receiver.port}`)
  })

  test.each(['operations.md', 'operations.zh.md'])(
    'is verified by what %s shows: the key, and the function',
    async (manual) => {
      await webhookRule()
      await sending()
      await ngRecord()
      await settle()
      const { headers, body } = here.hooks[0]!
      const text = await Bun.file(`docs/${manual}`).text()
      const command = /^printf %s hooks\.example\.com .*$/m.exec(text)![0]
      const shell = command.replace('hooks.example.com', `hooks.plant.test:${here.receiver.port}`)
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
    here.webhookSettings = { ...here.webhookSettings, networks: [] }
    await webhookRule()
    await sending({ resolve: async () => [address] })
    await ngRecord()
    await settle()
    expect(here.hooks).toEqual([])
    expect(await deliveries()).toMatchObject([{ state: 'failed', reason: 'blocked' }])
  })

  test('is refused when one address of several is not allowed', async () => {
    await webhookRule()
    await sending({ resolve: async () => ['127.0.0.1', '10.0.0.1'] })
    await ngRecord()
    await settle()
    expect(here.hooks).toEqual([])
  })

  test('goes to the address that was looked at, and is refused once DNS answers another', async () => {
    await webhookRule()
    const answers = [['127.0.0.1'], ['192.168.0.1']]
    let asked = 0
    await sending({ resolve: async () => answers[asked++]! })
    await ngRecord()
    await settle()
    expect([asked, here.hooks.length]).toEqual([1, 1]) // looked up once
    await ngRecord()
    await settle()
    expect([asked, here.hooks.length]).toEqual([2, 1])
    expect((await deliveries('state=failed'))[0]).toMatchObject({ reason: 'blocked' })
  })

  test('without TLS goes inside the plant alone', async () => {
    here.webhookSettings = { ...here.webhookSettings, networks: [] }
    await webhookRule()
    await sending({ resolve: async () => ['93.184.216.34'] })
    await ngRecord()
    await settle()
    expect(await deliveries()).toMatchObject([{ state: 'failed', reason: 'blocked' }])
  })

  test('follows no redirect', async () => {
    await webhookRule()
    here.answer = ({ headers }) =>
      headers.get('x-seen') ? new Response('no') : Response.redirect(url('/elsewhere'), 307)
    await sending()
    await ngRecord()
    await settle()
    expect(here.hooks).toHaveLength(1)
    expect(await deliveries()).toMatchObject([{ state: 'failed', reason: 'redirect', code: 307 }])
  })

  test.each([
    ['another host', 'https://elsewhere.test/', 'url'],
    ['another port', 'http://hooks.plant.test:1/', 'url'],
    ['credentials', 'http://me:secret@hooks.plant.test/', 'url'],
    ['another scheme', 'file:///etc/passwd', 'url'],
    ['nothing', '', 'url'],
  ])('to %s cannot be set up', async (_, address, field) => {
    const { code, errors } = await here.plant.admin.post('/qc/notification-rule', {
      ruleName: 'x',
      event: 'recordNg',
      channel: 'webhook',
      receiver: 'user',
      userId: here.plant.admin.userId,
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
      const clerk = await withScope(here.app, await here.app.signedIn(...tags), '1')
      const { code, errors } = await clerk.post('/qc/notification-rule', hookFor(here.plant.admin.userId))
      expect([code, Object.keys(errors ?? {})]).toEqual([403, ['userId']])
    })

    test.each([
      ['the same department', '3', 200],
      ['this department and those below', '4', 403],
      ['everything', '1', 403],
    ])('by a data scope that is %s (S33, S36)', async (_, dataScope, expected) => {
      done(await here.plant.admin.post('/dept', { parentId: here.plant.deptId, deptName: 'Below' }))
      const author = await withScope(here.app, await here.app.signedIn(...tags), '3', here.plant.deptId)
      const colleague = await withScope(here.app, await here.app.signedIn(...tags), dataScope, here.plant.deptId)
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
      const author = await withScope(here.app, await here.app.signedIn(...tags), dataScope, here.plant.deptId)
      const { userId } = await withScope(here.app, await here.app.signedIn(...tags), '5', here.plant.deptId)
      const { users } = here.app.store.t
      const mine = { createBy: author.userId }
      await here.app.store.tx((db) => db.update(users).set(mine).where(eq(users.userId, userId)))
      expect((await author.post('/qc/notification-rule', hookFor(userId))).code).toBe(expected)
    })
  })
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
    here.app.store.tx((db) =>
      db.insert(here.app.store.t.bindings).values({
        userId: here.plant.engineer.userId,
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
    await settle()
    const page = await (await simulator.fetch(new Request(`http://127.0.0.1/simulator/messages`))).text()
    expect(page.split(`记录不合格：${recordNo} · 圆柱电芯 21700`)).toHaveLength(2) // once, not again as a title
    expect(await deliveries()).toMatchObject([{ channel: 'wecom', state: 'sent' }])
  })

  test('sends no more than the events that fit into a message, and says how many do not', async () => {
    await rule({ channel: 'wecom', language: 'zh', digestMinutes: 60 })
    await bind('li.jian')
    const { now, later } = clockAt()
    await sending({ now, settings: { wecom: simulator.wecom } })
    for (let count = 0; count < 15; count++) await ngRecord()
    await settle()
    later(HOUR_MS)
    await settle()
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
    await settle()
    expect(await deliveries()).toMatchObject([{ state: 'skipped', reason: 'noAddress' }])
  })
})

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

describe('a mail', () => {
  test('is sent with credentials over TLS, to a server whose certificate is trusted', async () => {
    const { cert, key } = await certificate()
    const secure = await startSmtp((mail) => here.mails.push(mail), { tls: { cert, key } })
    const credentials = { user: 'caliper', password: 'hidden' }
    const over = { ...here.smtpSettings, host: 'localhost', port: secure.port, tls: 'tls', credentials } as const
    const mail = { id: 'one', title: 'NG record: QC-1', notices: [] }
    expect(await sendEmail(over, 'a@plant.test', mail)).toMatchObject({ isSent: false, reason: 'certificate' })
    expect(secure.commands).toEqual([])
    expect(await sendEmail({ ...over, ca: cert }, 'a@plant.test', mail)).toEqual({ isSent: true })
    expect(secure.commands.some((line) => line.startsWith('AUTH PLAIN '))).toBe(true)
    expect(here.mails).toMatchObject([{ to: ['a@plant.test'], messageId: '<one@plant.test>' }])
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
    expect(await sendEmail(here.smtpSettings, to, mail)).toMatchObject({ reason: 'noAddress', isFinal: true })
    expect(
      await sendEmail(here.smtpSettings, 'a@plant.test', { ...mail, title: 'a\r\nBcc: b@plant.test' }),
    ).toMatchObject({
      reason: 'rejected',
    })
    expect(here.mails).toEqual([])
  })

  test.each([
    ['MAIL', '530 5.7.0 Authentication required', { reason: 'credentials', isFinal: false }],
    ['MAIL', '550 5.7.1 Sender refused', { reason: 'status', isFinal: false }],
    ['RCPT', '530 5.7.0 Authentication required', { reason: 'credentials', isFinal: false }],
    ['RCPT', '452 4.2.2 Mailbox full', { reason: 'status', isFinal: false }],
    ['RCPT', '550 5.1.1 No such mailbox', { reason: 'rejected', isFinal: true }],
  ])('to whose %s the server says %s', async (verb, says, outcome) => {
    const server = await startSmtp((mail) => here.mails.push(mail), {
      refuse: (command) => (command.startsWith(verb) ? says : undefined),
    })
    const mail = { id: 'one', title: 'NG record: QC-1', notices: [] }
    const answered = await sendEmail({ ...here.smtpSettings, port: server.port }, 'a@plant.test', mail)
    expect(answered).toMatchObject({ isSent: false, code: Number(says.slice(0, 3)), ...outcome })
    await server.stop()
  })

  test('is never sent with credentials over a connection without TLS', async () => {
    here.smtpSettings = { ...here.smtpSettings, tls: 'starttls', credentials: { user: 'caliper', password: 'hidden' } }
    await rule()
    await sending()
    const before = here.smtp.commands.length
    await ngRecord()
    await settle()
    expect(here.mails).toEqual([])
    expect(here.smtp.commands.slice(before).filter((line) => /AUTH|MAIL/.test(line))).toEqual([])
    expect(await deliveries()).toMatchObject([{ state: 'waiting', reason: 'certificate' }])
  })
})
