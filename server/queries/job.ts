import { and, count, desc, eq, isNull } from 'drizzle-orm'
import { statuses, type JobKind, type Status } from '#shared/constants'
import { text } from '#shared/i18n/catalogues'
import type { Locale } from '#shared/i18n/text'
import type { Job, JobChange, JobInput, JobQuery, JobRun, JobRunQuery } from '#shared/schemas/job'
import type { Page } from '#shared/schemas/page'
import type { Store } from '../store'
import type { Tables } from '../tables'
import { atLeast, atMost, contains, equals, listing } from './listing'
import { changesOf, writeOperation, type Act } from './operation'
import { oneRow } from './statement'
import { inWords, told, type Told } from './told'
import { bringBack, discard } from './trash'

export type JobRow = Tables['jobs']['$inferSelect']
type RunRow = Tables['jobRuns']['$inferSelect']

/** What the scheduler knows beside the row. */
export type Clock = { nextRunAt: (jobId: number) => Date | undefined; isRunning: (jobId: number) => boolean }

function jobOf({ kind, createdAt, updatedAt, ...row }: JobRow, last: RunRow | undefined, clock: Clock): Job {
  const next = clock.nextRunAt(row.jobId)
  return {
    ...row,
    jobType: 2,
    invokeTarget: kind,
    status: row.status === statuses.on ? 2 : 1,
    entry_id: next ? row.jobId : 0,
    entryId: next ? row.jobId : 0,
    isRunning: clock.isRunning(row.jobId),
    nextRunAt: next?.toISOString() ?? null,
    lastRunAt: last ? new Date(last.startedAt).toISOString() : null,
    lastStatus: last?.status ?? null,
    createdAt: new Date(createdAt).toISOString(),
    updatedAt: new Date(updatedAt).toISOString(),
  }
}

const page = listing<JobQuery>()(({ db, t: { jobs } }) => ({
  rows: () => db.select().from(jobs).$dynamic(),
  counted: jobs,
  key: jobs.jobId,
  filters: {
    jobName: contains(jobs.jobName),
    jobGroup: equals(jobs.jobGroup),
    invokeTarget: equals(jobs.kind),
    status: equals(jobs.status),
  },
  orders: {
    jobId: jobs.jobId,
    jobName: jobs.jobName,
    jobGroup: jobs.jobGroup,
    status: jobs.status,
    createdAt: jobs.createdAt,
  },
  defaultOrder: [jobs.jobId],
}))

const lastRun = oneRow(({ db, t, bind }) =>
  db
    .select()
    .from(t.jobRuns)
    .where(eq(t.jobRuns.jobId, bind('jobId')))
    .orderBy(desc(t.jobRuns.startedAt))
    .limit(1),
)

/** When a job was started last, by the clock or by hand; `undefined` before the first time. */
export const lastRunOf = (store: Store, jobId: number) => lastRun(store, { jobId })

export async function listJobs(store: Store, query: JobQuery, clock: Clock): Promise<Page<Job>> {
  const found = await page(store, query)
  const list = await Promise.all(found.list.map(async (row) => jobOf(row, await lastRunOf(store, row.jobId), clock)))
  return { ...found, list }
}

const byId = oneRow(({ db, t, bind }) =>
  db
    .select()
    .from(t.jobs)
    .where(eq(t.jobs.jobId, bind('jobId'))),
)

export const jobRow = (store: Store, jobId: number) => byId(store, { jobId })

export async function getJob(store: Store, jobId: number, clock: Clock): Promise<Job | undefined> {
  const row = await jobRow(store, jobId)
  return row && jobOf(row, await lastRunOf(store, jobId), clock)
}

/** All jobs that the clock starts. */
export const enabledJobs = (store: Store): Promise<JobRow[]> =>
  store.db.select().from(store.t.jobs).where(eq(store.t.jobs.status, statuses.on))

const fieldsOf = <Input extends { invokeTarget: JobKind }>({ invokeTarget, ...input }: Input) => ({
  ...input,
  kind: invokeTarget,
})

export const createJob = (store: Store, input: JobInput, act: Act): Promise<number> =>
  store.tx(async (db) => {
    const stamps = { createBy: act.operator.userId, createdAt: act.now, updatedAt: act.now }
    const [made] = await db
      .insert(store.t.jobs)
      .values({ ...fieldsOf(input), ...stamps })
      .returning({ jobId: store.t.jobs.jobId })
    const { jobId } = made!
    await writeOperation(store, db, act, {
      action: 'create',
      record: String(jobId),
      name: input.jobName,
      after: input,
    })
    return jobId
  })

