import { sql } from 'drizzle-orm'
import type { JobKind, Status } from '#shared/constants'
import type { Columns } from '../../platform/tables/columns'

export function jobTables(k: Columns) {
  const jobs = k.table('sys_job', {
    jobId: k.id('job_id'),
    jobName: k.text('job_name').notNull(),
    /** English name; may be empty. */
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
  /** Runs of jobs. They stay when their job is deleted. */
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
      /** Started by hand, not by the scheduler. */
      isByHand: k.bool('is_by_hand').notNull().default(false),
      /** The scheduled time: of several processes, one runs it. Null for a start by hand. */
      dueAt: k.time('due_at'),
      /** The last report of the process that runs it. */
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
