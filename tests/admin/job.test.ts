import { afterAll, describe, expect, test } from 'bun:test'
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Cron } from 'croner'
import { eq } from 'drizzle-orm'
import { qcJobs } from '#server/qc/notification/jobs'
import { createScheduler, dueAt } from '#server/admin/job/scheduler'
import { readSettings } from '#server/env'
import { jobRow } from '#server/admin/job/queries'
import { newestBackupAt } from '#server/admin/watch/backup'
import { ALL_PERMISSIONS } from '#shared/permissions'
import { startApp } from '../support/app'
import { copyInto } from '../support/store'
import { until } from '../support/until'

const dataDir = mkdtempSync(join(tmpdir(), 'caliper-jobs-'))
let now = Date.parse('2026-11-21T12:00:00Z')
const { app, store, signedIn, close } = await startApp({ settings: { dataDir }, now: () => now })
afterAll(async () => {
  await close()
  rmSync(dataDir, { recursive: true })
})
const isSqlite = store.dialect === 'sqlite'
const admin = await signedIn(ALL_PERMISSIONS)
const job = { jobName: 'Statistics', invokeTarget: 'statistics', cronExpression: '30 3 * * 0' }
const make = async (change: object = {}) => (await admin.post('/sysjob', { ...job, ...change })).data as number

/** The latest run of a job, once it is over. */
async function finished(jobId: number) {
  const latest = async () => (await admin.get(`/sysjob-run?jobId=${jobId}`)).data.list[0]
  await until(async () => Boolean((await latest())?.finishedAt))
  return latest()
}

test('a job can be created, read, changed, stopped, started and deleted, and brought back', async () => {
  const jobId = await make({ jobName: 'Nightly', args: '3', status: '2' })
  expect((await admin.get(`/sysjob/${jobId}`)).data).toMatchObject({
    jobName: 'Nightly',
    jobType: 2,
    invokeTarget: 'statistics',
    status: 2,
    misfirePolicy: 1,
    lastRunAt: null,
  })
  expect((await admin.put('/sysjob', { ...job, jobId, jobName: 'Weekly', entryId: 9, createBy: 3 })).data).toBe(jobId)
  expect((await admin.get('/sysjob?jobName=WEEK')).data.list).toMatchObject([{ jobId, jobName: 'Weekly' }])
  expect((await admin.get(`/job/remove/${jobId}`)).code).toBe(200)
  expect((await admin.get(`/sysjob/${jobId}`)).data.status).toBe(1)
  expect((await admin.post(`/job/start/${jobId}`, {})).code).toBe(200)
  expect((await admin.get(`/sysjob/${jobId}`)).data.status).toBe(2)
  expect((await admin.delete('/sysjob', { ids: [jobId] })).data).toEqual([jobId])
  expect((await admin.get(`/sysjob/${jobId}`)).code).toBe(404)
  expect((await admin.post('/sysjob/restore', { ids: [jobId] })).data).toEqual([jobId])
  expect((await admin.get(`/sysjob/${jobId}`)).data.jobName).toBe('Weekly')
  const { data } = await admin.get('/sys-opera-log?stem=job&idOrder=asc')
  expect(data.list.map(({ action }: { action: string }) => action)).toEqual([
    'create',
    'update',
    'status',
    'status',
    'delete',
    'restore',
  ])
})

test.each(['remove', 'start', 'run'])(
  'HEAD /job/%s does nothing, whatever GET does for clients of the family (S41)',
  async (command) => {
    const jobId = await make({ jobName: 'Stays', status: command === 'start' ? '1' : '2' })
    const { data } = await admin.get(`/sysjob/${jobId}`)
    const headers = { authorization: `Bearer ${admin.token}` }
    await app.request(`/api/v1/job/${command}/${jobId}`, { method: 'HEAD', headers })
    expect((await admin.get(`/sysjob/${jobId}`)).data).toEqual(data)
  },
)

describe('what a job may be', () => {
  test.each([
    ['every minute', { cronExpression: '* * * * *' }],
    ['with seconds, as clients of the family write it', { cronExpression: '0 0 4 * * *' }],
    ['numbers as text', { misfirePolicy: '3', concurrent: '0', status: 1 }],
  ])('%s is accepted', async (_what, change) => {
    expect((await admin.post('/sysjob', { ...job, ...change })).code).toBe(200)
  })
})

