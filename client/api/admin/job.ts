import type { Page } from '#shared/list/page'
import type { Job, JobInput, JobQuery, JobRun, JobRunQuery } from '#shared/admin/job'
import { job } from '#shared/admin/job-resource'
import { read, request } from '../http'
import { changeAt, resourceApi, type Change } from '../resource'

export const jobApi = {
  ...resourceApi<Job, Job, JobInput, JobQuery>(job),
  /** The id travels in the body. */
  update: (jobId: number, change: Change<JobInput>) => changeAt(job.path, change, { jobId }),
  /** Puts it under the clock. */
  start: (jobId: number) => request<null>('POST', `/job/start/${jobId}`, { body: {} }),
  /** Takes it from the clock. */
  stop: (jobId: number) => request<null>('POST', `/job/remove/${jobId}`, { body: {} }),
  /** Runs it now; returns the run's id. */
  run: (jobId: number) => request<number>('POST', `/job/run/${jobId}`, { body: {} }),
  runs: (query: Partial<JobRunQuery>, signal: AbortSignal) => read<Page<JobRun>>('/sysjob-run', signal, query),
}
