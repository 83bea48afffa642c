import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { Hono } from 'hono'
import { createApp } from '#server/app'
import { readSettings } from '#server/env'
import { loginRoutes } from '#server/access/login/routes'
import { openSession } from '#server/access/session/token'
import { createUser, findCredential } from '#server/access/user/queries'
import type { AppEnv } from '#server/platform/http/app-env'
import { context } from '#server/platform/http/context'
import { decoy, hashPassword } from '#server/platform/security/password'
import { createPasswordThrottle } from '#server/platform/security/password-throttle'
import { memoryState } from '#server/platform/store/shared-state'
import { statuses } from '#shared/constants'
import { DEFAULT_AVATAR } from '#server/access/files/default-pictures'
import { envelopeStatus, startApp, type App } from '../support/app'
import { cheapHash, hashAsTheProductSays, hashCheaply } from '../support/password'
import { until } from '../support/until'

const MINUTE = 60_000
const start = Date.parse('2026-11-21T08:00:00Z')
const right = { username: 'li', password: 'caliper-demo' }

let app: App
let clock = start
let passwordHash: string | undefined

beforeEach(async () => {
  clock = start
  app = await startApp({ now: () => clock })
  passwordHash ??= await cheapHash(right.password)
  await createUser(app.store, { username: 'li', nickName: 'Li', passwordHash, roleKeys: ['viewer'] }, clock)
})
afterEach(() => app.close())

/** The user `li` with a new session. */
async function signIn() {
  const { token } = await app.anyone.post('/login', right)
  return app.callerWith(token as string)
}
const refresh = (token: string | undefined) => app.anyone.post('//refreshtoken', { token })

test('signing in, asking who I am, signing out: then the token is dead (S14)', async () => {
  const li = await signIn()
  expect((await li.get('/getinfo')).data).toMatchObject({
    userName: 'li',
    name: 'Li',
    roles: ['viewer'],
    avatar: envelopeStatus === '200' ? DEFAULT_AVATAR : '',
  })
  expect((await li.post('/logout', {})).msg).toBe('Signed out')
  expect((await li.get('/getinfo')).code).toBe(401)
})

describe('a sign-in that asks for the start', () => {
  const asking = { ...right, start: true }

  test('is answered what GET /start answers, with the stamp of its rights, in one call', async () => {
    const { token, data, headers } = await app.anyone.post('/login', asking)
    const start = await app.callerWith(token as string).get('/start')
    expect(data).toEqual(start.data)
    expect(headers.get('x-access')).toBe(start.headers.get('x-access'))
    expect((await app.anyone.post('/login', right)).data).toBeNull()
  })

  test('is packed for whoever takes that', async () => {
    const body = JSON.stringify(asking)
    const headers = { 'content-type': 'application/json', 'accept-encoding': 'gzip' }
    const answer = await app.app.request('/api/v1/login', { method: 'POST', headers, body })
    expect(answer.headers.get('content-encoding')).toBe('gzip')
    const packed = await answer.bytes()
    expect(JSON.parse(new TextDecoder().decode(Bun.gunzipSync(packed)))).toMatchObject({
      data: { user: { name: 'Li' } },
    })
  })

  test('reads nothing for whoever must choose another password first (S6, S75)', async () => {
    const user = { username: 'wu', nickName: 'Wu', passwordHash: passwordHash!, roleKeys: ['viewer'] }
    await createUser(app.store, { ...user, mustChangePassword: true }, clock)
    const answer = await app.anyone.post('/login', { ...asking, username: 'wu' })
    expect(answer).toMatchObject({ code: 200, data: null, mustChangePassword: true })
  })

  test('gives the token also when the start cannot be read', async () => {
    const { store } = app
    const routes = loginRoutes(store, createPasswordThrottle(store.sharedState), () =>
      Promise.reject(new Error('by the test')),
    )
    const watch = { requests: { began() {}, ended() {} }, faults: { note() {} } }
    const settings = { ...readSettings({}), captcha: 'never' as const, logRequests: false }
    const alone = new Hono<AppEnv>().use(context({ store, settings, now: () => clock, watch })).route('/', routes)
    const headers = { 'content-type': 'application/json' }
    const answer = await alone.request('/login', { method: 'POST', headers, body: JSON.stringify(asking) })
    expect(await answer.json()).toMatchObject({ code: 200, data: null, token: expect.any(String) })
  })
})

