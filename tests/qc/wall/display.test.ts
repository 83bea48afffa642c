import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { and, eq, ne } from 'drizzle-orm'
import { statuses } from '#shared/constants'
import { createApp } from '#server/app'
import { readSettings } from '#server/env'
import { createFeed } from '#server/qc/feed/hub'
import { endpointsOf } from '#server/admin/api/endpoints'
import { publishEvents } from '#server/qc/feed/queries'
import { digest } from '#server/platform/security/token'
import { startApp, type App } from '../../support/app'
import { done, withScope } from '../../support/qc/plant'
import { listening, recordOf } from '../../support/stream'
import { until } from '../../support/until'

/** Screens on the wall, which read one product line by a token of their own. */
let clock = Date.parse('2026-11-21T08:00:00Z')
let app: App
let engineer: Awaited<ReturnType<App['signedIn']>>
let productId: number
let otherId: number

beforeAll(async () => {
  app = await startApp({ now: () => clock, settings: { sessionIdleMs: 1e9, sessionMaxMs: 2e9 } })
  engineer = await withScope(app, await app.signedIn('qc:bigscreen:edit'), '1')
  const admin = await app.signedIn('*:*:*')
  const line = (code: string) => ({ code, name: code, nameEn: code, tz: 'Asia/Shanghai', dayStartMin: 0, shifts: [] })
  productId = done(await admin.post('/qc/product', line('c21')))
  otherId = done(await admin.post('/qc/product', line('d34')))
})
afterAll(() => app.close())

const issue = async (name = '一车间大屏') => done(await engineer.post('/qc/display', { name, productId }))
const list = async () => done(await engineer.get('/qc/display'))

describe('a display link', () => {
  test('is made, listed and revoked; its token is told once, and only its digest is kept', async () => {
    const made = await issue('入口大屏')
    const { token, ...display } = made
    expect(display).toEqual({
      displayId: expect.any(Number),
      name: '入口大屏',
      product: 'c21',
      productName: 'c21',
      productNameEn: 'c21',
      createName: expect.any(String),
      createdAt: new Date(clock).toISOString(),
      expiresAt: null,
      isExpired: false,
      revokedAt: null,
      seenAt: null,
      isUnused: false,
    })
    expect((await list())[0]).toEqual(display)
    const { displays } = app.store.t
    const [row] = await app.store.db.select().from(displays).where(eq(displays.displayId, display.displayId))
    expect(row!.tokenHash).toBe(digest(token))

    expect(done(await engineer.delete(`/qc/display/${display.displayId}`, {}))).toBe(display.displayId)
    expect((await list())[0]).toEqual({ ...display, revokedAt: new Date(clock).toISOString() })
    expect((await engineer.delete(`/qc/display/${display.displayId}`, {})).code).toBe(409)
  })

  test('is told in the audit trail and the operation log, without its token (S69)', async () => {
    const { audits, operations } = app.store.t
    const { displayId, token } = await issue('审计')
    done(await engineer.delete(`/qc/display/${displayId}`, {}))
    const isTold = and(eq(audits.entity, 'display'), ne(audits.action, 'seal'))
    const entries = await app.store.db.select().from(audits).where(isTold).orderBy(audits.id)
    const tells = '{"name":"审计","product":"c21"}'
    expect(entries.slice(-2)).toMatchObject([
      { entityId: displayId, action: 'issue', new: tells, actorId: engineer.userId },
      { entityId: displayId, action: 'revoke', old: tells, actorId: engineer.userId },
    ])
    const log = await app.store.db
      .select()
      .from(operations)
      .where(eq(operations.stem, 'qc-display'))
      .orderBy(operations.id)
    expect(log.slice(-2)).toMatchObject([
      { action: 'create', record: String(displayId), name: '审计' },
      { action: 'status', record: String(displayId), name: '审计' },
    ])
    for (const secret of [token, digest(token)]) expect(JSON.stringify([entries, log])).not.toContain(secret)
  })

  test('with an end works until then, and its open stream ends as well (ASVS 7)', async () => {
    const expiresAt = new Date(clock + 3_600_000).toISOString()
    const made = done(await engineer.post('/qc/display', { name: '展会', productId, expiresAt }))
    expect(made).toMatchObject({ expiresAt, isExpired: false })
    const screen = app.callerWith(made.token)
    const settings = readSettings({}, { mode: 'ephemeral', captcha: 'never', logRequests: false })
    const feed = createFeed({ store: app.store, settings, now: () => clock, heartbeatMs: 20 })
    const server = createApp({ store: app.store, settings, now: () => clock, feed })
    const headers = { authorization: `Bearer ${made.token}` }
    const stream = listening(await server.request('/api/v1/qc/stream', { headers }))
    await stream.begun()
    clock += 3_600_000 - 1
    expect((await screen.get('/qc/bigscreen')).code).toBe(200)
    clock += 1
    expect((await screen.get('/qc/bigscreen')).code).toBe(401)
    await stream.over
    expect((await list())[0]).toMatchObject({ displayId: made.displayId, isExpired: true, isUnused: false })
    const { audits } = app.store.t
    const entries = await app.store.db
      .select()
      .from(audits)
      .where(and(eq(audits.entityId, made.displayId), ne(audits.action, 'seal')))
      .orderBy(audits.id)
    expect(entries.at(-1)).toMatchObject({ new: expect.stringContaining(`"expiresAt":"${expiresAt}"`) })
    feed.close()
  })

  test('that nobody has used for 90 days is marked, as long as it could be used', async () => {
    const { displays } = app.store.t
    const age = clock - 90 * 86_400_000
    const of = async (was: { createdAt: number; seenAt?: number; revokedAt?: number; expiresAt?: number }) => {
      const { displayId } = await issue()
      await app.store.tx((db) => db.update(displays).set(was).where(eq(displays.displayId, displayId)))
      const rows = (await list()) as { displayId: number; isUnused: boolean }[]
      return rows.find((row) => row.displayId === displayId)!.isUnused
    }
    expect(await of({ createdAt: age })).toBe(true)
    expect(await of({ createdAt: age + 1 })).toBe(false)
    expect(await of({ createdAt: 0, seenAt: age })).toBe(true)
    expect(await of({ createdAt: 0, seenAt: age + 1 })).toBe(false)
    expect(await of({ createdAt: age, revokedAt: age + 5 })).toBe(false)
    expect(await of({ createdAt: age, expiresAt: clock })).toBe(false)
  })

  test.each<[what: string, body: () => object, field: string]>([
    ['no name', () => ({ productId }), 'name'],
    ['an empty name', () => ({ name: ' ', productId }), 'name'],
    ['a name too long', () => ({ name: 'x'.repeat(65), productId }), 'name'],
    ['no product line', () => ({ name: 'x' }), 'productId'],
    ['an end that is past', () => ({ name: 'x', productId, expiresAt: '2026-11-20' }), 'expiresAt'],
    ['an end that is no time', () => ({ name: 'x', productId, expiresAt: 'soon' }), 'expiresAt'],
    ['a product line that there is not', () => ({ name: 'x', productId: 999 }), 'productId'],
  ])('with %s is refused at its field', async (_, body, field) => {
    const { code, errors } = await engineer.post('/qc/display', body())
    expect([code, Object.keys(errors ?? {})]).toEqual([400, [field]])
  })

  test('that there is not cannot be revoked', async () => {
    expect((await engineer.delete('/qc/display/999999', {})).code).toBe(404)
  })
})

