import { Cron } from 'croner'
import { statuses } from '#shared/constants'
import { codes } from '#shared/envelope'
import type { Settings } from '../../env'
import { errorFields, log } from '../../platform/log/index'
import { enabledJobs, type Clock, type JobRow } from './queries'
import { BEAT_MS, beginRun, endCutRuns, endRun, runsElsewhere, lastRunOf, noteAlive, SILENT_MS } from './run'
import type { RequestContext } from '../../access/operation-log/write'
import { policyOf } from '../../access/settings/policy'
import { Refusal } from '../../platform/http/refusal'
import type { Store } from '../../platform/store'
import { atLength } from '../../platform/store/limits'
import { jobWorks, type DomainWorks } from './kinds'

/** Starts jobs at their times. `Clock` is what lists of jobs read from it. */
export type Scheduler = Clock & {
  /** Begins to keep time, and makes up for what was missed while the server was off. */
  start(): Promise<void>
  /** Reads the jobs again, after somebody has changed them. */
  refresh(): Promise<void>
  /**
   * Runs a job now. Resolves when it has begun; its history shows how it ends.
   * @param by who asks for it, and the store of their request, which keeps its idempotency key
   * @throws Refusal 409 when it is running already
   */
  run(job: JobRow, by?: { context: RequestContext; writer: Store }): Promise<number>
  /** Starts nothing more, and waits for what is running. */
  stop(): Promise<void>
}

/** A job as it was when the clock was set for it. */
type Timed = { timer: Cron; job: string }

/**
 * The time at which a timer that strikes `now` was due: the same in all processes, and for each strike if the clock was
 * set back in between.
 */
export const dueAt = (timer: Cron, now: number): number | undefined => {
  const [due] = timer.previousRuns(1, new Date(now + 1000)) // of whole seconds, and before the one that is given
  return due && +due
}

/** @param domainWorks what jobs of quality control do */
export function createScheduler(
  store: Store,
  settings: Settings,
  domainWorks: DomainWorks,
  now: () => number = Date.now,
): Scheduler {
  const works = { ...jobWorks, ...domainWorks }
  const clock = new Map<number, Timed>()
  const running = new Map<number, Promise<void>>()
  let isKeepingTime = false
  let reading = Promise.resolve()
  let rest = () => {}

  function schedule(row: JobRow) {
    const timer = new Cron(row.cronExpression, { mode: '5-or-6-parts', unref: true }, strike)
    async function strike(): Promise<void> {
      const due = dueAt(timer, Date.now())
      if (due !== undefined) await runByClock(row, due)
    }
    clock.set(row.jobId, { timer, job: JSON.stringify(row) })
  }

  async function runByClock(job: JobRow, dueAt: number) {
    try {
      await begin(job, { dueAt })
    } catch (error) {
      if (error instanceof Refusal) return // it is still running from the time before
      log('error', 'job', { jobId: job.jobId, ...errorFields(error) })
    }
  }

  type How = { context?: RequestContext; dueAt?: number; writer?: Store }
  async function begin(job: JobRow, { writer = store, ...how }: How): Promise<number | undefined> {
    const { jobId, jobName } = job
    if (running.has(jobId)) {
      // in a transaction, where a write that was done before is recognised by its key
      return writer.tx(async () => {
        throw new Refusal(codes.conflict, 'job.isRunning', { name: jobName })
      })
    }
    const begun = beginRun(writer, job, { now: now(), ...how })
    const over = begun
      .then((runId) => (runId === undefined ? undefined : atLength(() => carryOut(job, runId))))
      .finally(() => running.delete(jobId))
    running.set(jobId, over)
    over.catch(() => {}) // whoever asked hears of what `begun` throws, and `carryOut` throws nothing
    return begun
  }

  async function carryOut({ jobId, kind, args }: JobRow, runId: number) {
    const beat = () => void noteAlive(store, runId, now()).catch(() => {}) // the next one may succeed
    const beating = store.isShared ? setInterval(beat, BEAT_MS) : undefined
    try {
      const message = await works[kind]({ store, settings: await policyOf(store, settings), args, now: now() })
      await endRun(store, runId, { status: statuses.on, message }, now())
    } catch (error) {
      log('error', 'job', { jobId, kind, ...errorFields(error) })
      const message = error instanceof Refusal ? error : String(error)
      await endRun(store, runId, { status: statuses.off, message }, now()).catch(() => {}) // a full disk: the log has it
    } finally {
      clearInterval(beating)
    }
  }

  /** One reading after the other, so that what was read last counts. What has not changed keeps its timer. */
  function refresh(): Promise<void> {
    const mine = reading.then(read)
    reading = mine.catch(() => {})
    return mine
  }

  async function read() {
    if (!isKeepingTime) return
    const jobs = new Map((await enabledJobs(store)).map((row) => [row.jobId, row]))
    if (!isKeepingTime) return
    for (const [jobId, { timer, job }] of clock) {
      if (JSON.stringify(jobs.get(jobId)) === job) jobs.delete(jobId)
      else forget(jobId, timer)
    }
    for (const row of jobs.values()) schedule(row)
  }

  function forget(jobId: number, timer: Cron) {
    timer.stop()
    clock.delete(jobId)
  }

  /** Other processes may change jobs, and may die in the middle of one. */
  function minded(): () => void {
    const quietly = (work: Promise<void>) => void work.catch((error) => log('warn', 'job', errorFields(error)))
    const unhear = store.onNews('job', () => quietly(refresh()))
    const looking = store.isShared ? setInterval(() => quietly(endCutRuns(store, now())), SILENT_MS) : undefined
    return () => {
      unhear()
      clearInterval(looking)
    }
  }

  return {
    async start() {
      isKeepingTime = true
      rest = minded()
      await endCutRuns(store, now())
      await refresh()
      for (const job of await enabledJobs(store)) {
        const dueAt = job.misfirePolicy === 3 ? undefined : await missed(store, job, clock.get(job.jobId)?.timer)
        if (dueAt !== undefined) await runByClock(job, dueAt)
      }
    },
    refresh,
    async run(job, by) {
      const runId = await begin(job, by ?? {})
      return runId! // which only the clock may find done already
    },
    async stop() {
      isKeepingTime = false
      rest()
      for (const [jobId, { timer }] of clock) forget(jobId, timer)
      await Promise.allSettled(running.values())
    },
    nextRunAt: (jobId) => clock.get(jobId)?.timer.nextRun() ?? undefined,
    isRunning: (jobId, last) => running.has(jobId) || (last !== undefined && runsElsewhere(store, last, now())),
  }
}

/** The last time of a job, where it has passed since the job was run last, or was made. */
async function missed(
  store: Store,
  { jobId, createdAt }: JobRow,
  timer: Cron | undefined,
): Promise<number | undefined> {
  const [due] = timer?.previousRuns(1) ?? []
  const last = (await lastRunOf(store, jobId))?.startedAt ?? createdAt
  return due !== undefined && +due > last ? +due : undefined
}
