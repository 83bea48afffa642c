import { and, between, count, desc, eq, getTableColumns, gt, isNull, lt, or, type SQL } from 'drizzle-orm'
import { statuses, type Status } from '#shared/constants'
import { codes } from '#shared/envelope'
import { text } from '#shared/i18n/catalogues'
import type { Locale } from '#shared/i18n/text'
import type { JobRun, JobRunQuery } from '#shared/admin/job'
import type { Page } from '#shared/list/page'
import { Refusal } from '../../platform/http/refusal'
import type { Dialect, Reader, Store } from '../../platform/store'
import type { Tables } from '../../tables'
import { atLeast, atMost, equals, listing } from '../../platform/list/listing'
import { writeOperation, type RequestContext } from '../../access/operation-log/write'
import { oneRow } from '../../platform/list/statement'
import { inWords, serializeMessage, type Message } from '../../platform/message/index'

export type RunRow = Tables['jobRuns']['$inferSelect']
type Begun = Pick<Tables['jobs']['$inferSelect'], 'jobId' | 'jobName' | 'jobNameEn' | 'kind'>

const lastRun = oneRow(({ db, t, bind }) =>
  db
    .select()
    .from(t.jobRuns)
    .where(eq(t.jobRuns.jobId, bind('jobId')))
    .orderBy(desc(t.jobRuns.runId)) // the clock may have been set back since
    .limit(1),
)

/** The last run of a job, scheduled or by hand; `undefined` before the first one. */
export const lastRunOf = (store: Store, jobId: number) => lastRun(store, { jobId })

const runWithin = oneRow(({ db, t: { jobRuns }, bind }) =>
  db
    .select({ runId: jobRuns.runId })
    .from(jobRuns)
    .where(and(eq(jobRuns.jobId, bind('jobId')), between(jobRuns.startedAt, bind('from'), bind('to'))))
    .limit(1),
)

/** True if a run of a job was started between two times, both included. */
export const hasRunWithin = async (store: Store, jobId: number, from: number, to: number): Promise<boolean> =>
  (await runWithin(store, { jobId, from, to })) !== undefined

/** Interval at which a process reports that a job is running, and the silence after which it counts as dead. */
export const BEAT_MS = 10_000
export const SILENT_MS = 60_000

/** The condition of unfinished runs without a working process. An embedded database has no other process. */
function isCut({ isShared, t: { jobRuns } }: Store, now: number): SQL | undefined {
  const isSilent = or(lt(jobRuns.aliveAt, now - SILENT_MS), gt(jobRuns.aliveAt, now + SILENT_MS))
  return and(isNull(jobRuns.finishedAt), isShared ? isSilent : undefined)
}

/** True if another process is working on a run. */
export const runsElsewhere = ({ isShared }: Store, { finishedAt, aliveAt }: RunRow, now: number): boolean =>
  isShared && finishedAt === null && Math.abs(now - aliveAt) <= SILENT_MS

type Beginning = {
  now: number
  /** The scheduled time of the run; undefined for a start by hand. */
  dueAt?: number
  /** The request of a start by hand, for the operation log. */
  context?: RequestContext
}

/**
 * Records the start of a run, and ends an interrupted run of the job. `undefined` if the scheduler need not start it:
 * another process has, or its schedule was switched off.
 * @throws Refusal 409 if it is running in another process
 */
export const beginRun = (store: Store, job: Begun, { now, dueAt, context }: Beginning): Promise<number | undefined> =>
  store.tx(async (db) => {
    const { jobRuns } = store.t
    const { jobId, jobName, jobNameEn, kind } = job
    if (dueAt !== undefined && !(await isToBegin(store, db, jobId, dueAt))) return undefined
    const ofJob = eq(jobRuns.jobId, jobId)
    await db
      .update(jobRuns)
      .set(cutAt(now))
      .where(and(ofJob, isCut(store, now)))
    const [open] = await db
      .select({ runId: jobRuns.runId })
      .from(jobRuns)
      .where(and(ofJob, isNull(jobRuns.finishedAt)))
    if (open) throw new Refusal(codes.conflict, 'job.isRunning', { name: jobName })
    const clock = { startedAt: now, aliveAt: now, dueAt: dueAt ?? null, isByHand: context !== undefined }
    const [run] = await db
      .insert(jobRuns)
      .values({ jobId, jobName, jobNameEn, kind, status: statuses.on, ...clock })
      .returning({ runId: jobRuns.runId })
    if (context) await writeOperation(store, db, context, { action: 'run', record: String(jobId), name: jobName })
    return run!.runId
  })

const cutAt = (now: number) => ({ finishedAt: now, status: statuses.off, message: '' })

/** True if the job is still scheduled, and no process has started it for this time. */
async function isToBegin(
  { t: { jobs, jobRuns } }: Dialect,
  db: Reader,
  jobId: number,
  dueAt: number,
): Promise<boolean> {
  const [job] = await db.select({ status: jobs.status }).from(jobs).where(eq(jobs.jobId, jobId))
  if (job?.status !== statuses.on) return false
  const isIt = and(eq(jobRuns.jobId, jobId), eq(jobRuns.dueAt, dueAt))
  return (await db.select({ runId: jobRuns.runId }).from(jobRuns).where(isIt)).length === 0
}

/** Reports to other processes that a run goes on. */
export const noteAlive = (store: Store, runId: number, aliveAt: number) =>
  store.tx(async (db) => {
    const { jobRuns } = store.t
    await db.update(jobRuns).set({ aliveAt }).where(eq(jobRuns.runId, runId))
  })

type RunEnd = { status: Status; message: Message | string }

export const endRun = (store: Store, runId: number, { status, message }: RunEnd, now: number) =>
  store.tx(async (db) => {
    const { jobRuns } = store.t
    const written = typeof message === 'string' ? message : serializeMessage(message)
    await db.update(jobRuns).set({ finishedAt: now, status, message: written }).where(eq(jobRuns.runId, runId))
  })

/** Marks runs interrupted by the end of their process as failed. */
export const endCutRuns = (store: Store, now: number) =>
  store.tx(async (db) => {
    await db.update(store.t.jobRuns).set(cutAt(now)).where(isCut(store, now))
  })

function runOf(
  { kind, startedAt, finishedAt, message, dueAt: _dueAt, aliveAt: _aliveAt, ...row }: RunRow,
  locale: Locale,
): JobRun {
  return {
    ...row,
    invokeTarget: kind,
    startedAt: new Date(startedAt).toISOString(),
    finishedAt: finishedAt === null ? null : new Date(finishedAt).toISOString(),
    message: finishedAt === null ? '' : said(message, locale),
  }
}

/** An interrupted run has no message. An exception of the job has its own text. */
function said(message: string, locale: Locale): string {
  if (message === '') return text(locale, 'job.cutShort')
  return message.startsWith('{') ? inWords(locale, message) : message
}

const runPage = listing<JobRunQuery>()(({ db, t: { jobRuns } }) => ({
  rows: () => db.select(getTableColumns(jobRuns)).from(jobRuns).$dynamic(),
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

/** The runs of jobs, the latest first. */
export async function listJobRuns(store: Store, query: JobRunQuery, locale: Locale): Promise<Page<JobRun>> {
  const found = await runPage(store, query)
  return { ...found, list: found.list.map((row) => runOf(row, locale)) }
}
