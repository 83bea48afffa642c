import Database from 'better-sqlite3'
import { afterAll, describe, expect, test } from 'bun:test'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createApp } from '#server/app'
import { readSettings } from '#server/env'
import { keepLog } from '#server/platform/log/index'
import { startServer } from '#server/main'
import { noteOperation } from '#server/access/operation-log/write'
import { hostContext } from '#server/access/operation-log/host'
import { StartError } from '#server/platform/store/index'
import { stampOf } from '#server/platform/store/stamp'
import { createClockWatch } from '#server/admin/watch/clock'
import { conditionsOf, type Facts } from '#server/admin/watch/conditions'
import { createRecent } from '#server/admin/watch/durations'
import { expositionOf } from '#server/admin/watch/exposition'
import { createFaultMeter } from '#server/admin/watch/faults'
import { createTrend } from '#server/admin/watch/trend'
import { auditHead } from '#server/qc/audit/head'
import { createWatch } from '#server/admin/watch/index'
import { startApp } from '../support/app'
import { samplesOf } from '../support/exposition'
import { isPostgres, openTestStore } from '../support/store'
import { until } from '../support/until'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const GIGABYTE = 1024 ** 3

const dataDir = mkdtempSync(join(tmpdir(), 'caliper-watch-'))
afterAll(() => rmSync(dataDir, { recursive: true }))

