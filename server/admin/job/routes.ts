import { Hono, type Context } from 'hono'
import { regularRoute } from '../../access/operation-log/route-title'
import { createMiddleware } from 'hono/factory'
import { z } from 'zod'
import { statuses, type Status } from '#shared/constants'
import { codes } from '#shared/envelope'
import { JobChange, JobRun, JobRunQuery } from '#shared/admin/job'
import { job } from '#shared/admin/job-resource'
import { IdParam, pageOf } from '#shared/list/page'
import type { SessionEnv } from '../../access/session/session-env'
import { answers } from '../../platform/http/describe'
import { isForFamily, ok } from '../../platform/http/envelope'
import { found, Refusal } from '../../platform/http/refusal'
import { crud } from '../../access/crud/crud'
import { permit } from '../../access/permission/permit'
import { validate } from '../../platform/http/validate'
import type { Scheduler } from './scheduler'
import { getJob, jobRow, jobSchemas, jobWriter, jobGroups, listJobs, setJobStatus } from './queries'
import { listJobRuns } from './run'

/** Clients of the family send the id of a change in its body. */
export const jobRoutes = (scheduler: Scheduler) => {
  const { create, update, remove, restore } = jobWriter
  const refreshed = async <Result>(write: Promise<Result>) => {
    const result = await write
    await scheduler.refresh()
    return result
  }
  const regular = crud(job, jobSchemas, {
    list: (store, query, context) => listJobs(store, query, scheduler, context),
    groups: jobGroups,
    get: (store, jobId, context) => getJob(store, jobId, scheduler, context),
    create: (...input) => refreshed(create(...input)),
    remove: (...input) => refreshed(remove(...input)),
    restore: (...input) => refreshed(restore(...input)),
  })
  return new Hono<SessionEnv>()
    .put(
      '/',
      answers('job', regularRoute(job, 'update'), z.int()),
      permit('job:sysJob:edit'),
      validate('json', JobChange),
      async (c) => {
        const { jobId, status, ...rest } = c.req.valid('json')
        const isAsRead = isForFamily(c) && status === statuses.on // its forms read this of stopped jobs too
        const change = { ...rest, ...(status && !isAsRead && { status }) }
        return ok(c, await refreshed(update(c.var.store, jobId, change, c.var.context)), 'done.updated')
      },
    )
    .route('/', regular)
}

/** Hono runs a GET handler for HEAD as well. A HEAD request must change nothing (S41). */
const refuseHeadRequest = createMiddleware(async function refuseHeadRequest(c, next) {
  if (c.req.method === 'HEAD') throw new Refusal(codes.notFound, 'error.noSuchAddress')
  await next()
})

/** Switches the schedule of a job on or off, or runs it now. Clients of the family use GET for the first two. */
export function jobClockRoutes(scheduler: Scheduler) {
  const switched = (status: Status) => async (c: Context<SessionEnv>) => {
    const { id } = IdParam.parse(c.req.param()) // checked before it came here
    found(await setJobStatus(c.var.store, id, status, c.var.context))
    await scheduler.refresh()
    return ok(c, null, 'done.updated')
  }
  const starts = [permit('job:sysJob:start'), validate('param', IdParam), refuseHeadRequest] as const
  return new Hono<SessionEnv>()
    .post('/run/:id', answers('job', 'route.job.run', z.int()), ...starts, async (c) => {
      const job = found(await jobRow(c.var.store, c.req.valid('param').id))
      return ok(c, await scheduler.run(job, { context: c.var.context, writer: c.var.store }), 'job.started')
    })
    .on(['GET', 'POST'], '/start/:id', answers('job', 'route.job.schedule'), ...starts, switched(statuses.on))
    .on(['GET', 'POST'], '/remove/:id', answers('job', 'route.job.unschedule'), ...starts, switched(statuses.off))
}

export const jobRunRoutes = new Hono<SessionEnv>().get(
  '/',
  answers('job', 'route.job.runs', pageOf(JobRun)),
  permit('job:sysJob:log'),
  validate('query', JobRunQuery),
  async (c) => ok(c, await listJobRuns(c.var.store, c.req.valid('query'), c.var.locale)),
)
