import { Cron } from 'croner'
import { statuses } from '#shared/constants'
import { codes } from '#shared/envelope'
import type { Settings } from '../env'
import { errorFields, log } from '../log'
import { enabledJobs, type Clock, type JobRow } from '../queries/job'
import { beginRun, endCutRuns, endRun, lastRunOf } from '../queries/job-run'
import type { Act } from '../queries/operation'
import { policyOf } from '../queries/policy'
import { Refusal } from '../refusal'
import type { Store } from '../store'
import { jobWorks } from './kinds'

/** Starts jobs at their times. `Clock` is what lists of jobs want to know of it. */
export type Scheduler = Clock & {
  /** Begins to keep time, and makes up for what was missed while the server was off. */
  start(): Promise<void>
  /** Reads the jobs again, after somebody has changed them. */
  refresh(): Promise<void>
  /**
   * Runs a job now. Resolves when it has begun; its history tells what becomes of it.
   * @throws Refusal 409 when it is running already
   */
  run(job: JobRow, act?: Act): Promise<number>
  /** Starts nothing more, and waits for what is running. */
  stop(): Promise<void>
}

export function createScheduler(store: Store, settings: Settings, now: () => number = Date.now): Scheduler {
  const timers = new Map<number, Cron>()
  const running = new Map<number, Promise<void>>()
  let isKeepingTime = false

  function schedule(job: JobRow) {
    const timer = new Cron(job.cronExpression, { mode: '5-or-6-parts', unref: true }, () => runByClock(job))
    timers.set(job.jobId, timer)
    return timer
  }

  async function runByClock(job: JobRow) {
    try {
      await run(job)
    } catch (error) {
      if (error instanceof Refusal) return // it is still running from the time before
      log('error', 'job', { jobId: job.jobId, ...errorFields(error) })
    }
  }

  async function run(job: JobRow, act?: Act): Promise<number> {
    const { jobId, jobName } = job
    if (running.has(jobId)) throw new Refusal(codes.conflict, 'job.isRunning', { name: jobName })
    const begun = beginRun(store, job, now(), act)
    const over = begun.then((runId) => carryOut(job, runId)).finally(() => running.delete(jobId))
    running.set(jobId, over)
    over.catch(() => {}) // whoever asked hears of what `begun` throws, and `carryOut` throws nothing
    return begun
  }

  async function carryOut({ jobId, kind, args }: JobRow, runId: number) {
    try {
      const message = await jobWorks[kind]({ store, settings: await policyOf(store, settings), args, now: now() })
      await endRun(store, runId, { status: statuses.on, message }, now())
    } catch (error) {
      log('error', 'job', { jobId, kind, ...errorFields(error) })
      const message = error instanceof Refusal ? error : String(error)
      await endRun(store, runId, { status: statuses.off, message }, now()).catch(() => {}) // a full disk: the log has it
    }
  }

  async function refresh() {
    if (!isKeepingTime) return
    for (const timer of timers.values()) timer.stop()
    timers.clear()
    for (const job of await enabledJobs(store)) schedule(job)
  }

  return {
    async start() {
      isKeepingTime = true
      await endCutRuns(store, now())
      for (const job of await enabledJobs(store)) {
        const timer = schedule(job)
        if (job.misfirePolicy !== 3 && (await isMissed(store, job, timer))) await runByClock(job)
      }
    },
    refresh,
    run,
    async stop() {
      isKeepingTime = false
      for (const timer of timers.values()) timer.stop()
      timers.clear()
      await Promise.allSettled(running.values())
    },
    nextRunAt: (jobId) => timers.get(jobId)?.nextRun() ?? undefined,
    isRunning: (jobId) => running.has(jobId),
  }
}

/** Whether a time of the job has passed since it was run last, or was made. */
async function isMissed(store: Store, { jobId, createdAt }: JobRow, timer: Cron): Promise<boolean> {
  const [due] = timer.previousRuns(1)
  const last = (await lastRunOf(store, jobId))?.startedAt ?? createdAt
  return due !== undefined && +due > last
}
