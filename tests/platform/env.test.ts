import { describe, expect, test } from 'bun:test'
import { readSettings, type Mode } from '#server/env'

test('an empty environment means production on the loopback address', () => {
  expect(readSettings({})).toMatchObject({
    mode: 'production',
    host: '127.0.0.1',
    port: 3000,
    envelopeStatus: 'http',
    captcha: 'always',
    sessionIdleMs: 30 * 60_000,
    sessionMaxMs: 12 * 3_600_000,
    loginLogMs: 400 * 86_400_000,
    operationLogMs: 400 * 86_400_000,
    trashMs: 30 * 86_400_000,
  })
})

test('all faults are listed at once, unknown names included', () => {
  const read = () =>
    readSettings({
      CALIPER_PORT: '70000',
      CALIPER_CAPTCHA: 'sometimes',
      CALIPER_DATABASE_URL: 'mysql://x',
      CALIPER_PROT: '1',
      HOME: '/',
    })
  expect(read).toThrow(
    /CALIPER_PORT: must be a whole number from 0 to 65535\n +CALIPER_DATABASE_URL: must be an address such as postgres:[^]*CALIPER_PROT: there is no such setting/,
  )
  expect(read).toThrow(/CALIPER_CAPTCHA/)
})

test.each(['Asia/Shangai', 'CST-8', ':/etc/localtime'])(
  'the time zone %s, which would be taken for UTC, is a fault',
  (TZ) => {
    expect(() => readSettings({ TZ })).toThrow('TZ: must be the name of a time zone, such as Asia/Shanghai')
  },
)

test.each(['Asia/Shanghai', ':Asia/Shanghai', 'UTC', ''])('the time zone "%s" is none', (TZ) => {
  expect(() => readSettings({ TZ })).not.toThrow()
})

test('requests have two connections to PostgreSQL or more', () => {
  expect(readSettings({}).databaseConnections).toBeUndefined()
  expect(readSettings({ CALIPER_DATABASE_CONNECTIONS: '2' }).databaseConnections).toBe(2)
  expect(() => readSettings({ CALIPER_DATABASE_CONNECTIONS: '1' })).toThrow(
    'CALIPER_DATABASE_CONNECTIONS: must be a whole number from 2 to 1000',
  )
})

test.each<[env: Record<string, string>, most: number]>([
  [{ CALIPER_SESSION_IDLE_MINUTES: '900' }, 720],
  [{ CALIPER_SESSION_MAX_MINUTES: '29' }, 29],
])(
  'a session that would end before it is idle for long enough is a fault, as on the page of settings: %p',
  (env, most) => {
    expect(() => readSettings(env)).toThrow(
      `CALIPER_SESSION_IDLE_MINUTES: must not be more than CALIPER_SESSION_MAX_MINUTES, which is ${most}`,
    )
  },
)

test('a session may be idle for as long as it lasts at all', () => {
  const env = { CALIPER_SESSION_IDLE_MINUTES: '900', CALIPER_SESSION_MAX_MINUTES: '900' }
  expect(readSettings(env)).toMatchObject({ sessionIdleMs: 900 * 60_000, sessionMaxMs: 900 * 60_000 })
})

test.each(['zh-CN', 'en-US', 'auto'] as const)('CALIPER_LOCALE=%s is understood', (locale) => {
  expect(readSettings({ CALIPER_LOCALE: locale }).locale).toBe(locale)
})

test('pages speak Chinese where nothing is set, and a language that there is not is refused', () => {
  expect(readSettings({}).locale).toBe('zh-CN')
  expect(() => readSettings({ CALIPER_LOCALE: 'en' })).toThrow('CALIPER_LOCALE: must be zh-CN, en-US or auto')
})

test('an empty value is the same as none', () => {
  expect(readSettings({ CALIPER_PORT: '', CALIPER_DATABASE_URL: '' })).toMatchObject({
    port: 3000,
    databaseUrl: undefined,
  })
})

test.each<[value: string, read: unknown]>([
  ['always', 'always'],
  ['never', 'never'],
  ['1', { after: 1 }],
  ['3', { after: 3 }],
  ['20', { after: 20 }],
])('CALIPER_CAPTCHA=%s is understood', (value, read) => {
  expect(readSettings({ CALIPER_CAPTCHA: value }).captcha).toEqual(read as 'always')
})

