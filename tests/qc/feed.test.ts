import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq, inArray } from 'drizzle-orm'
import { createApp } from '#server/app'
import { readSettings } from '#server/env'
import { createFeed, type Feed, type KpiOf } from '#server/qc/feed/hub'
import { startServer, type Running } from '#server/main'
import { lastEventId, MAX_MISSED, publishEvents, type FeedEvent } from '#server/qc/feed/queries'
import { statuses } from '#shared/constants'
import type { PermissionTag } from '#shared/permissions'
import type { Store } from '#server/platform/store/index'
import { startApp, type App } from '../support/app'
import { done, withScope } from '../support/qc/plant'
import { listening, recordOf, signalOf, type Listening } from '../support/stream'
import { until } from '../support/until'

/** What is told live: to whom, in which order, and for how long. */
const given = { mode: 'ephemeral', captcha: 'never', logRequests: false } as const
const BEAT_MS = 30
/** A beat that does not come during a test. */
const NEVER_MS = 3_600_000

let app: App
let productId: number
let otherId: number
let deptIds: number[]
const open: Listening[] = []
const feeds: Feed[] = []

beforeAll(async () => {
  app = await startApp()
  const admin = await app.signedIn('*:*:*')
  const made = async (path: string, body: object): Promise<number> => done(await admin.post(path, body))
  const line = (code: string) => ({ code, name: code, nameEn: code, tz: 'Asia/Shanghai', dayStartMin: 0, shifts: [] })
  productId = await made('/qc/product', line('c21'))
  otherId = await made('/qc/product', line('d34'))
  deptIds = [
    await made('/dept', { parentId: 0, deptName: '一车间' }),
    await made('/dept', { parentId: 0, deptName: '二车间' }),
  ]
})
afterEach(async () => {
  for (const one of open.splice(0)) await one.leave()
  for (const feed of feeds.splice(0)) feed.close()
})
afterAll(() => app.close())

type Changed = Partial<{
  sessionIdleMs: number
  maxStreams: number
  maxStreamsPerUser: number
  kpiOf: KpiOf
  heartbeatMs: number
  patienceMs: number
  store: Store
}>

/** A server on the database of the tests, as after a restart. */
function serve({ kpiOf, patienceMs, store = app.store, heartbeatMs = BEAT_MS, ...changed }: Changed = {}) {
  const settings = readSettings({}, { ...given, ...changed })
  const feed = createFeed({ store, settings, heartbeatMs, ...(kpiOf && { kpiOf }), ...(patienceMs && { patienceMs }) })
  feeds.push(feed)
  const server = createApp({ store: app.store, settings, feed })
  const ask = (token: string, { product, lastId }: { product?: string; lastId?: number | string } = {}) =>
    server.request(`/api/v1/qc/stream${product ? `?product=${product}` : ''}`, {
      headers: { authorization: `Bearer ${token}`, ...(lastId !== undefined && { 'last-event-id': String(lastId) }) },
    })
  async function listen(...asked: Parameters<typeof ask>) {
    const response = await ask(...asked)
    expect(response.status).toBe(200)
    const one = listening(response)
    open.push(one)
    await one.begun()
    return one
  }
  return { feed, server, ask, listen }
}

const told = (...events: FeedEvent[]) => app.store.tx((db) => publishEvents(app.store, db, events))
const of = (product: number, deptId: number | null = null, operatorId = 1) => ({
  productId: product,
  deptId,
  operatorId,
})

/** Somebody of a department whose role has a data scope. */
const somebody = async (dataScope: string, dept: number | null, ...tags: PermissionTag[]) =>
  withScope(app, await app.signedIn(...tags), dataScope, dept)

/** Somebody who sees the records of everybody. */
const reader = (...tags: PermissionTag[]) =>
  somebody('1', null, ...(tags.length > 0 ? tags : (['qc:record:list'] as const)))

