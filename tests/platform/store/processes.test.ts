import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { qcJobs } from '#server/qc/notification/jobs'
import { createScheduler } from '#server/admin/job/scheduler'
import { readSettings } from '#server/env'
import { jobRow } from '#server/admin/job/queries'
import { beginRun, endRun, SILENT_MS } from '#server/admin/job/run'
import { lastEventId } from '#server/qc/feed/queries'
import { createUser } from '#server/access/user/queries'
import { setupLinks } from '#server/platform/security/setup'
import { openStore, type Store } from '#server/platform/store/index'
import { statuses } from '#shared/constants'
import type { CaptchaChallenge } from '#shared/access/login'
import { prove } from '../../../client/pages/access/login/prove'
import { startApp, type Answer, type App } from '../../support/app'
import { startFakeWecom } from '../../support/fake-wecom'
import { cheapHash } from '../../support/password'
import { startProcess, type ServerProcess } from '../../support/processes'
import { qcPlant, valuesOf, good, type Plant, type PlantTemplate } from '../../support/qc/plant'
import { addressOf, isPostgres } from '../../support/store'
import { listening } from '../../support/stream'
import { until } from '../../support/until'

/** Two servers on one database, with a third program, the tests, that writes into it as well. */
const PASSWORD = 'wheel of many spokes'
/** Every 15 s all listeners are looked at anyway; what ends a stream sooner is news. The faults measure how soon. */
const BEFORE_THE_BEAT_MS = 8_000
/** Starting two processes takes a second, and much longer beside other tests. */
setDefaultTimeout(60_000)

