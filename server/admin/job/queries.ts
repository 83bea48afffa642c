import { eq, getTableColumns } from 'drizzle-orm'
import { statuses, type Status } from '#shared/constants'
import { codes } from '#shared/envelope'
import { Job, JobChange, JobInput, JobQuery } from '#shared/admin/job'
import { job } from '#shared/admin/job-resource'
import type { Page } from '#shared/list/page'
import { notFound, Refusal } from '../../platform/http/refusal'
import type { Store } from '../../platform/store'
import type { Tables } from '../../tables'
import { lastRunOf, type RunRow } from './run'
import { declaredList } from '../../platform/list/declared'
import { listing } from '../../platform/list/listing'
import { changesOf, writeOperation, type RequestContext } from '../../access/operation-log/write'
import { recordWriter } from '../../access/crud/record-writer'
import { laterThan } from '../../access/crud/seen'
import { oneRow } from '../../platform/list/statement'
import { stampsOf, statusNumber } from '../../platform/list/wire'

export const jobSchemas = { row: Job, input: JobInput, change: JobChange, query: JobQuery }

export type JobRow = Tables['jobs']['$inferSelect']

/** The data of a job from the scheduler. */
export type Clock = {
  nextRunAt: (jobId: number) => Date | undefined
  /** In this process or, by its last run, in another. */
  isRunning: (jobId: number, last: RunRow | undefined) => boolean
}

type Asking = Pick<RequestContext, 'isForFamily'>

/** Other front ends of the API family offer to start a job that has no entry id and is not disabled. */
function jobOf(
  { kind, createBy: _createBy, ...row }: JobRow,
  last: RunRow | undefined,
  clock: Clock,
  { isForFamily }: Asking,
): Job {
  const next = clock.nextRunAt(row.jobId)
  return {
    ...row,
    jobType: 2,
    invokeTarget: kind,
    status: statusNumber(isForFamily ? statuses.on : row.status),
    entry_id: next ? row.jobId : 0,
    entryId: next ? row.jobId : 0,
    isRunning: clock.isRunning(row.jobId, last),
    nextRunAt: next?.toISOString() ?? null,
    lastRunAt: last ? new Date(last.startedAt).toISOString() : null,
    lastStatus: last?.status ?? null,
    ...stampsOf(row),
  }
}

const page = listing<JobQuery>()((store) => {
  const { jobs } = store.t
  return {
    rows: () => store.db.select(getTableColumns(jobs)).from(jobs).$dynamic(),
    counted: jobs,
    key: jobs.jobId,
    ...declaredList(job, { ...getTableColumns(jobs), invokeTarget: jobs.kind }, store),
    defaultOrder: [jobs.jobId],
  }
})

export const jobGroups = page.groups

export async function listJobs(store: Store, query: JobQuery, clock: Clock, asking: Asking): Promise<Page<Job>> {
  const found = await page(store, query)
  const list = await Promise.all(
    found.list.map(async (row) => jobOf(row, await lastRunOf(store, row.jobId), clock, asking)),
  )
  return { ...found, list }
}

const byId = oneRow(({ db, t, bind }) =>
  db
    .select()
    .from(t.jobs)
    .where(eq(t.jobs.jobId, bind('jobId'))),
)

export const jobRow = (store: Store, jobId: number) => byId(store, { jobId })

export async function getJob(store: Store, jobId: number, clock: Clock, asking: Asking): Promise<Job | undefined> {
  const row = await jobRow(store, jobId)
  return row && jobOf(row, await lastRunOf(store, jobId), clock, asking)
}

/** All jobs with a schedule that is on. */
export const enabledJobs = (store: Store): Promise<JobRow[]> =>
  store.db.select().from(store.t.jobs).where(eq(store.t.jobs.status, statuses.on))

export const jobWriter = recordWriter(
  job,
  { input: JobInput, change: JobChange.omit({ jobId: true }) },
  {
    table: 'jobs',
    answer: (row) => ({ ...row, invokeTarget: row.kind, status: statusNumber(row.status), ...stampsOf(row) }),
    columns: ({ invokeTarget: kind, ...fields }) => ({ ...fields, ...(kind !== undefined && { kind }) }),
    async beforeSave({ dialect }, _db, next, before) {
      const { invokeTarget } = next as Partial<JobInput> // stored under another name
      if (invokeTarget === 'backup' && before?.kind !== 'backup' && dialect === 'postgres') {
        throw new Refusal(codes.badRequest, 'job.noBackup').at('invokeTarget')
      }
    },
  },
)

/** Switches the schedule of a job on or off. */
export const setJobStatus = (
  store: Store,
  jobId: number,
  status: Status,
  context: RequestContext,
): Promise<number | undefined> =>
  store.tx(async (db) => {
    const { jobs } = store.t
    const [job] = await db.select().from(jobs).where(eq(jobs.jobId, jobId))
    if (!job) throw notFound()
    const updatedAt = laterThan(jobs.updatedAt, context.now)
    await db.update(jobs).set({ status, updatedAt }).where(eq(jobs.jobId, jobId))
    const change = changesOf(job, { status })
    await writeOperation(store, db, context, { action: 'status', record: String(jobId), name: job.jobName, ...change })
    return jobId
  })