describe('who hears of what (api-contract §17)', () => {
  const reading: PermissionTag[] = ['qc:record:list', 'qc:signal:list']
  type Row = [
    who: string,
    scope: string,
    dept: 0 | 1 | null,
    tags: PermissionTag[],
    product: string | undefined,
    heard: string,
  ]
  test.each<Row>([
    ['somebody who sees everything, of all lines', '1', null, reading, undefined, 'A1 A1! B1 A2 own'],
    ['the same, of one line', '1', null, reading, 'c21', 'A1 A1! B1 own'],
    ['the same, in another letter case', '1', null, reading, 'C21', 'A1 A1! B1 own'],
    ['somebody of one department', '3', 0, reading, 'c21', 'A1 A1!'],
    ['somebody of another, who is told nothing of the first', '3', 1, reading, 'c21', 'B1'],
    ['somebody who sees their own records', '5', 0, reading, 'c21', 'own'],
    ['somebody in no department', '3', null, reading, 'c21', 'own'],
    ['who may read records alone', '1', null, ['qc:record:list'], 'c21', 'A1 B1 own'],
    ['who may read signals alone', '1', null, ['qc:signal:list'], 'c21', 'A1!'],
    ['who may see charts', '1', null, ['qc:analysis:list'], 'c21', 'A1 A1! B1 own'],
    ['who may see the wall', '1', null, ['qc:bigscreen:list'], 'c21', 'A1 A1! B1 own'],
  ])('%s', async (_, scope, dept, tags, product, heard) => {
    const one = await somebody(scope, dept === null ? null : deptIds[dept]!, ...tags)
    const { listen } = serve()
    const stream = await listen(one.token, product ? { product } : {})
    const [first, second] = deptIds
    await told(
      recordOf('A1', of(productId, first)),
      signalOf(recordOf('A1', of(productId, first))),
      recordOf('B1', of(productId, second)),
      recordOf('A2', of(otherId, first)),
      recordOf('own', of(productId, null, one.userId)),
    )
    const last = await lastEventId(app.store)
    await stream.until(({ event, id }) => event === 'heartbeat' && id === last)
    const events = stream.heard.filter(({ event }) => event !== 'heartbeat')
    const names = events.map(({ event, data }) => (event === 'signal' ? 'A1!' : data.recordNo))
    expect(names.filter((name) => heard.includes('A2') || name !== 'A2').join(' ')).toBe(heard)
  })

  test('an event says its id, its kind and its data; the stream is no envelope, and nobody keeps it', async () => {
    const { ask } = serve()
    const response = await ask((await reader()).token, { product: 'c21' })
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    })
    const stream = listening(response)
    open.push(stream)
    await stream.begun()
    await told(recordOf('C21-1', of(productId)))
    const { id, data } = await stream.until(({ event }) => event === 'record')
    expect(id).toBe(await lastEventId(app.store))
    expect(data).toEqual({
      qcValueBaseId: expect.any(Number),
      recordNo: 'C21-1',
      product: `p${productId}`,
      templateId: 1,
      status: 'submitted',
      judgement: 'OK',
    })
  })

  test('what is taken back before it is committed is told to nobody', async () => {
    const { listen } = serve()
    const stream = await listen((await reader()).token)
    const failing = app.store.tx(async (db) => {
      await publishEvents(app.store, db, [recordOf('never', of(productId))])
      throw new Error('taken back')
    })
    await expect(failing).rejects.toThrow('taken back')
    await told(recordOf('later', of(productId)))
    await stream.until(({ data }) => data.recordNo === 'later')
    expect(stream.records()).toEqual(['later'])
  })

  test('HEAD opens nothing', async () => {
    const { server, feed } = serve()
    const { token } = await reader()
    const headers = { authorization: `Bearer ${token}` }
    const { status } = await server.request('/api/v1/qc/stream', { method: 'HEAD', headers })
    expect([status, feed.size()]).toEqual([200, 0])
  })

  test.each([
    ['without a token', undefined, '', 401],
    ['without the right', [], '', 403],
    ['of a line that there is not', ['qc:record:list'], '?product=x99', 404],
    ['of a line whose code is too long', ['qc:record:list'], `?product=${'x'.repeat(33)}`, 400],
  ] as const)('%s: a true status, whatever the settings', async (_, tags, query, status) => {
    const token = tags && (await app.signedIn(...tags)).token
    const { server } = serve()
    const headers = { 'x-envelope-status': '200', ...(token && { authorization: `Bearer ${token}` }) }
    const response = await server.request(`/api/v1/qc/stream${query}`, { headers })
    expect([response.status, (await response.json()).code]).toEqual([status, status])
  })
})

