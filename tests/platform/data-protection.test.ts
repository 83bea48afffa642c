import { afterAll, beforeAll, describe, expect, spyOn, test } from 'bun:test'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { seedProduction } from '#seed/index'
import { createApp } from '#server/app'
import { takeDemoFolder } from '#server/commands/demo-folder'
import { readSettings } from '#server/env'
import { backUp } from '#server/admin/job/kinds'
import { log } from '#server/platform/log/index'
import { setupLinks } from '#server/platform/security/setup'
import { openStore, type Store } from '#server/platform/store/index'
import { isFirstPass } from '../support/environment'
import { png } from '../support/images'
import { testFolder } from '../support/folder'

/** A folder that anybody could look into, on a system that makes files for everybody, used as a plant would. */
const dataDir = join(testFolder(), 'data')
const wecomSecret = 'wecom-secret-7f3a91c2'
const settings = readSettings(
  {
    CALIPER_WECOM_CORP_ID: 'corp',
    CALIPER_WECOM_AGENT_ID: '1',
    CALIPER_WECOM_SECRET: wecomSecret,
    CALIPER_PUBLIC_URL: 'https://caliper.example',
    CALIPER_HTTPS: 'on',
    CALIPER_CAPTCHA: 'never',
  },
  { mode: 'production', dataDir },
)
/** Whatever nobody may find in a file or in the log. */
const secrets: Record<string, string> = {
  'the secret of WeCom': wecomSecret,
  'the password of the set-up': 'the set-up password 5519',
  'a password of a new user': 'a new user 8841 password',
  'a password given anew': 'given anew 2207 password',
  'the own new password': 'the own new 6630 password',
  'a wrong password': 'quite wrong 9183 password',
}
let store: Store
let app: ReturnType<typeof createApp>
let logged = ''
const before = process.umask(0)

type Answer = { code: number; token?: string; data: any }
async function call(method: string, path: string, body?: unknown, token?: string): Promise<Answer> {
  const response = await app.request(`/api/v1${path}`, {
    method,
    headers: {
      ...(!(body instanceof FormData) && { 'content-type': 'application/json' }),
      ...(token && { authorization: `Bearer ${token}`, 'idempotency-key': crypto.randomUUID() }),
    },
    ...(body !== undefined && { body: body instanceof FormData ? body : JSON.stringify(body) }),
  })
  return (await response.json()) as Answer
}
async function done(answer: Promise<Answer>) {
  const given = await answer
  expect(given).toMatchObject({ code: 200 })
  return given
}

beforeAll(async () => {
  if (!isFirstPass) return
  const spy = spyOn(process.stderr, 'write').mockImplementation((text) => Boolean((logged += String(text))))
  store = await openStore({ dataDir, databaseUrl: undefined })
  await seedProduction(store)
  app = createApp({ store, settings })
  const secret = (name: string, value: unknown) => (secrets[name] = String(value))
  const [first, ofUser, anew, own] = Object.values(secrets).slice(1)

  const link = secret('the token of the set-up link', await setupLinks(store.sharedState)(Date.now()))
  await done(call('POST', '/setup', { token: link, username: 'wang', nickName: 'Wang', password: first }))
  const login = async (username: string, password: unknown) =>
    (await done(call('POST', '/login', { username, password }))).token!
  const token = secret('a token', await login('wang', first))
  await call('POST', '/login', { username: 'wang', password: secrets['a wrong password'] })
  await call('POST', '/login', { username: secrets['a wrong password'], password: 'x' }) // typed in the wrong field
  const li = { username: 'li', nickName: 'Li', status: '2' }
  const { data: userId } = await done(call('POST', '/sys-user', { ...li, password: ofUser }, token))
  await done(call('PUT', '/user/pwd/reset', { userId, password: anew }, token))
  await done(call('PUT', '/user/pwd/set', { oldPassword: first, newPassword: own }, token))
  const line = { code: 'c21', name: 'C21', nameEn: '', tz: 'Asia/Shanghai', dayStartMin: 0, shifts: [] }
  const { data: productId } = await done(call('POST', '/qc/product', line, token))
  const { data: display } = await done(call('POST', '/qc/display', { name: 'Wall', productId }, token))
  secret('the token of a display', display.token)
  const swapped = await app.request('/refreshtoken', {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({ token }),
  })
  const now = secret('a token that was swapped for it', ((await swapped.json()) as Answer).token)
  const picture = new FormData()
  picture.append('file', new File([png(64, 64)], 'me.png', { type: 'image/png' }))
  await done(call('POST', '/user/avatar', picture, now))
  await call('GET', `/role?token=${now}`, undefined, now)
  await backUp(store, dataDir, undefined, Date.now())
  log('info', 'last line')
  await new Promise(setImmediate)
  spy.mockRestore()
})
afterAll(async () => {
  process.umask(before)
  if (isFirstPass) await store.close()
})

