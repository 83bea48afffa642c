import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { seedProduction } from '#seed/index'
import { checkPostgres } from '#server/commands/doctor/database'
import { publishEvents } from '#server/qc/feed/queries'
import { openStore } from '#server/platform/store/index'
import { startApp, type App } from '../../support/app'
import { startDatabase } from '../../faults/postgres/database'
import { postgresPrograms } from '../../support/database/postgres'
import { startProxy } from '../../support/database/proxy'
import { listening, recordOf } from '../../support/stream'
import { until } from '../../support/until'

/** A database of our own that can be made silent. */
type Silenceable = { url: string; silence(): void; wake(): void; stop(): Promise<void> }

async function behindSwallowingNetwork(): Promise<Silenceable> {
  const database = await startDatabase()
  const url = new URL(database.url)
  const proxy = await startProxy(Number(url.port))
  url.port = String(proxy.port)
  return {
    url: url.href,
    silence: () => proxy.swallow(true),
    wake: () => proxy.swallow(false),
    stop() {
      proxy.stop()
      return database.stop()
    },
  }
}

async function frozen(): Promise<Silenceable> {
  const { url, freeze, thaw, ...database } = await startDatabase()
  return { url, silence: freeze, wake: thaw, stop: () => database.stop() }
}

const ways = [
  ['is frozen', frozen],
  ['lies behind a network that swallows what is sent', behindSwallowingNetwork],
] as const

describe.skipIf(!postgresPrograms()).each(ways)('while PostgreSQL %s', (_way, start) => {
  let database: Silenceable
  let app: App
  let admin: Awaited<ReturnType<App['signedIn']>>
  beforeAll(async () => {
    database = await start()
    const store = await openStore({ dataDir: '', databaseUrl: database.url })
    await seedProduction(store)
    app = await startApp({ store })
    admin = await app.signedIn('*:*:*')
  })
  afterAll(async () => {
    database.wake()
    await app.close()
    await database.stop()
  })

  const role = { roleKey: 'written-late', roleName: 'Written late', roleSort: 1, status: '2' }
  const headers = { 'idempotency-key': 'written-while-it-is-silent' }
  const write = () => admin.send('POST', '/role', { body: role, headers })

  test('who reads and who writes is refused within five seconds, others at once; it is over by itself, and nothing is done twice', async () => {
    const leaving = new AbortController()
    const response = await app.app.request('/api/v1/qc/stream', {
      headers: { authorization: `Bearer ${admin.token}` },
      signal: leaving.signal,
    })
    const stream = listening(response)
    await stream.begun()
    const line = { code: 'd40', name: 'D40', nameEn: 'D40', tz: 'Asia/Shanghai', dayStartMin: 0, shifts: [] }
    const productId: number = (await admin.post('/qc/product', line)).data
    const told = (name: string) => app.store.tx((db) => publishEvents(app.store, db, [recordOf(name, { productId })]))
    await told('before')

    database.silence()
    const began = performance.now()
    const [read, written] = await Promise.all([admin.get('/role'), write(), told('meanwhile').catch(() => {})])
    expect(performance.now() - began).toBeLessThan(5000)
    for (const answer of [read, written]) {
      expect(answer.code).toBe(503)
      expect(answer.headers.get('retry-after')).not.toBeNull()
      expect(answer.msg).toContain('The database does not answer')
    }
    const again = performance.now()
    const later = await Promise.all(Array.from({ length: 50 }, () => admin.get('/role')))
    expect(later.every(({ code }) => code === 503)).toBe(true)
    expect(performance.now() - again).toBeLessThan(1000)
    expect((await app.anyone.get('//readyz')).code).toBe(503)
    const [finding] = await checkPostgres(database.url)
    expect(finding).toMatchObject({ verdict: 'failure' })

    database.wake()
    const woken = performance.now()
    await until(async () => (await admin.get('/role')).code === 200)
    expect(performance.now() - woken).toBeLessThan(3000) // a second at rest; a busy machine takes longer

    const retried = await write()
    expect(retried.code).toBe(200)
    expect((await write()).data).toEqual(retried.data)
    const roles = await app.store.db.select().from(app.store.t.roles)
    expect(roles.filter(({ roleKey }) => roleKey === role.roleKey)).toHaveLength(1)
    expect((await app.anyone.get('//readyz')).data.state).toBe('ready')

    await told('after')
    await stream.until(({ data }) => data.recordNo === 'after')
    const outbox = await app.store.db.select().from(app.store.t.outbox).orderBy(app.store.t.outbox.outboxId)
    const heard = stream.heard.filter(({ event }) => event === 'record')
    expect(heard.map(({ id }) => id)).toEqual(outbox.map(({ outboxId }) => outboxId))
    leaving.abort()
  })
})