describe('whoever comes back goes on where they were', () => {
  test('a page knows from where it has to hear, and learns nothing of it where it may not hear', async () => {
    await told(recordOf('before', of(productId)))
    const { token, get } = await reader()
    const { data: page } = await get('/getinfo')
    await told(recordOf('while it loads', of(productId)))
    const stream = await serve().listen(token, { lastId: page.lastEventId })
    await told(recordOf('later', of(productId)))
    await stream.until(({ data }) => data.recordNo === 'later')
    expect(stream.records()).toEqual(['while it loads', 'later'])
    const stranger = await app.signedIn('admin:sysRole:list')
    expect((await stranger.get('/getinfo')).data).not.toHaveProperty('lastEventId')
  })

  test('without a gap and nothing twice, over a restart of the server', async () => {
    const { token } = await reader()
    const before = serve()
    const first = await before.listen(token, { product: 'c21' })
    await told(recordOf('1', of(productId)), recordOf('x', of(otherId)), recordOf('2', of(productId)))
    await first.until(({ data }) => data.recordNo === '2')
    before.feed.close()
    await first.over
    await told(recordOf('3', of(productId)), recordOf('y', of(otherId)))
    const after = serve()
    await told(recordOf('4', of(productId)))
    const second = await after.listen(token, { product: 'c21', lastId: first.heard.findLast(({ id }) => id)!.id! })
    await told(recordOf('5', of(productId)))
    await second.until(({ data }) => data.recordNo === '5')
    expect([...first.records(), ...second.records()]).toEqual(['1', '2', '3', '4', '5'])
  })

  test('after the database has left a question of the feed without an answer: it is given up in time', async () => {
    const { token } = await reader()
    const answered = Promise.withResolvers<void>()
    let isLost = false
    const builder = new Proxy(app.store.db, {})
    const store: Store = {
      ...app.store,
      builderFor: <Db>() => builder as Db,
      prepared(query) {
        const run = app.store.prepared(query)
        return async (...given) => {
          if (isLost) await answered.promise
          return run(...given)
        }
      },
    }
    const { listen } = serve({ store, patienceMs: 10_000, heartbeatMs: NEVER_MS })
    const first = await listen(token, { product: 'c21' })
    await told(recordOf('1', of(productId)))
    await first.until(({ data }) => data.recordNo === '1')
    isLost = true
    await told(recordOf('2', of(productId)))
    await first.over
    isLost = false
    const second = await listen(token, { product: 'c21', lastId: first.heard.findLast(({ id }) => id)!.id! })
    answered.resolve()
    await told(recordOf('3', of(productId)))
    await second.until(({ data }) => data.recordNo === '3')
    expect([first.records(), second.records()]).toEqual([['1'], ['2', '3']])
  })

  test('while others write all the time', async () => {
    const { token } = await reader()
    const { listen } = serve()
    const numbers = Array.from({ length: 60 }, (_, n) => `n${n}`)
    const heard: string[] = []
    let lastId: number | undefined
    const anchor = await lastEventId(app.store)
    const writing = (async () => {
      for (const number of numbers) {
        await told(recordOf(number, of(productId)))
        await Bun.sleep(3)
      }
    })()
    while (heard.at(-1) !== numbers.at(-1)) {
      const stream = await listen(token, { product: 'c21', lastId: lastId ?? anchor })
      await stream.until(({ event }) => event === 'record')
      await stream.leave()
      await stream.over
      heard.push(...stream.records())
      lastId = stream.heard.findLast(({ id }) => id)!.id
    }
    await writing
    expect(heard).toEqual(numbers.slice(numbers.indexOf(heard[0]!)))
    expect(numbers.indexOf(heard[0]!)).toBeLessThanOrEqual(1)
  })

  test.each<[what: string, lastId: () => Promise<number | string>]>([
    ['who is ahead of us, as after a backup was restored', async () => (await lastEventId(app.store)) + 1],
    ['who brings nonsense', async () => 'x'],
    ['who brings a number beyond all ids', async () => '999999999999999'],
    [
      'who has missed more than can be told',
      async () => {
        const before = await lastEventId(app.store)
        await told(...Array.from({ length: MAX_MISSED + 1 }, (_, n) => recordOf(`m${n}`, of(productId))))
        return before
      },
    ],
    [
      'who was away for so long that it is forgotten',
      async () => {
        const before = await lastEventId(app.store)
        for (let times = 0; times < 21; times++) {
          await told(...Array.from({ length: 500 }, (_, n) => recordOf(`f${n}`, of(otherId))))
        }
        const kept = await app.store.db.select({ id: app.store.t.outbox.outboxId }).from(app.store.t.outbox)
        expect(kept.length).toBeGreaterThanOrEqual(10_000)
        expect(kept.length).toBeLessThan(10_500)
        return before
      },
    ],
  ])('%s is told to read everything anew', async (_, lastIdOf) => {
    const lastId = await lastIdOf()
    const { listen } = serve()
    const stream = await listen((await reader()).token, { product: 'c21', lastId })
    expect(stream.heard[0]).toEqual({ event: 'reset', id: await lastEventId(app.store), data: {} })
    expect(stream.records()).toEqual([])
    await told(recordOf('next', of(productId)))
    await stream.until(({ data }) => data.recordNo === 'next')
  })

  test('who has missed as much as can be told is told all of it', async () => {
    const before = await lastEventId(app.store)
    await told(...Array.from({ length: MAX_MISSED }, (_, n) => recordOf(`all${n}`, of(productId))))
    const stream = await serve().listen((await reader()).token, { product: 'c21', lastId: before })
    await stream.until(({ data }) => data.recordNo === `all${MAX_MISSED - 1}`)
    expect(stream.records()).toHaveLength(MAX_MISSED)
  })

  test('so is who brings nonsense where nothing was told yet', async () => {
    const { outbox } = app.store.t
    await app.store.tx((db) => db.delete(outbox))
    const stream = await serve().listen((await reader()).token, { product: 'c21', lastId: 'x' })
    expect(stream.heard[0]).toMatchObject({ event: 'reset' })
  })

  test('so is who listens while more comes in at once than can be told', async () => {
    const { listen } = serve()
    const stream = await listen((await reader()).token)
    await told(...Array.from({ length: MAX_MISSED + 1 }, (_, n) => recordOf(`i${n}`, of(productId))))
    await stream.until(({ event }) => event === 'reset')
    expect(stream.records()).toEqual([])
  })
})