const files = () =>
  readdirSync(dataDir, { recursive: true, encoding: 'utf8' }).map((name) => {
    const path = join(dataDir, name)
    return { name, path, stat: statSync(path) }
  })

describe.skipIf(!isFirstPass)('the data folder (S77)', () => {
  test('it and the folders in it are for their owner alone, and so is every file, whatever the umask', () => {
    expect(statSync(dataDir).mode & 0o777).toBe(0o700)
    const found = files()
    const names = found.map(({ name }) => name)
    for (const name of ['caliper.sqlite', 'caliper.sqlite-wal', 'caliper.sqlite-shm', 'caliper.lock', 'backups']) {
      expect(names).toContain(name)
    }
    expect(names.some((name) => /^backups\/caliper-.*\.tar\.gz$/.test(name))).toBe(true)
    const open = found.filter(({ stat }) => (stat.mode & 0o777) !== (stat.isDirectory() ? 0o700 : 0o600))
    expect(open.map(({ name }) => name)).toEqual([])
  })

  test('so is the mark of a demo', () => {
    const folder = join(testFolder(), 'demo')
    takeDemoFolder(folder, { reset: false })
    for (const name of readdirSync(folder))
      expect([name, statSync(join(folder, name)).mode & 0o777]).toEqual([name, 0o600])
  })

  test('no password, token or secret stands in any file of it in clear (S12, S77)', () => {
    expect(Object.keys(secrets).length).toBeGreaterThan(8)
    const contents = files()
      .filter(({ stat }) => stat.isFile())
      .map(({ name, path }) => ({ name, bytes: readFileSync(path) }))
    expect(contents.some(({ bytes }) => bytes.includes('Wall'))).toBe(true) // what is no secret is found
    const found = Object.entries(secrets).flatMap(([what, secret]) => {
      expect(secret.length).toBeGreaterThan(10)
      return contents.filter(({ bytes }) => bytes.includes(secret)).map(({ name }) => `${what} in ${name}`)
    })
    expect(found).toEqual([])
  })

  test('nor in the log (S100)', () => {
    expect(logged).toContain('"event":"request"')
    expect(logged).toContain('"last line"')
    expect(
      Object.entries(secrets)
        .filter(([, secret]) => logged.includes(secret))
        .map(([what]) => what),
    ).toEqual([])
  })
})

describe.skipIf(!isFirstPass)('behind a proxy that speaks HTTPS (S62)', () => {
  test('browsers are told to insist on it, by the API and by refusals', async () => {
    const quiet = spyOn(process.stderr, 'write').mockImplementation(() => true)
    for (const path of ['/api/v1/app-config', '/api/v1/nothing', '/healthz']) {
      expect((await app.request(path)).headers.get('strict-transport-security')).toMatch(/^max-age=31536000/)
    }
    await new Promise(setImmediate)
    quiet.mockRestore()
  })
})

/** What the repository hands out; where it is unpacked without its history, what was handed out is all there is. */
const handedOut = Bun.which('git') ? Bun.spawnSync(['git', 'ls-files'], { stderr: 'ignore' }).stdout.toString() : ''

test.skipIf(handedOut === '')('no key, data folder or environment is part of what is handed out (S77)', () => {
  const files = handedOut.trimEnd().split('\n')
  expect(files.length).toBeGreaterThan(1000)
  const secret = /(^|\/)\.env|\.(key|pem|p12|pfx|sqlite|log)\b|^(data|demo-data|dist)\//
  expect(files.filter((file) => secret.test(file))).toEqual([])
})
