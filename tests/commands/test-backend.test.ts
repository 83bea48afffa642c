import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { hostname } from 'node:os'
import { spawnCommand } from '../support/commands'
import { startBackend, stopBackend, type Backend } from '../support/backend'
import { testFolder } from '../support/folder'
import { listening } from '../support/stream'

/** `serve --ephemeral` as the backend of tests of other programs. */
const TIMEOUT_MS = 120_000
const role = { roleName: 'Night shift', roleKey: 'night', roleSort: 9, status: '2', menuIds: [] }
const origin = 'http://localhost:5173'

let backend: Backend
beforeAll(async () => {
  backend = await startBackend(['--allow-origin', origin])
}, TIMEOUT_MS)
afterAll(() => stopBackend(backend))
beforeEach(() => backend.reset())

const countOfRoles = async (token: string | undefined) => (await backend.api('GET', '/role', { token })).data.count
const failSignIn = () => backend.api('POST', '/login', { body: { username: 'admin', password: 'wrong' } })

describe('a reset', () => {
  test('takes back what was written, and gives the same ids again', async () => {
    const token = await backend.signIn()
    const before = await countOfRoles(token)
    const made = await backend.api('POST', '/role', { token, body: role })
    await backend.reset()
    const again = await backend.signIn()
    expect(await countOfRoles(again)).toBe(before)
    expect((await backend.api('POST', '/role', { token: again, body: role })).data).toBe(made.data)
  })

  test('ends sessions', async () => {
    const token = await backend.signIn()
    await backend.reset()
    expect((await backend.api('GET', '/getinfo', { token })).code).toBe(401)
  })

  test('forgets failed sign-ins', async () => {
    const codes = new Set<number>()
    for (let tries = 0; tries < 7; tries++) codes.add((await failSignIn()).code)
    expect([...codes]).toEqual([400, 429])
    await backend.reset()
    expect(await backend.signIn()).toBeString()
  })

  test('forgets QR codes for signing in', async () => {
    const { state } = (await backend.api('GET', '/wechat/crop-qrcode')).data
    const asked = async () => (await backend.api('GET', `/wechat/crop-qrcode/${state}`)).data.status
    expect(await asked()).toBe('waiting')
    await backend.reset()
    expect(await asked()).toBe('gone')
  })

  test('forgets the keys of writes', async () => {
    const headers = { 'idempotency-key': 'a-key-of-sixteen-characters' }
    const write = async (roleKey: string) =>
      backend.api('POST', '/role', { token: await backend.signIn(), headers, body: { ...role, roleKey } })
    expect((await write('night')).code).toBe(200)
    await backend.reset()
    expect((await write('day')).code).toBe(200)
  })

  test('ends the live feed, and sent messages, failures and the clock are as at the start', async () => {
    const token = await backend.signIn()
    const stream = listening(
      await fetch(`${backend.url}/api/v1/qc/stream`, { headers: { authorization: `Bearer ${token}` } }),
    )
    await stream.until(({ event }) => event === 'heartbeat')
    await backend.ask('POST', '/fault', { path: '/api/v1/*', code: 503, times: 'always' })
    await backend.ask('POST', '/clock', { set: '2031-01-01T00:00:00Z', frozen: true })
    await backend.reset()
    await stream.over
    expect((await backend.ask('GET', '/fault')).data).toEqual([])
    expect((await backend.ask('GET', '/clock')).data).toMatchObject({ isReal: true, isFrozen: false })
    expect((await backend.ask('GET', '/messages')).data).toEqual([])
  })

  test('lets nothing of a request in that was sent before', async () => {
    const token = await backend.signIn()
    await backend.ask('POST', '/snapshot', { name: 'signed-in' })
    await backend.ask('POST', '/fault', { path: '/api/v1/role', method: 'POST', latencyMs: 10_000 })
    const late = backend.api('POST', '/role', { token, body: role }).catch(() => 'broken off')
    while ((await backend.ask('GET', '/fault')).data.length > 0) await Bun.sleep(5)
    await backend.ask('POST', '/restore', { name: 'signed-in' })
    const before = await countOfRoles(token)
    expect(await late).toBe('broken off')
    expect(await countOfRoles(token)).toBe(before)
  })

  test(
    'holds a hundred and fifty times in a row',
    async () => {
      const before = await countOfRoles(await backend.signIn())
      for (let round = 0; round < 150; round++) expect((await backend.reset()).code).toBe(200)
      expect(await countOfRoles(await backend.signIn())).toBe(before)
    },
    TIMEOUT_MS,
  )

  test(
    'holds fifty times while others read and write',
    async () => {
      const before = await countOfRoles(await backend.signIn())
      const codes = new Set<number>()
      const over = new AbortController()
      const others = Array.from({ length: 4 }, async () => {
        while (!over.signal.aborted) {
          const token = await backend.signIn()
          codes.add((await backend.api('POST', '/role', { token, body: role })).code)
          codes.add((await backend.api('GET', '/role', { token })).code)
        }
      })
      for (let round = 0; round < 50; round++) expect((await backend.reset()).code).toBe(200)
      over.abort()
      await Promise.all(others)
      // done; of a session that a reset has ended; the same role twice
      expect([...codes].filter((code) => ![200, 401, 409].includes(code))).toEqual([])
      await backend.reset()
      expect(await countOfRoles(await backend.signIn())).toBe(before)
    },
    TIMEOUT_MS,
  )
})