test.each([['0'], ['21'], ['-1'], ['1.5'], ['03'], ['3 '], ['after 3'], ['Always']])(
  'CALIPER_CAPTCHA=%j is refused',
  (value) => {
    expect(() => readSettings({ CALIPER_CAPTCHA: value })).toThrow(
      /CALIPER_CAPTCHA: must be always, never, or a number from 1 to 20/,
    )
  },
)

describe('signing in with WeCom', () => {
  const ids = {
    CALIPER_WECOM_CORP_ID: 'ww1',
    CALIPER_WECOM_AGENT_ID: '1000002',
    CALIPER_WECOM_SECRET: 's3cret-of-wecom',
  }
  const complete = { ...ids, CALIPER_PUBLIC_URL: 'https://qc.example' }

  test('is off when nothing is said, and in production there is no simulator (S76, S104)', () => {
    expect(readSettings({})).toMatchObject({ wecom: undefined, publicUrl: undefined, wecomSimulator: false })
  })

  test('takes its three ids and the own address; the rest is WeCom’s', () => {
    expect(readSettings(complete)).toMatchObject({
      publicUrl: 'https://qc.example',
      wecom: {
        corpId: 'ww1',
        agentId: '1000002',
        secret: 's3cret-of-wecom',
        apiUrl: 'https://qyapi.weixin.qq.com',
        authorizeUrl: 'https://open.weixin.qq.com/connect/oauth2/authorize',
        loginUrl: 'https://login.work.weixin.qq.com/wwlogin/sso/login',
      },
    })
  })

  test.each([
    ['WW_verify_Ab12.txt', { name: 'WW_verify_Ab12.txt', content: 'Ab12' }],
    ['WW_verify_Ab12.txt:other-1', { name: 'WW_verify_Ab12.txt', content: 'other-1' }],
  ])('the file %s is served to WeCom', (file, wecomFile) => {
    expect(readSettings({ CALIPER_WECOM_VERIFY: file }).wecomFile).toEqual(wecomFile)
  })

  test.each<[mode: Mode, said: Record<string, string>, isOn: boolean]>([
    ['demo', {}, true],
    ['ephemeral', {}, true],
    ['demo', { CALIPER_WECOM_SIMULATOR: 'off' }, false],
    ['demo', ids, false],
    ['production', {}, false],
    ['production', { CALIPER_WECOM_SIMULATOR: 'off' }, false],
    ['development', {}, false],
  ])('in %s mode with %j, that the simulator is on is %p', (mode, said, isOn) => {
    expect(readSettings(said, { mode }).wecomSimulator).toBe(isOn)
  })

  test.each<[mode: Mode, said: Record<string, string>, fault: RegExp]>([
    ['production', { CALIPER_WECOM_SIMULATOR: 'on' }, /CALIPER_WECOM_SIMULATOR: lets anybody sign in as anyone/],
    ['development', { CALIPER_WECOM_SIMULATOR: 'on' }, /CALIPER_WECOM_SIMULATOR: lets anybody sign in as anyone/],
    ['demo', { ...ids, CALIPER_WECOM_SIMULATOR: 'on' }, /CALIPER_WECOM_SIMULATOR: cannot be on beside a real WeCom/],
    ['production', { CALIPER_WECOM_CORP_ID: 'ww1' }, /CALIPER_WECOM_AGENT_ID: is needed[^]*CALIPER_WECOM_SECRET: is/],
    ['demo', { CALIPER_WECOM_SECRET: 'x' }, /CALIPER_WECOM_CORP_ID: is needed[^]*CALIPER_WECOM_AGENT_ID: is needed/],
    ['production', ids, /CALIPER_PUBLIC_URL: is needed for WeCom/],
    ['production', { ...complete, CALIPER_WECOM_AGENT_ID: 'x' }, /CALIPER_WECOM_AGENT_ID: must be a number/],
    [
      'production',
      { ...complete, CALIPER_WECOM_API_URL: 'http://wecom.example' },
      /CALIPER_WECOM_API_URL: must be https/,
    ],
    [
      'production',
      { CALIPER_WECOM_API_URL: 'https://qc.example/simulator' },
      /CALIPER_WECOM_API_URL: leads to a simulator/,
    ],
    [
      'production',
      { CALIPER_WECOM_API_URL: 'https://a:b@wecom.example' },
      /CALIPER_WECOM_API_URL: must be a plain address/,
    ],
    ['production', { CALIPER_PUBLIC_URL: 'https://qc.example/app' }, /CALIPER_PUBLIC_URL: must be a scheme and a host/],
    ['production', { CALIPER_PUBLIC_URL: 'https://qc.example/?a=1' }, /CALIPER_PUBLIC_URL: must be a plain address/],
    ['production', { CALIPER_PUBLIC_URL: 'qc.example' }, /CALIPER_PUBLIC_URL/],
    ['production', { CALIPER_WECOM_VERIFY: 'index.html' }, /CALIPER_WECOM_VERIFY: must be the name of the file/],
    [
      'production',
      { CALIPER_WECOM_VERIFY: '../WW_verify_a.txt' },
      /CALIPER_WECOM_VERIFY: must be the name of the file/,
    ],
    ['production', { CALIPER_WECOM_VERIFY: 'WW_verify_a.txt:<script>' }, /CALIPER_WECOM_VERIFY: must be the name/],
    ['production', { CALIPER_PUBLIC_URL: 'ftp://qc.example' }, /CALIPER_PUBLIC_URL/],
  ])('in %s mode %j is refused', (mode, said, fault) => {
    expect(() => readSettings(said, { mode })).toThrow(fault)
  })

  test('never says the secret, whatever is wrong (S100)', () => {
    const said = { ...ids, CALIPER_WECOM_SECRET: 'a secret with blanks', CALIPER_PORT: 'x' }
    let message = ''
    try {
      readSettings(said)
    } catch (error) {
      message = String(error)
    }
    expect(message).toContain('CALIPER_WECOM_SECRET: must be printable')
    expect(message).not.toContain('a secret with')
  })

  test.each([
    ['https://qc.example/', 'https://qc.example'],
    ['http://192.168.1.5:3000', 'http://192.168.1.5:3000'],
  ])('the own address %s is read as %s', (said, read) => {
    expect(readSettings({ CALIPER_PUBLIC_URL: said }).publicUrl).toBe(read)
  })
})