test('what is run by hand is in its history and in the operation log, with who did it', async () => {
  const jobId = await make()
  expect((await admin.post(`/job/run/${jobId}`, {})).code).toBe(200)
  expect(await finished(jobId)).toMatchObject({
    jobId,
    status: '2',
    isByHand: true,
    message: 'Database statistics refreshed',
  })
  expect((await admin.get(`/sysjob/${jobId}`)).data).toMatchObject({ lastStatus: '2', isRunning: false })
  expect((await admin.get(`/sys-opera-log?action=run`)).data.list[0]).toMatchObject({ record: String(jobId) })
})

test('a job that is running is not started again beside itself, and may be once it is over', async () => {
  const jobId = await make()
  const job = (await jobRow(store, jobId))!
  const scheduler = createScheduler(store, readSettings({}, { mode: 'production', dataDir }), qcJobs)
  const first = scheduler.run(job)
  await expect(scheduler.run(job)).rejects.toMatchObject({ code: 409, key: 'job.isRunning' })
  await first
  await scheduler.stop()
  await scheduler.run(job)
  await scheduler.stop()
  expect((await admin.get(`/sysjob-run?jobId=${jobId}`)).data.count).toBe(2)
})

test('a run whose end could not be written down does not keep its job from running', async () => {
  const jobId = await make()
  const { jobRuns } = store.t
  const open = { jobId, jobName: 'cut', kind: 'statistics', startedAt: 1, status: '2' } as const
  await store.tx((db) => db.insert(jobRuns).values(open))
  expect((await admin.post(`/job/run/${jobId}`, {})).code).toBe(200)
  await finished(jobId)
  const { data } = await admin.get(`/sysjob-run?jobId=${jobId}`)
  expect(data.list.map(({ status }: { status: string }) => status)).toEqual(['2', '1'])
})

test.skipIf(!isSqlite)('a backup is private to its owner, and only so many are kept', async () => {
  const { jobs } = store.t
  await copyInto(dataDir, store)
  const jobId = await make({ jobName: 'Backup', invokeTarget: 'backup', args: '1' })
  await store.tx((db) => db.update(jobs).set({ args: '1' }).where(eq(jobs.kind, 'backup'))) // the one of each installation
  const folder = join(dataDir, 'backups')
  for (let run = 0; run < 2; run++) {
    now += 60_000
    await admin.post(`/job/run/${jobId}`, {})
    expect(await finished(jobId)).toMatchObject({ status: '2' })
  }
  expect(readdirSync(folder)).toHaveLength(1)
  await make({ jobName: 'Backup of the week', invokeTarget: 'backup', args: '2', status: '1' })
  now += 60_000
  await admin.post(`/job/run/${jobId}`, {})
  expect(await finished(jobId)).toMatchObject({ status: '2' })
  const copies = readdirSync(folder)
  expect(copies).toHaveLength(2) // both jobs write into it
  const modes = [folder, ...copies.map((name) => join(folder, name))].map((path) => statSync(path).mode & 0o777)
  expect(modes).toEqual([0o700, 0o600, 0o600])
})

test.skipIf(!isSqlite)('a backup says what is in the way where its folder is a file', async () => {
  const folder = join(dataDir, 'backups')
  rmSync(folder, { recursive: true, force: true })
  await copyInto(dataDir, store)
  writeFileSync(folder, '')
  const jobId = await make({ jobName: 'Backup', invokeTarget: 'backup' })
  await admin.post(`/job/run/${jobId}`, {})
  expect(await finished(jobId)).toMatchObject({
    status: '1',
    message: `${folder} cannot be written: a file is in the place of a folder (ENOTDIR)`,
  })
  rmSync(folder)
})

test.skipIf(!isSqlite)(
  'a backup is named by the clock of the server where TZ alone sets it, as in a container',
  async () => {
    const zone = process.env['TZ'] ?? 'UTC'
    process.env['TZ'] = 'Asia/Shanghai'
    try {
      now += 60_000
      await copyInto(dataDir, store)
      const jobId = await make({ jobName: 'Zone', invokeTarget: 'backup' })
      await admin.post(`/job/run/${jobId}`, {})
      expect(await finished(jobId)).toMatchObject({ status: '2' })
      expect(newestBackupAt(dataDir, now)).toBe(now)
    } finally {
      process.env['TZ'] = zone
    }
  },
)