describe('a snapshot', () => {
  test('brings back data, sessions and the time at which it was made', async () => {
    const token = await backend.signIn()
    await backend.ask('POST', '/clock', { set: '2030-05-01T08:00:00Z', frozen: true })
    const signedIn = await backend.signIn()
    await backend.api('POST', '/role', { token: signedIn, body: role })
    expect((await backend.ask('POST', '/snapshot', { name: 'one-role' })).data.name).toBe('one-role')
    const count = await countOfRoles(signedIn)

    await backend.reset()
    expect((await backend.api('GET', '/getinfo', { token })).code).toBe(401)
    const restored = await backend.ask('POST', '/restore', { name: 'one-role' })
    expect(restored.data.clock).toEqual({ now: '2030-05-01T08:00:00.000Z', isFrozen: true, isReal: false })
    expect(await countOfRoles(signedIn)).toBe(count)
    expect((await backend.ask('GET', '/snapshot')).data).toContainEqual({ name: 'one-role' })
  })

  test('that was never made is not found', async () => {
    expect((await backend.ask('POST', '/restore', { name: 'never' })).code).toBe(404)
    expect((await backend.ask('POST', '/snapshot', { name: '../x' })).code).toBe(400)
  })
})

describe('the clock', () => {
  test('ends a session at once', async () => {
    const token = await backend.signIn()
    expect((await backend.api('GET', '/getinfo', { token })).code).toBe(200)
    await backend.ask('POST', '/clock', { advanceMs: 31 * 60_000 })
    expect((await backend.api('GET', '/getinfo', { token })).code).toBe(6401)
  })

  test('stands still when it is told to, and runs on afterwards', async () => {
    const set = { set: '2030-01-01T00:00:00Z' }
    expect((await backend.ask('POST', '/clock', { ...set, frozen: true })).data.now).toBe('2030-01-01T00:00:00.000Z')
    const token = await backend.signIn()
    const { createdAt } = (await backend.api('GET', '/user/session', { token })).data.list?.[0] ?? {}
    if (createdAt !== undefined) expect(createdAt).toStartWith('2030-01-01T00:00:00')
    expect((await backend.ask('GET', '/clock')).data.now).toBe('2030-01-01T00:00:00.000Z')
    expect((await backend.ask('POST', '/clock', { frozen: false })).data.isFrozen).toBe(false)
    expect((await backend.ask('POST', '/clock', { real: true })).data.isReal).toBe(true)
  })

  test.each([{ set: 'tomorrow' }, { advanceMs: 'long' }, { now: 1 }])('refuses %p', async (change) => {
    expect((await backend.ask('POST', '/clock', change)).code).toBe(400)
  })
})

describe('a failure', () => {
  const role = '/api/v1/role'

  test.each([
    ['a code', { code: 409 }, 409, 409],
    ['the end of a session', { code: 6401 }, 401, 6401],
    ['a status', { status: 502 }, 502, 502],
    ['both', { status: 418, code: 500 }, 418, 500],
  ])('by %s', async (_, fault, status, code) => {
    await backend.ask('POST', '/fault', { path: role, msg: 'as asked', headers: { 'retry-after': '7' }, ...fault })
    const answer = await backend.send('GET', role)
    expect([answer.status, answer.code, answer.msg]).toEqual([status, code, 'as asked'])
    expect(answer.headers.get('retry-after')).toBe('7')
    expect((await backend.send('GET', role)).code).toBe(401) // once
  })

  test('comes so many times, for one method, at paths that fit', async () => {
    await backend.ask('POST', '/fault', { path: '/api/v1/ro*', method: 'GET', code: 503, times: 2 })
    expect((await backend.send('POST', role, { body: {} })).code).toBe(401)
    expect((await backend.send('GET', '/api/v1/post')).code).toBe(401)
    const codes = [await backend.send('GET', role), await backend.send('GET', role), await backend.send('GET', role)]
    expect(codes.map(({ code }) => code)).toEqual([503, 503, 401])
  })

  test('comes always, until it is taken back', async () => {
    await backend.ask('POST', '/fault', { path: role, code: 500, times: 'always' })
    for (let round = 0; round < 5; round++) expect((await backend.send('GET', role)).code).toBe(500)
    expect((await backend.ask('GET', '/fault')).data).toMatchObject([{ path: role, hits: 5 }])
    await backend.ask('DELETE', '/fault')
    expect((await backend.send('GET', role)).code).toBe(401)
  })

  test('is a delay', async () => {
    const since = performance.now()
    await backend.ask('POST', '/fault', { path: role, latencyMs: 300 })
    expect((await backend.send('GET', role)).code).toBe(401)
    expect(performance.now() - since).toBeGreaterThan(299)
  })

  test('is a lost request, or a lost answer to what was done', async () => {
    const token = await backend.signIn()
    const before = await countOfRoles(token)
    const write = (drop: string) =>
      backend.api('POST', '/role', {
        token,
        body: { roleName: 'Night', roleKey: 'night', roleSort: 9, status: '2', menuIds: [] },
        headers: { ...backend.known, 'x-caliper-fault': `drop=${drop}` },
      })
    await expect(write('request')).rejects.toThrow()
    expect(await countOfRoles(token)).toBe(before)
    await expect(write('answer')).rejects.toThrow()
    while ((await countOfRoles(token)) === before) await Bun.sleep(10)
  })

  test('is asked for by a header of the request', async () => {
    const asked = (fault: string, headers = {}) =>
      backend.send('GET', role, { headers: { 'x-caliper-fault': fault, ...headers } })
    expect((await asked('code=409', backend.known)).code).toBe(409)
    expect((await asked('code=409')).code).toBe(403)
    expect((await asked('nonsense', backend.known)).code).toBe(400)
  })

  test('is read by a page of an allowed origin', async () => {
    await backend.ask('POST', '/fault', { path: role, code: 503 })
    const answer = await backend.send('GET', role, { headers: { origin } })
    expect([answer.code, answer.headers.get('access-control-allow-origin')]).toEqual([503, origin])
  })
})

