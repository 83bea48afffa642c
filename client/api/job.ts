import type { Page } from '#shared/schemas/page'
import type { Job, JobChange, JobInput, JobQuery, JobRun, JobRunQuery } from '#shared/schemas/job'
import { request } from './http'
import { resourceApi } from './resource'

export const jobApi = {
  ...resourceApi<Job, Job, JobInput, JobQuery>('/sysjob'),
  /** The id travels in the body. */
  update: (change: JobChange) => request<number>('PUT', '/sysjob', { body: change }),
  /** Puts it under the clock. */
  start: (jobId: number) => request<null>('POST', `/job/start/${jobId}`, { body: {} }),
  /** Takes it from the clock. */
  stop: (jobId: number) => request<null>('POST', `/job/remove/${jobId}`, { body: {} }),
  /** Runs it now; returns the run's id. */
  run: (jobId: number) => request<number>('POST', `/job/run/${jobId}`, { body: {} }),
  runs: (query: Partial<JobRunQuery>, signal: AbortSignal) =>
    request<Page<JobRun>>('GET', '/sysjob-run', { query, failures: 'show', signal }),
}
