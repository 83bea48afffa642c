import { sql } from 'drizzle-orm'
import type { JobKind, Status } from '#shared/constants'
import type { Columns } from '../../platform/tables/columns'

export function jobTables(k: Columns) {
  const jobs = k.table('sys_job', {
    jobId: k.id('job_id'),
    jobName: k.text('job_name').notNull(),
    /** The same in English; empty where none was given. */
    jobNameEn: k.text('job_name_en').notNull().default(''),
    jobGroup: k.text('job_group').notNull(),
    kind: k.text('kind').$type<JobKind>().notNull(),
    cronExpression: k.text('cron_expression').notNull(),
    args: k.text('args').notNull().default(''),
    misfirePolicy: k.int('misfire_policy').notNull().default(1),
    concurrent: k.int('concurrent').notNull().default(1),
    status: k.text('status').$type<Status>().notNull(),
    createBy: k.int('create_by'),
    createdAt: k.time('created_at').notNull(),
    updatedAt: k.time('updated_at').notNull(),
  })
  /** What became of a job each time. It outlives the job. */
  const jobRuns = k.table(
    'sys_job_run',
    {
      runId: k.id('run_id'),
      jobId: k.int('job_id').notNull(),
      jobName: k.text('job_name').notNull(),
      jobNameEn: k.text('job_name_en').notNull().default(''),
      kind: k.text('kind').$type<JobKind>().notNull(),
      startedAt: k.time('started_at').notNull(),
      /** Null while it runs. */
      finishedAt: k.time('finished_at'),
      status: k.text('status').$type<Status>().notNull(),
      message: k.text('message').notNull().default(''),
      /** Started by somebody, not by the clock. */
      isByHand: k.bool('is_by_hand').notNull().default(false),
      /** The time of the clock at which it was due: of several processes one runs it. Null of what was started by hand. */
      dueAt: k.time('due_at'),
      /** When the process that runs it has said last that it does. */
      aliveAt: k.time('alive_at').notNull().default(0),
    },
    (t) => [
      k.index('sys_job_run_job').on(t.jobId, t.startedAt),
      k.index('sys_job_run_at').on(t.startedAt, t.runId),
      k.unique('sys_job_run_due').on(t.jobId, t.dueAt),
      k
        .unique('sys_job_run_open')
        .on(t.jobId)
        .where(sql`finished_at is null`),
    ],
  )
  return { jobs, jobRuns }
}