describe('messages', () => {
  test('that were sent by mail and WeCom are read', async () => {
    const token = await backend.signIn()
    const { userId } = (await backend.api('GET', '/getinfo', { token })).data
    for (const channel of ['email', 'wecom']) {
      const rule = { ruleName: channel, event: 'recordNg', channel, receiver: 'user', userId, language: 'en' }
      const made = await backend.api('POST', '/qc/notification-rule', { token, body: rule })
      const sent = await backend.api('POST', `/qc/notification-rule/${made.data}/test`, { token })
      expect([channel, sent.code, sent.data.state ?? sent.data]).toEqual([channel, 200, expect.anything()])
    }
    const { data } = await backend.ask('GET', '/messages')
    expect(data.map(({ kind }: { kind: string }) => kind).toSorted()).toEqual(['email', 'wecom'])
    expect(data[0]).toEqual({
      at: expect.stringMatching(/^\d{4}-.*Z$/),
      kind: expect.any(String),
      to: expect.any(String),
      title: expect.any(String),
      text: expect.any(String),
    })
  })
})

const routes = ['/reset', '/snapshot', '/restore', '/clock', '/fault', '/messages']

describe('who may ask (S56)', () => {
  test.each(routes)('%s is refused without the key, with another, and under a foreign name', async (path) => {
    const method = path === '/messages' ? 'GET' : 'POST'
    const { header, key } = backend.test
    for (const headers of [{}, { [header]: 'x'.repeat(key.length) }, { [header]: key, host: 'rebound.example' }]) {
      const answer = await backend.send(method, `/__test${path}`, { headers })
      expect([answer.code, answer.status]).toEqual([403, 403])
    }
  })

  test(
    'each start has another key',
    async () => {
      const other = await startBackend()
      expect(other.test.key).not.toBe(backend.test.key)
      expect(other.test.key).toMatch(/^[\w-]{43}$/)
      await stopBackend(other)
    },
    TIMEOUT_MS,
  )

  test(
    'with --host also under the name of the machine; passwords are random then',
    async () => {
      const open = await startBackend(['--host', '0.0.0.0'])
      const [admin] = open.accounts
      expect(admin!.password).not.toBe('caliper-demo')
      expect(await open.signIn()).toBeUndefined()
      expect(await open.signIn('admin', admin!.password)).toBeString()
      const asked = (host: string) => open.send('GET', '/__test/clock', { headers: { ...open.known, host } })
      expect((await asked(hostname())).code).toBe(200)
      expect((await asked('localhost')).code).toBe(200)
      expect((await asked('rebound.example')).code).toBe(403)
      expect(await stopBackend(open)).toBe(0)
    },
    TIMEOUT_MS,
  )

  test.each([
    ['serve', /"event":"started".*?"url":"([^"]+)"/],
    ['demo --empty', /Open +(http:\S+)/],
  ])(
    'nobody in caliper %s, which does not know it (S104)',
    async (line, ready) => {
      const server = spawnCommand([process.execPath, 'server/commands/caliper.ts', ...line.split(' '), '--port', '0'], {
        env: { CALIPER_DATA_DIR: testFolder() },
      })
      const [, url] = await server.says(ready)
      for (const path of routes) {
        for (const method of ['GET', 'POST']) {
          const answer = await fetch(`${url}/__test${path}`, { method, headers: backend.known })
          expect([path, method, answer.status]).toEqual([path, method, 404])
        }
      }
      const headers = { ...backend.known, 'x-caliper-fault': 'code=503' }
      expect((await fetch(`${url}/api/v1/role`, { headers })).status).toBe(401)
      server.kill('SIGTERM')
      expect(await server.ended()).toBe(0)
    },
    TIMEOUT_MS,
  )
})