test.each(['bearer', 'BEARER', 'Bearer '])(
  'a token under "%s" is read: letter case and blanks mean nothing',
  async (scheme) => {
    const { token } = await signIn()
    const answer = await app.app.request('/api/v1/getinfo', { headers: { authorization: `${scheme} ${token}` } })
    expect((await answer.json()).code).toBe(200)
  },
)

describe('every failed sign-in is 400 with the same text (S4)', () => {
  test.each([
    ['a wrong password', { password: 'wrong' }],
    ['an unknown user', { username: 'nobody' }],
    ['the right password with a blank', { password: 'caliper-demo ' }],
    ['the right password in capitals', { password: 'CALIPER-DEMO' }],
  ])('%s', async (_, change) => {
    const { code, msg } = await app.anyone.post('/login', { ...right, ...change })
    expect({ code, msg }).toEqual({ code: 400, msg: 'Wrong user name or password' })
  })

  test.each([
    ['a disabled user', 'users'],
    ['a user whose only role is disabled', 'roles'],
  ] as const)('%s', async (_, table) => {
    await app.store.tx((db) => db.update(app.store.t[table]).set({ status: statuses.off }))
    const { code, msg } = await app.anyone.post('/login', right)
    expect({ code, msg }).toEqual({ code: 400, msg: 'Wrong user name or password' })
  })
})

test.each([['LI'], [' li '], ['ｌｉ'], ['l\u200bi']])('the name %j is the same account (S11)', async (username) => {
  expect((await app.anyone.post('/login', { ...right, username })).code).toBe(200)
})

