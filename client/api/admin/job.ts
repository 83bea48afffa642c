import type { Page } from '#shared/list/page'
import type { Job, JobInput, JobQuery, JobRun, JobRunQuery } from '#shared/admin/job'
import { job } from '#shared/admin/job-resource'
import { read, request } from '../http'
import { changeAt, resourceApi, type Change } from '../resource'

export const jobApi = {
  ...resourceApi<Job, Job, JobInput, JobQuery>(job),
  /** The id is in the body. */
  update: (jobId: number, change: Change<JobInput>) => changeAt(job.path, change, { jobId }),
  /** Starts the schedule. */
  start: (jobId: number) => request<null>('POST', `/job/start/${jobId}`, { body: {} }),
  /** Stops the schedule. */
  stop: (jobId: number) => request<null>('POST', `/job/remove/${jobId}`, { body: {} }),
  /** Runs the job now; returns the run's id. */
  run: (jobId: number) => request<number>('POST', `/job/run/${jobId}`, { body: {} }),
  runs: (query: Partial<JobRunQuery>, signal: AbortSignal) => read<Page<JobRun>>('/sysjob-run', signal, query),
}