describe('GET /metrics', async () => {
  const app = await startApp({ settings: { dataDir } })
  afterAll(app.close)
  const scraper = await app.signedIn('sysTools:metrics:list')
  const scrape = async () => samplesOf((await scraper.get('//metrics')).data as string)

  test.each([
    ['anybody', () => app.anyone, 401],
    ['who may see the monitor page alone', () => app.signedIn('sysTools:serverMonitor:list'), 403],
    ['who holds its own permission', () => scraper, 200],
  ])('to %s answers as it should (S32)', async (_, who, http) => {
    const answer = await (await who()).get('//metrics')
    expect(answer.http).toBe(http)
    if (http === 200) expect(answer.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8')
  })

  test('requests are counted by route, not by address: what is asked for cannot make it longer (S93)', async () => {
    const reader = await app.signedIn('admin:sysRole:query')
    for (const path of ['/role/1', '/role/2', '/role/999999', '/role/x', '/no/such/1', '/no/such/2'])
      await reader.get(path)
    await app.app.request('/api/v1/role', { method: 'PROPFIND' })
    const samples = await scrape()
    const counted = (route: string) =>
      samples
        .filter(({ name, labels }) => name === 'caliper_http_requests_total' && labels['route'] === route)
        .map(({ labels, value }) => [labels['method'], labels['status'], value])
    expect(counted('/api/v1/role/:id')).toEqual([
      ['GET', '2xx', 2],
      ['GET', '4xx', 2],
    ])
    expect(counted('other')).toEqual([['other', '4xx', 3]])
    expect(samples.filter(({ labels }) => /such|999999/.test(JSON.stringify(labels)))).toEqual([])
  })

  test('latencies are a histogram whose buckets grow, and whose last holds all', async () => {
    const samples = (await scrape()).filter(({ labels }) => labels['route'] === '/api/v1/role/:id')
    const buckets = samples.filter(({ name }) => name.endsWith('_bucket')).map(({ value }) => value)
    expect(buckets).toEqual(buckets.toSorted((a, b) => a - b))
    expect(buckets).toHaveLength(14)
    const valueOf = (name: string) => samples.find((sample) => sample.name === name)?.value
    expect(buckets.at(-1)).toBe(4)
    expect(valueOf('caliper_http_request_duration_seconds_count')).toBe(4)
    expect(valueOf('caliper_http_request_duration_seconds_sum')).toBeGreaterThan(0)
  })

  test('it tells of process, event loop, database, WAL, backup, disk, streams, sessions and jobs', async () => {
    mkdirSync(join(dataDir, 'backups'))
    const at = Math.floor(Date.now() / 1000) - 3 * 3600
    const stamps = [stampOf((at - 3600) * 1000), stampOf(at * 1000), '20990101-000000'] // the last when the clock was wrong
    for (const stamp of stamps) writeFileSync(join(dataDir, 'backups', `caliper-${stamp}.tar.gz`), '') // copied just now
    const figures = new Map((await scrape()).map(({ name, value }) => [name, value]))
    expect(figures.get('caliper_backup_last_success_timestamp_seconds')).toBe(at)
    expect(Math.round(figures.get('caliper_backup_age_seconds')! / 3600)).toBe(3)
    const positive = ['process_resident_memory_bytes', 'process_cpu_seconds_total', 'caliper_heap_used_bytes']
    const wanted = [...positive, 'caliper_disk_free_bytes', 'caliper_database_size_bytes', 'caliper_sessions_open']
    expect(wanted.filter((name) => !(figures.get(name)! > 0))).toEqual([])
    expect(figures.get('caliper_database_up')).toBe(1)
    const zero = ['caliper_streams_open', 'caliper_jobs_failing', 'caliper_log_dropped_lines_total']
    expect(zero.map((name) => figures.get(name))).toEqual([0, 0, 0])
    expect(figures.has('caliper_event_loop_delay_p99_seconds')).toBe(true)
  })

  test('a job whose last run has failed is counted until one goes well, also while it runs again', async () => {
    const { store } = app
    const { jobId, jobName, kind } = (await store.db.select().from(store.t.jobs))[0]!
    const failing = async () => (await scrape()).find(({ name }) => name === 'caliper_jobs_failing')?.value
    const counts = []
    for (const [startedAt, status, finishedAt] of [
      [1000, '1', 1001],
      [2000, '2', 2001],
      [3000, '1', 3001],
      [4000, '2', null],
    ] as const) {
      const run = { jobId, jobName, kind, startedAt, finishedAt, status }
      await store.tx((db) => db.insert(store.t.jobRuns).values(run))
      counts.push(await failing())
    }
    expect(counts).toEqual([1, 0, 1, 1])
  })
})

describe('CALIPER_METRICS_PORT', () => {
  const site = join(dataDir, 'site')
  mkdirSync(site)
  writeFileSync(join(site, 'index.html'), '<title>Caliper</title>')
  const start = (metricsPort: number) =>
    startServer({
      settings: readSettings(
        {},
        { port: 0, metricsPort, dataDir, logRequests: false, captcha: 'never', mode: 'ephemeral' },
      ),
      site,
      open: openTestStore,
    })

  test('serves the figures to this machine without a session, and nothing else', async () => {
    const port = freePort()
    const running = await start(port)
    await running.ready
    const own = `http://127.0.0.1:${port}`
    const answer = await fetch(`${own}/metrics`)
    const names = new Set(samplesOf(await answer.text()).map(({ name }) => name))
    expect(answer.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8')
    expect(names.has('caliper_event_loop_delay_max_seconds')).toBe(true)
    const others: [string, RequestInit, number][] = [
      [`${own}/api/v1/getinfo`, {}, 404],
      [`${own}/healthz`, {}, 404],
      [`${own}/metrics`, { headers: { host: 'rebound.example' } }, 404],
      [`${own}/metrics`, { method: 'POST' }, 405],
      [`http://127.0.0.1:${running.port}/metrics`, {}, 401],
    ]
    for (const [url, init, status] of others) {
      const { status: answered } = await fetch(url, init)
      expect([url, answered]).toEqual([url, status])
    }
    await running.stop()
    await expect(fetch(`${own}/metrics`)).rejects.toThrow()
  })

  test('a port that is in use ends the start with a sentence (S86)', async () => {
    using other = Bun.serve({ hostname: '127.0.0.1', port: 0, fetch: () => new Response() })
    const running = await start(other.port!)
    await expect(running.ready).rejects.toThrow(/^Port \d+ of CALIPER_METRICS_PORT cannot be used/)
    await expect(running.ready).rejects.toBeInstanceOf(StartError)
    await running.stop()
  })

  test('the port of the product itself is refused', () => {
    expect(() => readSettings({ CALIPER_METRICS_PORT: '3000' })).toThrow('must be another than CALIPER_PORT')
  })
})

describe('/healthz and /readyz', () => {
  const full = new Database.SqliteError('database or disk is full', 'SQLITE_FULL')
  const busy = new Database.SqliteError('disk I/O error', 'SQLITE_IOERR_WRITE')

  test('the service is ready, degraded while it cannot write, and not ready without its database or when it ends', async () => {
    const store = await openTestStore()
    const watch = createWatch({ auditHead, store, settings: readSettings({}, { dataDir }), feed: { size: () => 0 } })
    const app = createApp({ store, settings: readSettings({}, { logRequests: false, dataDir }), watch })
    const ask = async (path: string) => {
      const answer = await app.request(path, { headers: { 'x-envelope-status': '200' } })
      const { data } = (await answer.json()) as { data: { state?: string } | null }
      return [answer.status, data?.state]
    }
    const told = [await ask('/readyz')]
    watch.faults.note(full)
    told.push(await ask('/readyz'))
    await store.tx((db) => db.delete(store.t.jobRuns)) // a write goes well
    told.push(await ask('/readyz'))
    watch.stopping()
    told.push(await ask('/readyz'))
    expect(told).toEqual([
      [200, 'ready'],
      [200, 'degraded'],
      [200, 'ready'],
      [503, undefined],
    ])
    expect(await ask('/healthz')).toEqual([200, undefined])
  })

  test('a database that does not answer: not ready, alive, and the figures say so', async () => {
    const app = await startApp({ settings: { dataDir } })
    const watch = createWatch({
      auditHead,
      store: app.store,
      settings: readSettings({}, { dataDir }),
      feed: { size: () => 0 },
    })
    await app.close()
    const { http, headers, data } = await app.anyone.get('//readyz')
    expect([http, headers.get('retry-after'), data]).toEqual([503, '5', null])
    expect((await app.anyone.get('//healthz')).http).toBe(200)
    const figures = await watch.figures()
    expect(figures.conditions.map(({ kind, message }) => [kind, message.key])).toEqual([['database', 'watch.unread']])
    const samples = samplesOf(expositionOf(figures))
    expect(samples.find(({ name }) => name === 'caliper_database_up')?.value).toBe(0)
    expect(samples.find(({ labels }) => labels['kind'] === 'database')?.value).toBe(1)
  })

  test('one write that found the database busy is no failure; a full disk is, and three in a row are (S84)', async () => {
    const store = await openTestStore()
    const faults = createFaultMeter(store)
    const present = [busy, busy, busy].map((error) => (faults.note(error), faults.present()))
    await store.tx((db) => db.delete(store.t.jobRuns))
    expect([...present, faults.present()]).toEqual([undefined, undefined, 'busy', undefined])
    expect(faults.counts).toEqual({ full: 0, busy: 3 })
    await store.close()
  })
})

describe('what administrators have to see to', () => {
  const now = Date.UTC(2026, 10, 21)
  const well: Facts = {
    now,
    dialect: 'sqlite',
    failing: undefined,
    disk: { freeBytes: 50 * GIGABYTE, totalBytes: 100 * GIGABYTE },
    databaseBytes: GIGABYTE / 10,
    backupAt: now - 20 * HOUR,
    isBackingUp: false,
    backupLateMs: 2 * DAY,
    rows: { installedAt: now - 30 * DAY, latestAt: now - HOUR },
    jump: undefined,
  }
  const waiting = (minutes: number): Partial<Facts> => ({
    rows: { ...well.rows!, notifications: { waiting: 2, oldestDueAt: now - minutes * 60_000, failed: 0 } },
  })
  const free = (freeBytes: number, totalBytes = 100 * GIGABYTE) => ({ disk: { freeBytes, totalBytes } })

  test.each<[string, Partial<Facts>, string[]]>([
    ['nothing, when all is well', {}, []],
    ['a backup of three days ago', { backupAt: now - 3.5 * DAY }, ['backupDays 3']],
    [
      'one of 30 hours ago, where a day is allowed',
      { backupAt: now - 30 * HOUR, backupLateMs: DAY },
      ['backupHours 30'],
    ],
    ['not while one is being made', { backupAt: now - 3.5 * DAY, isBackingUp: true }, []],
    ['no backup after a day', { backupAt: undefined }, ['noBackup']],
    ['not on the first day', { backupAt: undefined, rows: { installedAt: now - 23 * HOUR, latestAt: undefined } }, []],
    ['not of PostgreSQL, which has its own way', { backupAt: undefined, dialect: 'postgres' }, []],
    ['less than a gigabyte free', free(GIGABYTE * 0.75, 2 * GIGABYTE), ['diskLow 768 MB 37']],
    ['less than a tenth free', free(9 * GIGABYTE), ['diskLow 9 GB 9']],
    ['a tenth of a large disk is enough', free(90 * GIGABYTE, 1000 * GIGABYTE), []],
    ['no room for the next copy', { ...free(30 * GIGABYTE), databaseBytes: 16 * GIGABYTE }, ['diskLow 30 GB 30']],
    ['a disk of which nothing is known', free(0, 0), []],
    ['a disk that is full', { failing: 'full' }, ['full']],
    ['a database that cannot be written', { failing: 'busy' }, ['unwritten']],
    ['one that cannot be read', { failing: 'unread', rows: undefined }, ['unread']],
    ['a clock set forward (S16)', { jump: { at: now, byMs: 2 * HOUR } }, ['clockForward 120']],
    ['a clock set back', { jump: { at: now, byMs: -90_000 } }, ['clockBack 2']],
    ['a clock behind the data', { rows: { installedAt: 0, latestAt: now + HOUR } }, ['clockBehind 60']],
    ['or behind the installation', { rows: { installedAt: now + HOUR, latestAt: undefined } }, ['clockBehind 60']],
    ['a notification that has been due for a quarter of an hour', waiting(15), ['notificationsWait 2 15']],
    ['not one that is being tried again', waiting(14), []],
    ['the worst first', { failing: 'full', ...free(0), backupAt: 0 }, ['full', 'diskLow 0 MB 0', 'backupDays 20778']],
  ])('%s', (_, facts, expected) => {
    const found = conditionsOf({ ...well, ...facts })
    const said = found.map(({ message }) =>
      [message.key.replace('watch.', ''), ...Object.values(message.values)].join(' '),
    )
    expect(said).toEqual(expected)
  })

  test.each<[string, Partial<Facts>, boolean[]]>([
    ['a backup three times as old as it may be is urgent', { backupAt: now - 7 * DAY }, [true]],
    ['one that is late is not yet', { backupAt: now - 5 * DAY }, [false]],
    ['none at all after a month is', { backupAt: undefined }, [true]],
    ['a disk without room for the next backup is', free(GIGABYTE / 2), [true]],
    [
      'what PostgreSQL takes needs no room here',
      { ...free(30 * GIGABYTE), databaseBytes: 16 * GIGABYTE, dialect: 'postgres' },
      [],
    ],
  ])('%s', (_, facts, urgent) => {
    expect(conditionsOf({ ...well, ...facts }).map(({ isUrgent }) => isUrgent)).toEqual(urgent)
  })

  test.skipIf(isPostgres)(
    'GET /server-monitor/notice words them for whoever may see the monitor, and the page shows the same',
    async () => {
      const old = mkdtempSync(join(dataDir, 'old-'))
      const app = await startApp({ settings: { dataDir: old, mode: 'production' }, now: () => Date.now() + 2 * DAY })
      const admin = await app.signedIn('sysTools:serverMonitor:list')
      const { data } = await admin.get('/server-monitor/notice')
      const backup = data.find(({ kind }: { kind: string }) => kind === 'backup')
      expect(backup).toEqual({
        kind: 'backup',
        isUrgent: false,
        page: 'jobs',
        text: expect.stringMatching(/never been backed up/),
      })
      const zh = await admin.send('GET', '/server-monitor/notice', { headers: { 'accept-language': 'zh-CN' } })
      expect(zh.data.map(({ text }: { text: string }) => text).join()).toContain('从未备份')
      const monitor = await admin.get('/server-monitor')
      expect(monitor['notices']).toEqual(data)
      expect(monitor['backup']).toEqual({ lastAt: null, isLate: true })
      const open = { jobId: 1, jobName: 'Backup', kind: 'backup', startedAt: Date.now(), status: '2' } as const
      await app.store.tx((db) => db.insert(app.store.t.jobRuns).values(open))
      expect((await admin.get('/server-monitor/notice')).data).toEqual([]) // it makes up for what it has missed
      expect((await (await app.signedIn('job:sysJob:list')).get('/server-monitor/notice')).http).toBe(403)
      await app.close()
    },
  )

  test('a clock behind what people have done is told, and at the start the log says so', async () => {
    const store = await openTestStore()
    const at = Date.now()
    const action = {
      actor: 'host',
      command: 'test',
      resource: 'monitor',
      summary: 'x',
      systemUser: 'root',
      now: at,
    } as const
    await noteOperation(store, await hostContext(store, store.db, action), { action: 'run' })
    const given = readSettings({}, { mode: 'production', dataDir })
    const watch = createWatch({
      auditHead,
      store,
      settings: given,
      feed: { size: () => 0 },
      now: () => at - 20 * 365 * DAY,
    })
    const { conditions } = await watch.figures()
    expect(conditions[0]).toMatchObject({ kind: 'clock', message: { key: 'watch.clockBehind' } })
    let written = ''
    keepLog({ write: (lines) => void (written += lines), writeNow: () => {}, dropped: () => 0 })
    watch.start()
    await until(() => written.includes('"event":"clock"'))
    keepLog()
    watch.stopping()
    await store.close()
  })

  test('a clock that was ahead once is told for a week of entries by the corrected one', async () => {
    const store = await openTestStore()
    const at = Date.now()
    const run = (startedAt: number) =>
      ({ jobId: 1, jobName: 'Backup', kind: 'backup', startedAt, finishedAt: startedAt, status: '2' }) as const
    const { jobRuns } = store.t
    for (const day of [-30, -2, -1, 365, 0, 1, 2, 6]) {
      await store.tx((db) => db.insert(jobRuns).values(run(at + day * DAY)))
    }
    const settings = readSettings({}, { mode: 'production', dataDir })
    const saidAfter = async (days: number) => {
      const feed = { size: () => 0 }
      const { conditions } = await createWatch({
        auditHead,
        store,
        settings,
        feed,
        now: () => at + days * DAY,
      }).figures()
      return conditions.filter(({ kind }) => kind === 'clock').length
    }
    expect(await Promise.all([0, 6.9, 7.1, 30].map(saidAfter))).toEqual([1, 1, 0, 0])
    await store.close()
  })

  test('a demo is left in peace', async () => {
    const app = await startApp({ settings: { dataDir, mode: 'demo' }, now: () => Date.now() + 100 * DAY })
    const admin = await app.signedIn('sysTools:serverMonitor:list')
    expect((await admin.get('/server-monitor/notice')).data).toEqual([])
    await app.close()
  })
})

test('a clock that is set is noticed, one that is put right a little at a time is not (S16)', () => {
  let [now, sinceBoot] = [Date.UTC(2026, 10, 21), 1000]
  const clock = createClockWatch({ now: () => now, sinceBootMs: () => sinceBoot })
  const pass = (ms: number, setBy = 0) => {
    sinceBoot += ms
    now += ms + setBy
    clock.look()
    return clock.recent()?.byMs
  }
  expect([pass(10_000), pass(10_000, 900), pass(10_000, HOUR), pass(10_000, -HOUR), pass(DAY)]).toEqual([
    undefined,
    undefined,
    HOUR + 900,
    -HOUR,
    undefined,
  ])
  expect(clock.jumps()).toBe(2)
  expect(pass(10_000, 365 * DAY)).toBe(365 * DAY)
  now -= 365 * DAY // set back, and not noticed yet
  expect(clock.recent()).toBeUndefined()
})

test('percentiles are those of the last five minutes', () => {
  const recent = createRecent(0)
  for (let ms = 1; ms <= 100; ms++) recent.add(ms, ms > 90, 1000)
  const near = (value: number) => Math.round(value / 10) * 10
  const { p50, p95, perMinute, failedPerMinute } = recent.figures(60_000)
  expect([near(p50), near(p95), perMinute, failedPerMinute]).toEqual([50, 100, 100, 10])
  expect(recent.figures(6 * 60_000)).toEqual({ p50: 0, p95: 0, perMinute: 0, failedPerMinute: 0 })
})

function freePort(): number {
  using server = Bun.serve({ hostname: '127.0.0.1', port: 0, fetch: () => new Response() })
  return server.port!
}

describe('trends of the server monitor', () => {
  const MINUTE = 60_000

  test('figures of each minute are kept for 24 hours, and answered in at most 300 points', () => {
    let now = Date.parse('2026-05-20T00:00:00Z')
    let loopMax = 0
    const answered = { all: 0, failed: 0 }
    const trend = createTrend({
      loop: () => ({ p50: 0, p99: 0, max: loopMax }),
      answered: () => ({ ...answered }),
      now: () => now,
    })
    for (let minute = 1; minute <= 25 * 60; minute++) {
      now += MINUTE
      answered.all += 10
      answered.failed += minute % 2
      loopMax = minute % 10 === 0 ? 0.5 : 0.01
      trend.note()
    }
    expect([1, 6, 24].map((hours) => trend.points(hours).length)).toEqual([60, 180, 288])
    expect(trend.points(1).map(({ perMinute }) => perMinute)).toEqual(Array.from({ length: 60 }, () => 10))
    expect(trend.points(24)[0]!.at).toBeGreaterThan(now - 24 * HOUR - 5 * MINUTE)
    expect(trend.points(24).at(-1)!.at).toBe(now)
    // of several minutes the longest delay is told, and the mean of requests
    expect(trend.points(24).filter((point) => point.loopMax === 0.5).length).toBe(144)
    const whole = trend.points(6).slice(0, -1)
    expect(new Set(whole.map(({ failedPerMinute }) => failedPerMinute))).toEqual(new Set([0.5]))
  })

  test('GET /server-monitor/trend tells them to whoever may see the monitor', async () => {
    const app = await startApp({ settings: { dataDir } })
    const reader = await app.signedIn('sysTools:serverMonitor:list')
    expect((await reader.get('/server-monitor/trend')).data).toEqual([])
    expect((await reader.get('/server-monitor/trend?hours=2')).code).toBe(400)
    expect((await (await app.signedIn('job:sysJob:list')).get('/server-monitor/trend')).http).toBe(403)
    await app.close()
  })
})