describe('passwords (S1)', () => {
  beforeAll(hashAsTheProductSays)
  afterAll(hashCheaply)

  test('are stored as Argon2id with at least 19 MiB and two passes', async () => {
    const li = await signIn()
    await li.put('/user/pwd/set', { oldPassword: right.password, newPassword: 'another long password' })
    expect((await findCredential(app.store, 'li'))?.passwordHash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  })

  test('what an unknown name is compared with costs as much as one that is stored, and fits no password (S4)', async () => {
    const shapeOf = (hash: string) => hash.split('$').map((part, index) => (index < 4 ? part : part.length))
    expect(shapeOf(decoy())).toEqual(shapeOf(await hashPassword('another long password')))
    expect(await Bun.password.verify(right.password, decoy())).toBe(false)
    expect(decoy()).not.toBe(decoy())
  })
})

describe('tokens (S12, S13)', () => {
  test('are 256 random bits, and only their hash is stored', async () => {
    const li = await signIn()
    expect(Buffer.from(li.token!, 'base64url').length).toBe(32)
    const rows = await app.store.db.select().from(app.store.t.tokens)
    expect(rows).not.toBeEmpty()
    expect(JSON.stringify(rows)).not.toContain(li.token)
  })

  test('count in the Authorization header only', async () => {
    const { token } = await signIn()
    expect((await app.anyone.get(`/getinfo?token=${token}`)).code).toBe(401)
    expect((await app.anyone.send('GET', '/getinfo', { headers: { cookie: `Admin-Token=${token}` } })).code).toBe(401)
    expect((await app.anyone.send('GET', '/getinfo', { headers: { 'x-token': token! } })).code).toBe(401)
  })

  test.each([['admin-token'], ['editor-token'], ['x'], ['Bearer'], ['a b'], ['%00'], ['x'.repeat(5000)]])(
    'the invented token %j is refused as signed out',
    async (token) => {
      const answer = await app.callerWith(token).get('/getinfo')
      expect(answer.code).toBe(401)
      expect(answer.headers.get('www-authenticate')).toBe('Bearer')
    },
  )
})

describe('the end of a session (S16)', () => {
  /** The answer does not wait for the note of its use. */
  async function noted() {
    const { db, t } = app.store
    await until(async () => (await db.select().from(t.sessions)).some(({ lastSeenAt }) => lastSeenAt === clock))
  }

  test.each([
    ['29 idle minutes', [29], 200],
    ['30 idle minutes', [30], 6401],
    ['use every 20 minutes', [20, 40, 60, 80], 200],
    ['use every 20 minutes for 12 hours', Array.from({ length: 36 }, (_, i) => (i + 1) * 20), 6401],
    ['a clock set back by an hour', [-60], 200],
    ['a clock set back by an hour, and 29 idle minutes', [-60, -31], 200],
    ['a clock set back by an hour, and 30 idle minutes', [-60, -30], 6401],
    [
      'a clock set back by an hour, and use every 20 minutes for 12 hours',
      [-60, ...Array.from({ length: 36 }, (_, i) => -40 + i * 20)],
      6401,
    ],
    ['a clock set back by two days', [-2 * 24 * 60], 6401],
  ])('after %s', async (_, minutes, expected) => {
    const li = await signIn()
    let code = 0
    for (const minute of minutes) {
      clock = start + minute * MINUTE
      code = (await li.get('/getinfo')).code
      if (minute !== minutes.at(-1)) await noted()
    }
    expect(code).toBe(expected)
  })
})

describe('refresh (S15)', () => {
  test('swaps the old token for a new one, once', async () => {
    const { token } = await signIn()
    const { token: fresh } = await refresh(token)
    expect((await app.callerWith(fresh as string).get('/getinfo')).code).toBe(200)
    expect((await app.callerWith(token).get('/getinfo')).code).toBe(401)
    expect((await refresh(token)).code).toBe(401)
  })

  test('called 10 times at once leaves one live token', async () => {
    const { token } = await signIn()
    const answers = await Promise.all(Array.from({ length: 10 }, () => refresh(token)))
    expect(answers.map(({ code }) => code).toSorted()).toEqual([200, ...Array(9).fill(401)])
  })

  test('does not extend the absolute end', async () => {
    const first = await app.anyone.post('/login', right)
    clock += 20 * MINUTE
    expect((await refresh(first['token'] as string))['expire']).toBe(first['expire'])
  })

  test('is refused to an expired session, a disabled user, and when the header holds another token', async () => {
    const { token } = await signIn()
    const headers = { authorization: `Bearer ${(await signIn()).token}` }
    expect((await app.anyone.send('POST', '//refreshtoken', { body: { token }, headers })).code).toBe(401)
    clock += 31 * MINUTE
    expect((await refresh(token)).code).toBe(6401)
    const { token: again } = await signIn()
    await app.store.tx((db) => db.update(app.store.t.users).set({ status: statuses.off }))
    expect((await refresh(again)).code).toBe(401)
  })
})

test('a user who is disabled, and a user whose role is disabled, is out on the next request (S7)', async () => {
  const li = await signIn()
  const { users, roles } = app.store.t
  const set = (table: typeof users | typeof roles, status: '1' | '2') =>
    app.store.tx((db) => db.update(table as typeof users).set({ status }))
  await set(users, statuses.off)
  expect((await li.get('/getinfo')).code).toBe(401)
  await set(users, statuses.on)
  expect((await li.get('/getinfo')).code).toBe(200)
  await set(roles, statuses.off)
  expect((await li.get('/getinfo')).code).toBe(401)
})

describe('guessing passwords (S22, S23, S24)', () => {
  const guess = async (username: string, address: string, password = 'wrong'): Promise<{ code: number }> => {
    const response = await app.app.request('/api/v1/login', login(username, password), { address })
    return response.json()
  }
  const login = (username: string, password: string, headers = {}) => ({
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ username, password }),
  })
  const guessTimes = async (times: number, username: string, address: string) => {
    for (let i = 0; i < times; i++) await guess(username, address)
  }

  test('is refused with 429 and Retry-After after five tries; the right password waits as well', async () => {
    for (let i = 0; i < 5; i++) expect((await app.anyone.post('/login', { ...right, password: 'no' })).code).toBe(400)
    const answer = await app.anyone.post('/login', right)
    expect(answer.code).toBe(429)
    expect(answer.headers.get('retry-after')).toBe('30')
    clock += 30_000
    expect((await app.anyone.post('/login', right)).code).toBe(200)
  })

  test.each([
    ['another spelling of the name', { username: ' LI ' }, {}],
    ['an invented X-Forwarded-For', {}, { 'x-forwarded-for': '10.0.0.9' }],
  ])('is not reset by %s', async (_, change, headers) => {
    for (let i = 0; i < 5; i++) await app.anyone.post('/login', { ...right, password: 'no' })
    const body = { ...right, ...change }
    expect((await app.anyone.send('POST', '/login', { body, headers })).code).toBe(429)
  })

  test('in parallel does not slip through', async () => {
    const answers = await Promise.all(Array.from({ length: 12 }, () => guess('li', '10.0.0.1')))
    expect(answers.filter(({ code }) => code === 400)).toHaveLength(5)
  })

  test('is no reason to refuse twenty who sign in rightly at once with one account', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => guess('li', '10.0.0.1', right.password)))
    expect(answers.filter(({ code }) => code === 200)).toHaveLength(20)
  })

  test('through a trusted proxy counts by the address that the proxy names, whatever is written around it', async () => {
    await app.close()
    app = await startApp({ settings: { trustedProxies: ['127.0.0.1'] } })
    const codes: number[] = []
    for (let i = 0; i < 7; i++) {
      const headers = { 'x-forwarded-for': `5.5.5.5:${i}, 6.6.6.${i} , 10.9.9.9` }
      const response = await app.app.request('/api/v1/login', login('li', 'wrong', headers), {
        address: '::ffff:127.0.0.1',
      })
      codes.push(((await response.json()) as { code: number }).code)
    }
    expect(codes).toEqual([400, 400, 400, 400, 400, 429, 429])
  })

  test('begins anew for who has signed in: what they mistyped before does not add up (S22)', async () => {
    for (let round = 0; round < 3; round++) {
      await guessTimes(4, 'li', '10.0.0.2')
      expect((await guess('li', '10.0.0.2', right.password)).code).toBe(200)
    }
  })

  test('from many addresses is refused after ten tries', async () => {
    for (let i = 0; i < 10; i++) expect((await guess('li', `10.0.1.${i}`)).code).toBe(400)
    expect((await guess('li', '10.0.1.99')).code).toBe(429)
  })

  test('by outsiders does not keep out a user at their own address, nor end their sessions', async () => {
    await guess('li', '10.0.0.2', right.password)
    const li = await signIn()
    await guessTimes(30, 'li', '10.6.6.6')
    expect((await guess('li', '10.0.0.2', right.password)).code).toBe(200)
    expect((await li.get('/getinfo')).code).toBe(200)
  })

  const restart = () => {
    app.app = createApp({
      store: app.store,
      settings: readSettings({}, { mode: 'ephemeral', captcha: 'never', logRequests: false }),
      now: () => clock,
    })
  }
  const openFor = (username: string, address: string, method: 'password' | 'wecom' = 'password') =>
    app.store.db
      .select()
      .from(app.store.t.users)
      .where(eq(app.store.t.users.username, username))
      .then(([user]) => {
        const signIn = { userId: user!.userId, method, device: { address, userAgent: '' } } as const
        return openSession(app.store, signIn, clock, readSettings({}))
      })
  const openFromMany = async () => {
    for (let i = 0; i < 200; i++) {
      clock += 1
      await openFor('li', `10.9.0.${i}`)
    }
    clock += 1
  }
  /** What `li` hears at an address with the right password while outsiders guess at the account. */
  async function amongGuesses(address: string) {
    for (let i = 0; i < 14; i++) await guess('li', `10.0.1.${i}`)
    return (await guess('li', address, right.password)).code
  }

  const [here, subscriber] = ['10.0.0.2', '2001:db8:1:2::1']
  test.each<[when: string, code: number, address: string, before: () => Promise<unknown>]>([
    ['before a restart', 200, here, () => guess('li', here, right.password).then(restart)],
    ['with WeCom', 200, here, () => openFor('li', here, 'wecom')],
    ['at another address of the same network', 200, '2001:db8:1:2:9::1', () => openFor('li', subscriber)],
    ['after 200 others', 200, here, () => openFromMany().then(() => openFor('li', here))],
    ['before 200 others', 429, here, () => openFor('li', here).then(openFromMany)],
    ['elsewhere only', 429, here, () => openFor('li', '10.0.0.3')],
    ['never', 429, here, () => Promise.resolve()],
    ['too long ago', 429, here, () => openFor('li', here).then(() => (clock += 31 * 24 * 60 * MINUTE))],
  ])('by outsiders, when the user has signed in at the own address %s: %i (S24)', async (_, code, address, before) => {
    await before()
    expect(await amongGuesses(address)).toBe(code)
  })

  test("by outsiders is not helped by another's sign-ins at their address (S24)", async () => {
    await createUser(
      app.store,
      { username: 'wu', nickName: '', passwordHash: passwordHash!, roleKeys: ['viewer'] },
      clock,
    )
    await openFor('wu', '10.0.0.2')
    expect(await amongGuesses('10.0.0.2')).toBe(429)
  })

  test('at their own address waits for the user as well, however known (S22)', async () => {
    await openFor('li', '10.0.0.2')
    await guessTimes(5, 'li', '10.0.0.2')
    expect((await guess('li', '10.0.0.2', right.password)).code).toBe(429)
  })

  test('of one account does not slow another', async () => {
    await guessTimes(8, 'someone', '10.0.0.3')
    expect((await guess('li', '10.0.0.3', right.password)).code).toBe(200)
  })
})