test.skipIf(isSqlite)('with PostgreSQL no job becomes a backup; pages hear that there is none', async () => {
  const refusal = { code: 400, errors: { invokeTarget: 'With PostgreSQL, back up with pg_dump' } }
  expect(await admin.post('/sysjob', { ...job, invokeTarget: 'backup' })).toMatchObject(refusal)
  const jobId = await make()
  expect(await admin.put('/sysjob', { jobId, invokeTarget: 'backup' })).toMatchObject(refusal)
  expect((await admin.get(`/sysjob/${jobId}`)).data.invokeTarget).toBe('statistics')
  expect((await admin.get('/app-config')).data).toMatchObject({ backup_job: '0' })
})

test.skipIf(isSqlite)('with PostgreSQL a backup of before says what to use instead, and can be changed', async () => {
  const { jobs } = store.t
  const jobId = await make({ jobName: 'Backup' })
  await store.tx((db) => db.update(jobs).set({ kind: 'backup' }).where(eq(jobs.jobId, jobId)))
  expect((await admin.get(`/sysjob/${jobId}`)).data.invokeTarget).toBe('backup')
  expect((await admin.put('/sysjob', { jobId, jobName: 'Old backup', invokeTarget: 'backup' })).code).toBe(200)
  await admin.post(`/job/run/${jobId}`, {})
  expect(await finished(jobId)).toMatchObject({ status: '1', message: 'With PostgreSQL, back up with pg_dump' })
})

describe('the clock', () => {
  const settings = readSettings({}, { mode: 'production', dataDir })

  test('starts what was missed while the server was off, but not what is to be left, or was made since', async () => {
    const { jobs } = store.t
    const yesterday = Date.now() - 86_400_000
    const missed = await make({ jobName: 'missed', cronExpression: '0 * * * *' })
    const another = await make({ jobName: 'missed at the same time', cronExpression: '0 * * * *' })
    const left = await make({ jobName: 'left', cronExpression: '0 * * * *', misfirePolicy: 3 })
    const off = await make({ jobName: 'off', cronExpression: '0 * * * *', status: 1 })
    const since = await make({ jobName: 'made since', cronExpression: '0 0 1 1 *' })
    await store.tx((db) => db.update(jobs).set({ createdAt: yesterday }))
    await store.tx((db) => db.update(jobs).set({ createdAt: Date.now() }).where(eq(jobs.jobId, since)))
    const scheduler = createScheduler(store, settings, qcJobs)
    await scheduler.start()
    await scheduler.stop()
    const runs = (await admin.get('/sysjob-run?pageSize=100')).data.list as { jobId: number; isByHand: boolean }[]
    const started = runs.filter(({ isByHand }) => !isByHand).map(({ jobId }) => jobId)
    expect([missed, another].map((jobId) => started.includes(jobId))).toEqual([true, true])
    expect([left, off, since].map((jobId) => started.includes(jobId))).toEqual([false, false, false])
  })

  test('starts what was missed also after a run of a clock that was ahead, and shows the run that was started last', async () => {
    const { jobs, jobRuns } = store.t
    const missed = await make({ jobName: 'missed after a jump', cronExpression: '0 * * * *' })
    const done = await make({ jobName: 'done', cronExpression: '0 * * * *' })
    const ahead = Date.now() + 365 * 86_400_000
    await store.tx((db) => db.update(jobs).set({ createdAt: ahead }).where(eq(jobs.jobId, missed)))
    const run = (jobId: number, startedAt: number) =>
      ({ jobId, jobName: '', kind: 'statistics', startedAt, finishedAt: startedAt, status: '2' }) as const
    await store.tx((db) => db.insert(jobRuns).values([run(missed, ahead), run(done, ahead), run(done, Date.now() - 1)]))
    const scheduler = createScheduler(store, settings, qcJobs)
    await scheduler.start()
    await scheduler.stop()
    const runsOf = async (jobId: number) => (await admin.get(`/sysjob-run?jobId=${jobId}`)).data.count
    expect(await runsOf(missed)).toBe(2)
    expect(await runsOf(done)).toBe(2)
    expect(Date.parse((await admin.get(`/sysjob/${missed}`)).data.lastRunAt)).toBeLessThan(ahead)
  })

  test('knows when a job is due, and forgets one that was stopped', async () => {
    const jobId = await make({ cronExpression: '0 4 * * *', misfirePolicy: 3 })
    const scheduler = createScheduler(store, settings, qcJobs)
    await scheduler.start()
    expect(scheduler.nextRunAt(jobId)!.getHours()).toBe(4)
    await admin.get(`/job/remove/${jobId}`)
    await scheduler.refresh()
    expect(scheduler.nextRunAt(jobId)).toBeUndefined()
    await scheduler.stop()
  })

  test('a run that a stop of the server cut short is over, and says so', async () => {
    const jobId = await make({ misfirePolicy: 3 })
    const row = (await jobRow(store, jobId))!
    const { jobRuns } = store.t
    const run = { jobId, jobName: row.jobName, kind: row.kind, startedAt: 1, status: '2' } as const
    await store.tx((db) => db.insert(jobRuns).values(run))
    const scheduler = createScheduler(store, settings, qcJobs)
    await scheduler.start()
    await scheduler.stop()
    const { data } = await admin.get(`/sysjob-run?jobId=${jobId}`)
    expect(data.list).toMatchObject([{ status: '1', message: 'The server stopped while the job was running' }])
  })
})