describe('a stream ends', () => {
  type Ends = (one: Awaited<ReturnType<typeof somebody>>) => Promise<unknown>
  const change = (work: Parameters<typeof app.store.tx>[0]) => app.store.tx(work)
  test.each<[when: string, ends: Ends]>([
    ['they sign out', (one) => one.post('/logout', {})],
    [
      'an administrator ends their session',
      (one) =>
        change(async (db) => {
          const { sessions } = app.store.t
          await db.update(sessions).set({ revokedAt: 1 }).where(eq(sessions.userId, one.userId))
        }),
    ],
    [
      'they are disabled',
      ({ userId }) => {
        const { users } = app.store.t
        return change((db) => db.update(users).set({ status: statuses.off }).where(eq(users.userId, userId)))
      },
    ],
    [
      'their role may see something else',
      ({ roleKey }) => {
        const { roles } = app.store.t
        return change((db) => db.update(roles).set({ dataScope: '3', updatedAt: 5 }).where(eq(roles.roleKey, roleKey)))
      },
    ],
    [
      'a permission is taken from their role',
      ({ roleKey }) => {
        const { roleMenus, roles } = app.store.t
        const own = app.store.db.select({ roleId: roles.roleId }).from(roles).where(eq(roles.roleKey, roleKey))
        return change((db) => db.delete(roleMenus).where(inArray(roleMenus.roleId, own)))
      },
    ],
    [
      'their role is taken from them',
      ({ userId }) => {
        const { userRoles } = app.store.t
        return change((db) => db.delete(userRoles).where(eq(userRoles.userId, userId)))
      },
    ],
    [
      'they move to another department',
      ({ userId }) => {
        const { users } = app.store.t
        return change((db) => db.update(users).set({ deptId: deptIds[1]! }).where(eq(users.userId, userId)))
      },
    ],
  ])('at once when %s (S7, S31)', async (_, ends) => {
    const one = await somebody('4', deptIds[0]!, 'qc:record:list')
    const other = await reader()
    const { listen, feed } = serve({ heartbeatMs: NEVER_MS })
    const [stream, stays] = [await listen(one.token), await listen(other.token)]
    await ends(one)
    await stream.over
    expect(feed.size()).toBe(1)
    await told(recordOf('after', of(productId)))
    await stays.until(({ data }) => data.recordNo === 'after')
  })

  test('when their session was not used for too long, however long they listen', async () => {
    const { token } = await reader()
    const { listen, feed } = serve({ sessionIdleMs: 15_000, heartbeatMs: NEVER_MS }) // so long a busy machine may need to begin
    const stream = await listen(token)
    expect(feed.size()).toBe(1)
    await stream.over
  })

  test.each<[when: string, ends: (tokenId: number) => Promise<unknown>]>([
    ['is revoked', async (tokenId) => (await app.signedIn('*:*:*')).delete(`/sys-token/${tokenId}`, {})],
    [
      'has lost a scope',
      (tokenId) => {
        const { apiTokens, users } = app.store.t
        return change(async (db) => {
          await db.update(apiTokens).set({ scopes: '["qc:lot:list"]' }).where(eq(apiTokens.tokenId, tokenId))
          await db.update(users).set({ status: statuses.on }) // which says that somebody's rights have changed
        })
      },
    ],
  ])('of a program when its token %s', async (_, ends) => {
    const owner = await reader()
    const admin = await app.signedIn('*:*:*')
    const input = { name: '看板', username: owner.roleKey, scopes: ['qc:record:list'] }
    const { token, apiToken } = done(await admin.post('/sys-token', input))
    const { listen } = serve({ heartbeatMs: NEVER_MS })
    const stream = await listen(token)
    await told(recordOf('heard', of(productId)))
    await stream.until(({ data }) => data.recordNo === 'heard')
    await ends(apiToken.tokenId)
    await stream.over
  })

  test('when their token was swapped for another, with which they come again', async () => {
    const { token } = await reader()
    const stream = await serve().listen(token)
    expect((await app.anyone.post('//refreshtoken', { token })).code).toBe(200)
    await stream.over
  })
})