describe('whatever is tried, the sign-in log takes little room (S22, S23)', () => {
  const tryAt = (address: string, username = 'nobody', password = 'wrong') =>
    app.app.request(
      '/api/v1/login',
      { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ username, password }) },
      { address },
    )
  const written = async () => (await app.store.db.select().from(app.store.t.loginLogs)).length
  const startWith = async (captcha: 'always' | 'never') => {
    await app.close()
    app = await startApp({ settings: { captcha }, now: () => clock })
    await createUser(
      app.store,
      { username: 'li', nickName: 'Li', passwordHash: passwordHash!, roleKeys: ['viewer'] },
      clock,
    )
  }

  test('from one IPv6 network: twenty entries, then one a minute', async () => {
    await startWith('always')
    for (let i = 0; i < 100; i++) await tryAt(`2001:db8:1:2::${i}`)
    expect(await written()).toBe(20)
    clock += MINUTE
    for (let i = 0; i < 100; i++) await tryAt(`2001:db8:1:2::${i}`)
    expect(await written()).toBe(21)
  })

  test('from all networks: 300 entries, then one every ten seconds', async () => {
    await startWith('always')
    for (let i = 0; i < 400; i++) await tryAt(`2001:db8:1:${i}::1`)
    expect(await written()).toBe(300)
    for (let i = 0; i < 400; i++) {
      clock += 100
      await tryAt(`2001:db8:2:${i}::1`)
    }
    expect(await written()).toBeWithin(303, 306)
  })

  test('unknown names take the place of the last one, at a time as well; what was tried on an account stays', async () => {
    await startWith('never')
    for (let i = 0; i < 20; i++) await tryAt('10.0.0.1', `nobody-${i}`)
    expect(await written()).toBe(20)
    for (let i = 0; i < 8; i++) {
      clock += 1000
      await Promise.all(Array.from({ length: 4 }, (_, j) => tryAt('10.0.0.1', `nobody-${20 + i * 4 + j}`)))
    }
    const rows = await app.store.db.select().from(app.store.t.loginLogs)
    expect(rows.length).toBeWithin(21, 25)
    expect(rows.some(({ at }) => at === clock)).toBe(true)
    await tryAt('10.0.0.1', 'li')
    expect(await written()).toBe(rows.length + 1)
  })
})