describe('notifications', () => {
  const url = { CALIPER_PUBLIC_URL: 'https://caliper.example.com' }
  const smtp = { ...url, CALIPER_SMTP_HOST: 'mail.example.com', CALIPER_SMTP_FROM: 'caliper@example.com' }
  const account = { CALIPER_SMTP_USER: 'caliper', CALIPER_SMTP_PASSWORD: 'hidden' }
  const secret = { CALIPER_WEBHOOK_SECRET: 'x'.repeat(32) }

  test('are off until they are set up', () => {
    expect(readSettings({})).toMatchObject({ smtp: undefined, webhook: undefined })
  })

  test('by mail go over TLS, with an account where there is one', () => {
    const { smtp: read } = readSettings({ ...smtp, ...account })
    expect(read).toMatchObject({ port: 587, tls: 'starttls', credentials: { user: 'caliper', password: 'hidden' } })
  })

  test.each<[string, Record<string, string>, string]>([
    ['a password without TLS', { ...smtp, ...account, CALIPER_SMTP_TLS: 'off' }, 'CALIPER_SMTP_TLS: must not be off'],
    ['a user without a password', { ...smtp, CALIPER_SMTP_USER: 'caliper' }, 'CALIPER_SMTP_PASSWORD: each needs'],
    ['no sender', { ...url, CALIPER_SMTP_HOST: 'mail.example.com' }, 'CALIPER_SMTP_FROM: each needs'],
    [
      'two senders',
      { ...smtp, CALIPER_SMTP_FROM: 'a@example.com, b@example.com' },
      'CALIPER_SMTP_FROM: must be an e-mail',
    ],
    ['no public address', { ...smtp, CALIPER_PUBLIC_URL: '' }, 'CALIPER_PUBLIC_URL: is needed for notifications'],
    ['hosts without a secret', { ...url, CALIPER_WEBHOOK_HOSTS: 'a.example.com' }, 'CALIPER_WEBHOOK_SECRET: is needed'],
    ['a short secret', { ...url, CALIPER_WEBHOOK_SECRET: 'short' }, 'CALIPER_WEBHOOK_SECRET: must be 32'],
    [
      'an address for a host',
      { ...url, ...secret, CALIPER_WEBHOOK_HOSTS: 'https://a.example.com/' },
      'must be hosts such as',
    ],
    [
      'a network that is none',
      { ...url, ...secret, CALIPER_WEBHOOK_HOSTS: 'a.example.com', CALIPER_WEBHOOK_NETWORKS: '10.0.0.0/33' },
      'CALIPER_WEBHOOK_NETWORKS: must be networks',
    ],
  ])('are refused with %s', (_, environment, message) => {
    expect(() => readSettings(environment)).toThrow(message)
  })
})