describe('bounds (S90, S92)', () => {
  test('so many of one user; whoever leaves makes room', async () => {
    const { ask, listen, feed } = serve({ maxStreamsPerUser: 2 })
    const [one, other] = [await reader(), await reader()]
    const first = await listen(one.token)
    await listen(one.token)
    const third = await ask(one.token)
    expect([third.status, third.headers.get('retry-after'), (await third.json()).code]).toEqual([429, '10', 429])
    await listen(other.token)
    await first.leave()
    await listen(one.token)
    expect(feed.size()).toBe(3)
  })

  test('so many in all', async () => {
    const { ask, listen } = serve({ maxStreams: 1 })
    const [one, other] = [await reader(), await reader()]
    const first = await listen(one.token)
    expect((await ask(other.token)).status).toBe(429)
    await first.leave()
    await listen(other.token)
  })

  test('five hundred clients that come and go over the network are noticed and released', async () => {
    const { token } = await reader()
    const { server, feed } = serve({ maxStreamsPerUser: 1000, heartbeatMs: 60_000 })
    using listener = Bun.serve({ hostname: '127.0.0.1', port: 0, fetch: (request) => server.fetch(request, {}) })
    const sockets = await Promise.all(Array.from({ length: 500 }, () => openStream(listener.port!, token)))
    expect(feed.size()).toBe(500)
    for (const socket of sockets) socket.destroy()
    await until(() => feed.size() === 0)
  })

  test('a client that does not read is dropped, and holds nobody up', async () => {
    const { token } = await reader()
    const { server, feed } = serve({ heartbeatMs: 60_000 })
    using listener = Bun.serve({ hostname: '127.0.0.1', port: 0, fetch: (request) => server.fetch(request, {}) })
    const slow = await openStream(listener.port!, token)
    slow.pause()
    const reading = await fetch(`${listener.url}api/v1/qc/stream`, { headers: { authorization: `Bearer ${token}` } })
    const other = listening(reading)
    await other.begun()
    const long = 'x'.repeat(200_000)
    let sent = 0
    while (feed.size() > 1) {
      await told(recordOf(`${sent}${long}`, of(productId)))
      await other.until(({ data }) => data.recordNo === `${sent}${long}`)
      sent += 1
      expect(sent).toBeLessThan(100)
    }
    await told(recordOf('last', of(productId)))
    await other.until(({ data }) => data.recordNo === 'last')
    slow.destroy()
    await other.leave()
  })
})