test('the clean-up forgets nothing while the clock seems to have been set ahead, and goes on a week later (S71)', async () => {
  const DAY = 86_400_000
  await admin.delete('/sysjob', { ids: [await make({ jobName: 'Deleted' })] })
  const trashed = async () => (await store.db.select().from(store.t.trash)).length
  const row = (await jobRow(store, await make({ invokeTarget: 'log-cleanup' })))!
  const kept = await trashed()
  const before = Math.max(now, Date.now())
  let at = before + 22 * DAY
  const scheduler = createScheduler(store, readSettings({}, { mode: 'production', dataDir }), qcJobs, () => at)
  const ran = async () => {
    await scheduler.run(row)
    await scheduler.stop()
    const { status, message } = (await admin.get(`/sysjob-run?jobId=${row.jobId}`)).data.list[0]
    return [status, message, await trashed()]
  }
  const refused = ['1', expect.stringContaining('may have been set forward'), kept]
  expect(await ran()).toEqual(refused)
  at = before + 365 * DAY
  expect(await ran()).toEqual(refused)
  at += 6 * DAY
  expect((await ran())[0]).toBe('1')
  at += 2 * DAY
  expect(await ran()).toEqual(['2', expect.stringContaining(`${kept} of the trash`), 0])
})

test('the clean-up forgets what is older than it is to be kept, runs of jobs as well, and no more', async () => {
  const { loginLogs } = store.t
  const entry = {
    event: 'sign-in',
    status: '2',
    reason: 'done',
    method: 'password',
    userId: null,
    username: 'old',
    address: '',
    userAgent: '',
  } as const
  const age = (days: number) => now - days * 86_400_000
  await store.tx((db) => db.insert(loginLogs).values([399, 401, 500].map((days) => ({ ...entry, at: age(days) }))))
  const jobId = await make({ invokeTarget: 'log-cleanup' })
  await admin.post(`/job/run/${jobId}`, {})
  expect((await finished(jobId)).message).toStartWith('Deleted 2 entries of the sign-in log')
  expect((await admin.get('/sys-login-log?username=old')).data.count).toBe(1)
  expect((await admin.get('/sysjob-run?endTime=1999-12-31')).data.count).toBe(0)
})

test('a run that is asked for again with the same key is the same run (S51)', async () => {
  const jobId = await make({ jobName: 'Once' })
  const run = () =>
    admin.send('POST', `/job/run/${jobId}`, { body: {}, headers: { 'idempotency-key': `run-once-of-job-${jobId}` } })
  const first = await run()
  expect(first.code).toBe(200)
  expect(await run()).toMatchObject({ code: 200, data: first.data })
  await finished(jobId)
  expect(await run()).toMatchObject({ code: 200, data: first.data })
  expect((await admin.get(`/sysjob-run?jobId=${jobId}`)).data.count).toBe(1)
})

test('a job that strikes twice, since the clock was set back, is due at the same time; the next day at another', () => {
  const timer = new Cron('30 3 * * *', { paused: true, timezone: 'UTC' })
  const due = (at: string) => new Date(dueAt(timer, Date.parse(at))!).toISOString()
  const today = '2026-11-21T03:30:00.000Z'
  expect(due('2026-11-21T03:30:00.000Z')).toBe(today)
  expect(due('2026-11-21T03:30:00.004Z')).toBe(today)
  expect(due('2026-11-21T03:30:40.000Z')).toBe(today) // struck late
  expect(due('2026-11-22T03:30:00.002Z')).toBe('2026-11-22T03:30:00.000Z')
})