describe('throttling over time (S22, S24)', () => {
  const wrong = () => Promise.resolve(undefined)
  async function waits(times: number, everyMs: number, name: (i: number) => string) {
    const throttle = createPasswordThrottle(memoryState())
    const all: number[] = []
    for (let i = 0; i < times; i++) {
      all.push((await throttle.attempt(name(i), '10.0.0.1', start + i * everyMs, wrong)).waitMs)
    }
    return all
  }

  test('the wait grows until one try every eight minutes is left', async () => {
    const throttle = createPasswordThrottle(memoryState())
    let now = start
    const seconds: number[] = []
    for (let i = 0; i < 14; i++) {
      const { waitMs } = await throttle.attempt('li', '10.0.0.1', now, wrong)
      now += waitMs
      if (waitMs > 0) await throttle.attempt('li', '10.0.0.1', now, wrong)
      seconds.push(waitMs / 1000)
    }
    expect(seconds).toEqual([0, 0, 0, 0, 0, 30, 60, 120, 240, 240, 480, 480, 480, 480])
  })

  test.each([
    [
      'one mistake every five minutes by somebody at one address, all day',
      288,
      5 * MINUTE,
      (i: number) => `user-${i % 40}`,
    ],
    ['fifty people at one address who mistype once in the same minute', 50, 1000, (i: number) => `user-${i}`],
  ])('%s: nobody waits', async (_, times, everyMs, name) => {
    expect((await waits(times, everyMs, name)).filter((waitMs) => waitMs > 0)).toEqual([])
  })

  test('who came a moment earlier and is looked at later, as in another process, does not wait', async () => {
    const throttle = createPasswordThrottle(memoryState())
    await throttle.attempt('li', '10.0.0.1', start + 50, wrong)
    expect((await throttle.attempt('li', '10.0.0.1', start, wrong)).waitMs).toBe(0)
  })

  test('a thousand names tried in ten seconds from one address: almost all wait', async () => {
    const free = (await waits(1000, 10, (i) => `user-${i}`)).filter((waitMs) => waitMs === 0)
    expect(free.length).toBeLessThan(70)
  })

  test('a clock that was a year ahead leaves no wait beyond a quarter of an hour', async () => {
    const throttle = createPasswordThrottle(memoryState())
    for (let i = 0; i < 5; i++) await throttle.attempt('li', '10.0.0.1', start + 365 * 86_400_000, wrong)
    expect((await throttle.attempt('li', '10.0.0.1', start, wrong)).waitMs).toBeLessThanOrEqual(900_000)
  })

  test.each([
    ['that succeeds', () => 1],
    ['that could not be checked', () => Promise.reject(new Error('busy'))],
  ])(
    'an attempt on another account %s does not lift the wait that guesses beside it have earned (S23)',
    async (_, end) => {
      const throttle = createPasswordThrottle(memoryState())
      const { promise, resolve } = Promise.withResolvers<void>()
      const own = throttle.attempt('own', '10.0.0.1', start, () => promise.then(end)).catch(() => {})
      for (let i = 0; i < 60; i++) await throttle.attempt(`user-${i}`, '10.0.0.1', start, wrong)
      const before = (await throttle.attempt('next', '10.0.0.1', start, wrong)).waitMs
      resolve()
      await own
      expect(before).toBeGreaterThan(0)
      expect((await throttle.attempt('next', '10.0.0.1', start, wrong)).waitMs).toBe(before)
    },
  )

  test('an attempt whose check could not be made does not count', async () => {
    const throttle = createPasswordThrottle(memoryState())
    const busy = () => Promise.reject(new Error('busy'))
    for (let i = 0; i < 20; i++) await throttle.attempt('li', '10.0.0.1', start, busy).catch(() => {})
    expect((await throttle.attempt('li', '10.0.0.1', start, wrong)).waitMs).toBe(0)
  })

  test('the addresses of one IPv6 subscriber count as one', async () => {
    const throttle = createPasswordThrottle(memoryState())
    const addresses = Array.from({ length: 6 }, (_, i) => `2001:db8:1:2:${i}::1`)
    const all: number[] = []
    for (const address of addresses) all.push((await throttle.attempt('li', address, start, wrong)).waitMs)
    expect(all).toEqual([0, 0, 0, 0, 0, 30_000])
    expect((await throttle.attempt('li', '2001:db8:1:3::1', start, wrong)).waitMs).toBe(0)
  })
})