/** Changes a job; `undefined` when it is not there. */
export const updateJob = (store: Store, { jobId, ...input }: JobChange, act: Act): Promise<number | undefined> =>
  store.tx(async (db) => {
    const { jobs } = store.t
    const [job] = await db.select().from(jobs).where(eq(jobs.jobId, jobId))
    if (!job) return undefined
    const fields = fieldsOf(input)
    await db
      .update(jobs)
      .set({ ...fields, updatedAt: act.now })
      .where(eq(jobs.jobId, jobId))
    const change = changesOf(job, fields)
    await writeOperation(store, db, act, { action: 'update', record: String(jobId), name: input.jobName, ...change })
    return jobId
  })

/** Puts a job under the clock, or takes it away from it. */
export const setJobStatus = (store: Store, jobId: number, status: Status, act: Act): Promise<number | undefined> =>
  store.tx(async (db) => {
    const { jobs } = store.t
    const [job] = await db.select().from(jobs).where(eq(jobs.jobId, jobId))
    if (!job) return undefined
    await db.update(jobs).set({ status, updatedAt: act.now }).where(eq(jobs.jobId, jobId))
    const change = changesOf(job, { status })
    await writeOperation(store, db, act, { action: 'status', record: String(jobId), name: job.jobName, ...change })
    return jobId
  })

export const deleteJobs = (store: Store, ids: number[], act: Act): Promise<number[] | undefined> =>
  store.tx((db) => discard(store, db, 'job', ids, act, ({ jobName }) => String(jobName)))

export const restoreJobs = (store: Store, ids: number[], act: Act): Promise<number[] | undefined> =>
  store.tx((db) => bringBack(store, db, 'job', ids, act))

/** Writes down that a job begins; a run of it whose end could not be written down is over. By hand, it is a deed. */
export const beginRun = (store: Store, { jobId, jobName, kind }: JobRow, now: number, act?: Act): Promise<number> =>
  store.tx(async (db) => {
    const { jobRuns } = store.t
    const cut = { finishedAt: now, status: statuses.off, message: '' }
    await db
      .update(jobRuns)
      .set(cut)
      .where(and(eq(jobRuns.jobId, jobId), isNull(jobRuns.finishedAt)))
    const [run] = await db
      .insert(jobRuns)
      .values({ jobId, jobName, kind, startedAt: now, status: statuses.on, isByHand: act !== undefined })
      .returning({ runId: jobRuns.runId })
    if (act) await writeOperation(store, db, act, { action: 'run', record: String(jobId), name: jobName })
    return run!.runId
  })

type RunEnd = { status: Status; message: Told | string }

export const endRun = (store: Store, runId: number, { status, message }: RunEnd, now: number) =>
  store.tx(async (db) => {
    const { jobRuns } = store.t
    const written = typeof message === 'string' ? message : told(message)
    await db.update(jobRuns).set({ finishedAt: now, status, message: written }).where(eq(jobRuns.runId, runId))
  })

/** Runs that a stop of the server cut short are over, and have failed. */
export const endCutRuns = (store: Store, now: number) =>
  store.tx(async (db) => {
    const { jobRuns } = store.t
    const cut = { finishedAt: now, status: statuses.off, message: '' }
    await db.update(jobRuns).set(cut).where(isNull(jobRuns.finishedAt))
  })

function runOf({ kind, startedAt, finishedAt, message, ...row }: RunRow, locale: Locale): JobRun {
  return {
    ...row,
    invokeTarget: kind,
    startedAt: new Date(startedAt).toISOString(),
    finishedAt: finishedAt === null ? null : new Date(finishedAt).toISOString(),
    message: finishedAt === null ? '' : said(message, locale),
  }
}

/** Nothing was written where the server was stopped; what fails by itself says why in its own words. */
function said(message: string, locale: Locale): string {
  if (message === '') return text(locale, 'job.cutShort')
  return message.startsWith('{') ? inWords(locale, message) : message
}

const runPage = listing<JobRunQuery>()(({ db, t: { jobRuns } }) => ({
  rows: () => db.select().from(jobRuns).$dynamic(),
  counted: () => db.select({ hits: count() }).from(jobRuns).$dynamic(),
  key: jobRuns.runId,
  filters: {
    jobId: equals(jobRuns.jobId),
    status: equals(jobRuns.status),
    beginTime: atLeast(jobRuns.startedAt),
    endTime: atMost(jobRuns.startedAt),
  },
  orders: { startedAt: jobRuns.startedAt, status: jobRuns.status },
  defaultOrder: [desc(jobRuns.startedAt), desc(jobRuns.runId)],
}))

/** What became of jobs, the latest first. */
export async function listJobRuns(store: Store, query: JobRunQuery, locale: Locale): Promise<Page<JobRun>> {
  const found = await runPage(store, query)
  return { ...found, list: found.list.map((row) => runOf(row, locale)) }
}