/** A client that asked and was answered the head and the first event. */
const openStream = (port: number, token: string) =>
  new Promise<ReturnType<typeof connect>>((resolve, reject) => {
    const socket = connect(port, '127.0.0.1')
    socket.on('error', reject)
    socket.write(`GET /api/v1/qc/stream HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\n\r\n`)
    socket.on('data', (data) => String(data).includes('heartbeat') && resolve(socket))
  })

describe('figures of a product line', () => {
  test('are told after what changed them, once a second at most, to all who may look at the wall', async () => {
    const asked: number[] = []
    const kpiOf: KpiOf = async (_, id, scope) => ({ recordsToday: scope ? 1000 : asked.push(id) })
    const { listen } = serve({ kpiOf })
    const wall = await listen((await reader('qc:bigscreen:list')).token, { product: 'c21' })
    const scoped = await somebody('3', deptIds[0]!, 'qc:bigscreen:list')
    const within = await listen(scoped.token, { product: 'c21' })
    const others = [
      await listen((await reader()).token, { product: 'c21' }),
      await listen((await reader('qc:bigscreen:list')).token, { product: 'd34' }),
    ]
    const first = performance.now()
    for (const number of ['1', '2', '3']) {
      await told(recordOf(number, of(productId)))
      await wall.until(({ data }) => data.recordNo === number)
    }
    const kpi = await wall.until(({ event, data }) => event === 'kpi' && data.recordsToday === 2)
    expect(performance.now() - first).toBeGreaterThan(990)
    expect(kpi).toEqual({ event: 'kpi', data: { recordsToday: 2 } })
    expect(asked).toEqual([productId, productId])
    expect(others.flatMap(({ heard }) => heard).filter(({ event }) => event === 'kpi')).toEqual([])
    // of their own records, when something happened to one of those (S33)
    expect(within.heard.filter(({ event }) => event !== 'heartbeat')).toEqual([])
    await told(recordOf('4', of(productId, deptIds[0]!)))
    await within.until(({ event, data }) => event === 'kpi' && data.recordsToday === 1000)
    await wall.until(({ event, data }) => event === 'kpi' && data.recordsToday === 3)
    expect(wall.heard.filter(({ data }) => data.recordsToday === 1000)).toEqual([])
  })
})

describe('when the server stops (S95)', () => {
  let running: Running | undefined
  afterEach(() => running?.stop())

  test('streams are ended and hold nothing up; who comes back later goes on', async () => {
    const site = await mkdtemp(join(tmpdir(), 'caliper-stream-'))
    await Bun.write(join(site, 'index.html'), '<title>Caliper</title>')
    const { token } = await reader()
    const settings = readSettings({}, { ...given, port: 0 })
    const store = { ...app.store, close: async () => {} } // the tests go on with it
    const start = async () => {
      running = await startServer({ settings, site, open: async () => store })
      await running.ready
      return running.url
    }
    const ask = async (url: string, lastId?: number) => {
      const headers = { authorization: `Bearer ${token}`, ...(lastId && { 'last-event-id': String(lastId) }) }
      const stream = listening(await fetch(`${url}/api/v1/qc/stream`, { headers }))
      await stream.begun()
      return stream
    }
    const stream = await ask(await start())
    const { id } = stream.heard[0]!
    const began = performance.now()
    await running!.stop()
    expect(performance.now() - began).toBeLessThan(5000)
    await stream.over
    await told(recordOf('meanwhile', of(productId)))
    const again = await ask(await start(), id)
    expect(again.records()).toEqual(['meanwhile'])
    await again.leave()
    await rm(site, { recursive: true })
  })
})