describe.skipIf(!isPostgres)('two processes on one PostgreSQL', () => {
  let app: App
  let wecom: ReturnType<typeof startFakeWecom>
  let a: ServerProcess
  let b: ServerProcess
  let admin: string
  let li: number

  beforeAll(async () => {
    app = await startApp()
    wecom = startFakeWecom()
    const given = {
      wecom: wecom.settings,
      publicUrl: 'https://qc.example',
      trustedProxies: ['127.0.0.1'],
      databaseConnections: 2,
    }
    const starting = [1, 2].map(() => startProcess(addressOf(app.store), given))
    admin = (await app.signedIn('*:*:*')).token
    const passwordHash = await cheapHash(PASSWORD)
    const user = { nickName: 'Li', passwordHash, roleKeys: ['viewer'] }
    li = await createUser(app.store, { ...user, username: 'li' }, Date.now())
    await createUser(app.store, { ...user, username: 'guessed' }, Date.now())
    ;[a, b] = (await Promise.all(starting)) as [ServerProcess, ServerProcess]
  })
  afterAll(async () => {
    for (const server of [a, b]) server.kill('SIGTERM')
    await Promise.all([a, b].map((server) => server.ended()))
    await wecom.stop()
    await app.close()
  })
  const signIn = async (server: ServerProcess) =>
    (await server.post('/login', { username: 'li', password: PASSWORD }))['token'] as string
  const from = (address: string) => ({ 'x-forwarded-for': address })
  const codesOf = (answers: Answer[]) => answers.map(({ code }) => code).toSorted()

  describe('sessions (S14, S15, S18)', () => {
    test('who signed in at one is known at the other, and signed out there is out at both', async () => {
      const token = await signIn(a)
      expect((await b.get('/getinfo', token)).code).toBe(200)
      expect((await b.post('/logout', {}, token)).code).toBe(200)
      expect([(await a.get('/getinfo', token)).code, (await b.get('/getinfo', token)).code]).toEqual([401, 401])
    })

    test('a token that is swapped at both at once leaves one that is good, at both', async () => {
      const token = await signIn(a)
      const swaps = await Promise.all([a, b, a, b].map((server) => server.post('//refreshtoken', { token })))
      const fresh = swaps.flatMap((swap) => (swap.code === 200 ? [swap['token'] as string] : []))
      expect(fresh).toHaveLength(1)
      for (const server of [a, b]) {
        expect((await server.get('/getinfo', token)).code).toBe(401)
        expect((await server.get('/getinfo', fresh[0])).code).toBe(200)
      }
    })

    test('a role that is changed at one acts at the other on the next request (S31)', async () => {
      const someone = await app.signedIn('admin:sysPost:list')
      const { roles } = app.store.t
      const [role] = await app.store.db.select().from(roles).where(eq(roles.roleKey, someone.roleKey))
      const before = await b.get('/post', someone.token)
      const body = { roleName: 'fewer', roleKey: someone.roleKey, menuIds: [] }
      expect((await a.send('PUT', `/role/${role!.roleId}`, { token: admin, body })).code).toBe(200)
      const after = await b.get('/post', someone.token)
      expect([before.code, after.code]).toEqual([200, 403])
      expect(after.headers.get('x-access')).not.toBe(before.headers.get('x-access'))
    })
  })

  describe('signing in', () => {
    test('wrong passwords at both at once are throttled together, and the right one waits at both (S22, S23)', async () => {
      const guess = (server: ServerProcess, password: string) =>
        server.send('POST', '/login', { body: { username: 'guessed', password }, headers: from('10.1.1.1') })
      const answers = await Promise.all(Array.from({ length: 16 }, (_, i) => guess(i % 2 ? a : b, `wrong ${i}`)))
      expect(codesOf(answers)).toEqual([...Array(5).fill(400), ...Array(11).fill(429)])
      for (const server of [a, b]) {
        const { code, headers } = await guess(server, PASSWORD)
        expect([code, Number(headers.get('retry-after'))]).toEqual([429, expect.any(Number)])
      }
    })

    test('a captcha of one is solved at the other, once at both together; the setting acts at once (S25)', async () => {
      const ask = (configValue: string) =>
        a.send('PUT', '/set-config', { token: admin, body: [{ configKey: 'sys_login_captcha', configValue }] })
      await ask('always')
      try {
        const { id, challenge } = await a.get('/captcha')
        const code = await prove(challenge as CaptchaChallenge, () => {}, new AbortController().signal)
        const body = { username: 'li', password: PASSWORD, uuid: id, code }
        expect(codesOf(await Promise.all([b, b].map((server) => server.post('/login', body))))).toEqual([200, 400])
        expect((await a.post('/login', body)).code).toBe(400)
      } finally {
        await ask('never')
      }
    })

    test('a QR code of one is confirmed at the other and used once, by the browser that asked (S9)', async () => {
      const { bindings } = app.store.t
      const bound = { userId: li, corpId: 'corp', memberId: 'li.jian', boundAt: Date.now() }
      await app.store.tx((db) => db.insert(bindings).values(bound))
      const cookieOf = ({ headers }: Answer) => headers.get('set-cookie')!.split(';')[0]!
      const asked = await a.get('/wechat/crop-qrcode')
      const cookie = cookieOf(asked)
      const stranger = cookieOf(await b.get('/wechat/crop-qrcode'))
      const { state } = asked.data
      const code = wecom.codeOf('li.jian')
      const view = async (server: ServerProcess, by: string) =>
        (await server.send('GET', `/wechat/crop-qrcode/${state}`, { headers: { cookie: by } })).data
      const login = (server: ServerProcess, by: string, body = { state, code }) =>
        server.send('POST', '/wechat/crop-qrcode/login', { body, headers: { cookie: by } })

      expect((await view(b, cookie)).status).toBe('waiting')
      expect((await b.post('/wechat/crop-qrcode/confirm', { state, code })).code).toBe(200)
      expect((await a.post('/wechat/crop-qrcode/confirm', { state, isRefused: true })).code).toBe(400)
      expect(await view(a, cookie)).toMatchObject({ status: 'confirmed', code, isOwn: true })
      expect(await view(b, stranger)).toMatchObject({ status: 'confirmed', code: null, isOwn: false })
      expect((await login(b, stranger)).code).toBe(400)
      expect([(await login(b, cookie)).code, (await login(a, cookie)).code]).toEqual([200, 400])

      const next = await a.get('/wechat/crop-qrcode')
      const body = { state: next.data.state as string, code: wecom.codeOf('li.jian') }
      const answers = await Promise.all([a, b].map((server) => login(server, cookieOf(next), body)))
      expect(codesOf(answers)).toEqual([200, 400])
    })

    test('the set-up link of one is known at the other (S75)', async () => {
      const token = await setupLinks(app.store.sharedState)(Date.now())
      const boss = { username: 'boss', nickName: 'Boss', password: 'a good long one' }
      const known = await b.post('/setup', { token, ...boss })
      expect([known.code, (await b.post('/setup', { token: 'x'.repeat(43), ...boss })).code]).toEqual([409, 400]) // there are users
    })
  })

  test('a write that is sent to both with one key is done once', async () => {
    const body = { postName: 'once', postCode: 'once' }
    const headers = { 'idempotency-key': crypto.randomUUID() }
    const send = (server: ServerProcess) => server.send('POST', '/post', { token: admin, body, headers })
    await Promise.all([send(a), send(b)])
    const [again, there] = [await send(a), await send(b)]
    expect([again.code, there.code, there.data]).toEqual([200, 200, again.data])
    expect((await a.get('/post?postCode=once', admin)).data.count).toBe(1)
  })

  describe('jobs', () => {
    let other: Store
    beforeAll(async () => void (other = await openStore({ dataDir: '', databaseUrl: addressOf(app.store) })))
    afterAll(() => other.close())
    const make = async (change: object = {}) => {
      const job = { jobName: 'Statistics', invokeTarget: 'statistics', cronExpression: '0 4 * * *', ...change }
      return (await a.post('/sysjob', job, admin)).data as number
    }

    test('what is made, stopped or changed at one is known to the clock of the other', async () => {
      const jobId = await make()
      const nextAt = async () => (await b.get(`/sysjob/${jobId}`, admin)).data.nextRunAt as string | null
      await until(async () => (await nextAt()) !== null)
      await a.post(`/job/remove/${jobId}`, {}, admin)
      await until(async () => (await nextAt()) === null)
    })

    test('each time that a job is due one of them begins it', async () => {
      const job = (await jobRow(app.store, await make()))!
      for (let dueAt = 1; dueAt <= 8; dueAt++) {
        const now = Date.now()
        const begin = (store: Store) => beginRun(store, job, { now, dueAt }).catch((error) => error.code as number)
        const begun = await Promise.all([begin(app.store), begin(other), begin(app.store), begin(other)])
        const runIds = begun.filter((runId) => runId !== undefined && runId !== 409)
        expect(runIds).toHaveLength(1)
        await endRun(app.store, runIds[0]!, { status: statuses.on, message: '' }, now)
        expect(await beginRun(other, job, { now, dueAt })).toBeUndefined()
      }
    })

    test('one that runs elsewhere is not started by hand, until its process has been silent for a minute', async () => {
      const job = (await jobRow(app.store, await make()))!
      const now = Date.now()
      await beginRun(app.store, job, { now })
      const { code, msg } = await b.post(`/job/run/${job.jobId}`, {}, admin)
      expect([code, msg]).toEqual([409, 'Statistics is already running'])
      expect((await a.get(`/sysjob/${job.jobId}`, admin)).data.isRunning).toBe(true)

      const scheduler = createScheduler(other, readSettings({}, { mode: 'production' }), qcJobs)
      await scheduler.start() // as a process that comes later, which ends nothing of those that live
      await scheduler.stop()
      const { jobRuns } = app.store.t
      const runs = () => app.store.db.select().from(jobRuns).where(eq(jobRuns.jobId, job.jobId))
      expect(await runs()).toMatchObject([{ finishedAt: null }])

      await app.store.tx((db) =>
        db
          .update(jobRuns)
          .set({ aliveAt: now - SILENT_MS - 1 })
          .where(eq(jobRuns.jobId, job.jobId)),
      )
      expect((await b.post(`/job/run/${job.jobId}`, {}, admin)).code).toBe(200)
      const ended = (await runs()).find(({ aliveAt }) => aliveAt < now)
      expect(ended).toMatchObject({ status: statuses.off, finishedAt: expect.any(Number) })
    })
  })

  describe('the live feed', () => {
    let plant: Plant
    let template: PlantTemplate
    beforeAll(async () => {
      plant = await qcPlant(app)
      template = await plant.template()
    })

    /** A record that is made and submitted at one of them; answers its number. */
    async function submitted(server: ServerProcess): Promise<string> {
      const { token } = plant.inspector
      const values = valuesOf(template, good)
      const { data } = await server.post('/qc/value-base', { templateId: template.templateId, values }, token)
      const { qcValueBaseId, lockVersion } = data
      const { code } = await server.post(`/qc/value-base/${qcValueBaseId}/submit`, { lockVersion }, token)
      expect(code).toBe(200)
      return data.recordNo
    }

    /** Has the database end the connections by which processes hear of each other. */
    async function loseNews() {
      const client = new Bun.SQL(addressOf(app.store), { max: 1 })
      const [lost] = await client`select count(pg_terminate_backend(pid))::int as n from pg_stat_activity
        where application_name = 'caliper news' and datname = current_database()`
      await client.close()
      expect(lost.n).toBe(2)
    }

    test.each([
      ['who signs out', async (server: ServerProcess, token: string) => void (await server.post('/logout', {}, token))],
      [
        'who is disabled',
        async (server: ServerProcess, _: string, userId: number) => {
          const sent = { token: admin, body: { userId, status: statuses.off } }
          expect((await server.send('PUT', '/user/status', sent)).code).toBe(200)
        },
      ],
    ])('at the other process ends the stream of %s (S7, S31)', async (_, ends) => {
      const one = await app.signedIn('qc:record:list')
      const headers = { authorization: `Bearer ${one.token}` }
      const stream = listening(await fetch(`${b.url}/api/v1/qc/stream`, { headers }))
      await stream.begun()
      const began = performance.now()
      await ends(a, one.token, one.userId)
      await stream.over
      expect(performance.now() - began).toBeLessThan(BEFORE_THE_BEAT_MS)
    })

    test('tells at one what is done at the other, and of both at once nothing is missed or told twice', async () => {
      const headers = { authorization: `Bearer ${plant.viewer.token}` }
      const listen = (server: ServerProcess, id: number) =>
        fetch(`${server.url}/api/v1/qc/stream`, { headers: { ...headers, 'last-event-id': String(id) } })
      const before = await lastEventId(app.store)
      const stream = listening(await listen(b, before))
      await stream.begun()
      const first = await submitted(a)
      await stream.until(({ data }) => data.recordNo === first)
      await loseNews()
      const next = await submitted(a)
      await stream.until(({ data }) => data.recordNo === next)

      const writers = [a, b, a, b].map(async (server) => {
        const numbers: string[] = []
        for (let n = 0; n < 5; n++) numbers.push(await submitted(server))
        return numbers
      })
      const numbers = [first, next, ...(await Promise.all(writers)).flat()]
      await until(async () => stream.records().length >= numbers.length)
      expect(stream.records().toSorted()).toEqual(numbers.toSorted())
      const ids = stream.heard.flatMap(({ id, event }) => (event === 'record' ? [id!] : []))
      expect(ids).toEqual(ids.toSorted((one, other) => one - other))

      const later = listening(await listen(a, before)) // who has heard nothing of it is told the same
      await later.begun()
      expect(later.records()).toEqual(stream.records())
      await Promise.all([stream.leave(), later.leave()])
    })
  })
})