describe('the token of a display', () => {
  const bearer = (token: string) => ({ headers: { authorization: `Bearer ${token}` } })

  test('opens the live feed of its line, whether or not the line is named', async () => {
    const { token } = await issue()
    for (const query of ['', '?product=c21', '?product=C21']) {
      const response = await app.app.request(`/api/v1/qc/stream${query}`, bearer(token))
      expect(response.status).toBe(200)
      const stream = listening(response)
      await stream.begun()
      await app.store.tx((db) =>
        publishEvents(app.store, db, [
          recordOf('other', { productId: otherId }),
          recordOf('own', { productId, deptId: 77 }),
        ]),
      )
      await stream.until(({ data }) => data.recordNo === 'own')
      expect(stream.records()).toEqual(['own'])
      await stream.leave()
    }
  })

  test('opens what its creator may hear (S33), also when that is less by now, and nothing once they may not look', async () => {
    const { users, roles } = app.store.t
    const creator = await withScope(app, await app.signedIn('qc:bigscreen:edit'), '1', null)
    const { token } = done(await creator.post('/qc/display', { name: '范围', productId }))
    const settings = readSettings({}, { mode: 'ephemeral', captcha: 'never', logRequests: false })
    const feed = createFeed({ store: app.store, settings, now: () => clock, heartbeatMs: 30 })
    const server = createApp({ store: app.store, settings, now: () => clock, feed })
    const listen = async () => {
      const response = await server.request('/api/v1/qc/stream', bearer(token))
      return response.status === 200 ? listening(response) : undefined
    }
    const codeOf = async () => (await (await server.request('/api/v1/qc/bigscreen', bearer(token))).json()).code
    const tellOf = (...depts: number[]) =>
      app.store.tx((db) =>
        publishEvents(
          app.store,
          db,
          depts.map((deptId) => recordOf(`of ${deptId}`, { productId, deptId })),
        ),
      )
    const all = (await listen())!
    await all.begun()
    await tellOf(7, 8)
    await all.until(({ data }) => data.recordNo === 'of 8')
    expect(all.records()).toEqual(['of 7', 'of 8'])

    const admin = await app.signedIn('*:*:*')
    const deptId = done(await admin.post('/dept', { parentId: 0, deptName: '一部' }))
    await withScope(app, creator, '3', deptId)
    await all.over
    const own = (await listen())!
    await own.begun()
    await tellOf(8, deptId)
    await own.until(({ data }) => data.recordNo === `of ${deptId}`)
    expect(own.records()).toEqual([`of ${deptId}`])

    await app.store.tx((db) => db.update(roles).set({ status: statuses.off }).where(eq(roles.roleKey, creator.roleKey)))
    await own.over
    expect(await listen()).toBeUndefined()
    expect(await codeOf()).toBe(403) // for the time being; 401 is for good
    await app.store.tx((db) => db.update(roles).set({ status: statuses.on }).where(eq(roles.roleKey, creator.roleKey)))
    expect(await listen()).toBeDefined()
    await app.store.tx((db) => db.update(users).set({ status: statuses.off }).where(eq(users.userId, creator.userId)))
    await until(() => feed.size() === 0)
    expect(await listen()).toBeUndefined()
    expect(await codeOf()).toBe(403)
    await app.store.tx((db) => db.update(users).set({ status: statuses.on }).where(eq(users.userId, creator.userId)))
    expect(await codeOf()).toBe(200)
    feed.close()
  })

  test('opens that of no other', async () => {
    const { token } = await issue()
    const response = await app.app.request('/api/v1/qc/stream?product=d34', bearer(token))
    expect([response.status, (await response.json()).code]).toEqual([403, 403])
  })

  test('opens nothing else that is not open to anyone', async () => {
    const { token } = await issue()
    const display = app.callerWith(token)
    const isItsOwn = (path: string) => /\/qc\/(stream|bigscreen)$/.test(path)
    const closed = endpointsOf(app.app).filter(({ method, path, isPrivate }) => {
      return isPrivate && !(method === 'GET' && isItsOwn(path))
    })
    expect(closed.length).toBeGreaterThan(100)
    for (const { method, path } of closed) {
      const { code } = await display.send(method, `/${path.replace(/:\w+/g, '1')}`)
      expect([method, path, code]).toEqual([method, path, 401])
    }
    for (const method of ['POST', 'PUT', 'DELETE']) {
      expect((await display.send(method, '/qc/stream')).code).toBe(401)
    }
  })

  test('is seen when it is used, at most once a minute', async () => {
    const { token, displayId } = await issue()
    const seenAt = async () => (await list()).find((one: { displayId: number }) => one.displayId === displayId).seenAt
    const useSeenAt = async (at: number) => {
      await app.app.request('/api/v1/qc/stream?product=d34', bearer(token))
      await until(async () => (await seenAt()) === new Date(at).toISOString()) // the answer did not wait for it
    }
    const first = clock
    expect(await seenAt()).toBeNull()
    await useSeenAt(first)
    clock += 59_000
    await useSeenAt(first)
    clock += 1000 // had the use before counted, this one would not
    await useSeenAt(clock)
  })

  test('is cut at once when it is revoked, and refused afterwards', async () => {
    const settings = readSettings({}, { mode: 'ephemeral', captcha: 'never', logRequests: false })
    const feed = createFeed({ store: app.store, settings, now: () => clock })
    const server = createApp({ store: app.store, settings, now: () => clock, feed })
    const { token, displayId } = await issue()
    const other = await issue()
    const [stream, stays] = await Promise.all(
      [token, other.token].map(async (one) => listening(await server.request('/api/v1/qc/stream', bearer(one)))),
    )
    await stream!.begun()
    await stays!.begun()
    const revoked = await server.request(`/api/v1/qc/display/${displayId}`, {
      method: 'DELETE',
      ...bearer(engineer.token),
    })
    expect(revoked.status).toBe(200)
    await stream!.over
    expect(feed.size()).toBe(1)
    const again = await server.request('/api/v1/qc/stream', bearer(token))
    expect([again.status, (await again.json()).code]).toEqual([401, 401])
    feed.close()
    await stays!.over
    const late = await server.request('/api/v1/qc/stream', bearer(other.token))
    expect([late.status, late.headers.get('retry-after')]).toEqual([503, '1'])
  })
})
