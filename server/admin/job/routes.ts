import { Hono, type Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import { z } from 'zod'
import { statuses, type Status } from '#shared/constants'
import { codes } from '#shared/envelope'
import { Job, JobChange, JobInput, JobQuery, JobRun, JobRunQuery } from '#shared/admin/job'
import { job } from '#shared/admin/job-resource'
import { IdParam, pageOf } from '#shared/list/page'
import type { SessionEnv } from '../../access/session/session-env'
import { answers } from '../../platform/http/describe'
import { ok } from '../../platform/http/envelope'
import { found, Refusal } from '../../platform/http/refusal'
import { crud } from '../../access/crud/crud'
import { permit } from '../../access/permission/permit'
import { validate } from '../../platform/http/validate'
import type { Scheduler } from './scheduler'
import { createJob, deleteJobs, getJob, jobRow, listJobs, restoreJobs, setJobStatus, updateJob } from './queries'
import { listJobRuns } from './run'

/** Clients of the family send the id of a change in its body. */
export const jobRoutes = (scheduler: Scheduler) =>
  new Hono<SessionEnv>()
    .put(
      '/',
      answers('job', 'Change a scheduled job', z.int()),
      permit('job:sysJob:edit'),
      validate('json', JobChange),
      async (c) => {
        const jobId = found(await updateJob(c.var.store, c.req.valid('json'), c.var.context))
        await scheduler.refresh()
        return ok(c, jobId, 'done.updated')
      },
    )
    .route('/', regular(scheduler))

const regular = (scheduler: Scheduler) => {
  const refreshed = async <Result>(result: Promise<Result>) => {
    const done = await result
    await scheduler.refresh()
    return done
  }
  return crud(
    job,
    { row: Job, input: JobInput, change: JobChange, query: JobQuery },
    {
      list: (store, query) => listJobs(store, query, scheduler),
      get: (store, jobId) => getJob(store, jobId, scheduler),
      create: (...given) => refreshed(createJob(...given)),
      remove: (...given) => refreshed(deleteJobs(...given)),
      restore: (...given) => refreshed(restoreJobs(...given)),
    },
  )
}

/** Hono runs a GET handler for HEAD as well. A HEAD request must change nothing (S41). */
const refuseHeadRequest = createMiddleware(async function refuseHeadRequest(c, next) {
  if (c.req.method === 'HEAD') throw new Refusal(codes.notFound, 'error.noSuchAddress')
  await next()
})

/** Under the clock, away from it, or now. Clients of the family ask for the first two by GET. */
export function jobClockRoutes(scheduler: Scheduler) {
  const switched = (status: Status) => async (c: Context<SessionEnv>) => {
    const { id } = IdParam.parse(c.req.param()) // checked before it came here
    found(await setJobStatus(c.var.store, id, status, c.var.context))
    await scheduler.refresh()
    return ok(c, null, 'done.updated')
  }
  const starts = [permit('job:sysJob:start'), validate('param', IdParam), refuseHeadRequest] as const
  return new Hono<SessionEnv>()
    .on(['GET', 'POST'], '/start/:id', answers('job', 'Put a job under the clock'), ...starts, switched(statuses.on))
    .on(['GET', 'POST'], '/remove/:id', answers('job', 'Take a job from the clock'), ...starts, switched(statuses.off))
    .post('/run/:id', answers('job', 'Run a job now', z.int()), ...starts, async (c) => {
      const job = found(await jobRow(c.var.store, c.req.valid('param').id))
      return ok(c, await scheduler.run(job, { context: c.var.context, writer: c.var.store }), 'job.started')
    })
}

export const jobRunRoutes = new Hono<SessionEnv>().get(
  '/',
  answers('job', 'What became of scheduled jobs, the latest first', pageOf(JobRun)),
  permit('job:sysJob:log'),
  validate('query', JobRunQuery),
  async (c) => ok(c, await listJobRuns(c.var.store, c.req.valid('query'), c.var.locale)),
)
