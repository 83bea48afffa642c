import { Cron } from 'croner'
import { statuses } from '#shared/constants'
import { codes } from '#shared/envelope'
import type { Settings } from '../../env'
import { errorFields, log } from '../../platform/log/index'
import { enabledJobs, type Clock, type JobRow } from './queries'
import { BEAT_MS, beginRun, endCutRuns, endRun, hasRunWithin, noteAlive, runsElsewhere, SILENT_MS } from './run'
import type { RequestContext } from '../../access/operation-log/write'
import { policyOf } from '../../access/settings/policy'
import { Refusal } from '../../platform/http/refusal'
import type { Store } from '../../platform/store'
import { atLength } from '../../platform/store/limits'
import { jobWorks, type DomainWorks } from './kinds'

/** Starts jobs at their times. `Clock` is the part that lists of jobs read. */
export type Scheduler = Clock & {
  /** Starts the timers, and makes up for runs missed while the server was off. */
  start(): Promise<void>
  /** Reads the jobs again after a change. */
  refresh(): Promise<void>
  /**
   * Runs a job now. Resolves when it has started; its history has the result.
   * @param by the request, and its store, which keeps its idempotency key
   * @throws Refusal 409 if it is already running
   */
  run(job: JobRow, by?: { context: RequestContext; writer: Store }): Promise<number>
  /** Starts no more jobs, and waits for running ones. */
  stop(): Promise<void>
}

/** A timer, and the job for which it was set. */
type Timed = { timer: Cron; job: string }

/**
 * The due time of a timer that fires `now`. It is the same in all processes, and the same for a second firing after the
 * clock was set back.
 */
export const dueAt = (timer: Cron, now: number): number | undefined => {
  const [due] = timer.previousRuns(1, new Date(now + 1000)) // of whole seconds, and before the one that is given
  return due && +due
}

/** @param domainWorks the jobs of quality control */
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
      // in a transaction, so that a repeated write is recognised by its key
      return writer.tx(async () => {
        throw new Refusal(codes.conflict, 'job.isRunning', { name: jobName })
      })
    }
    const begun = beginRun(writer, job, { now: now(), ...how })
    const over = begun
      .then((runId) => (runId === undefined ? undefined : atLength(() => carryOut(job, runId))))
      .finally(() => running.delete(jobId))
    running.set(jobId, over)
    over.catch(() => {}) // callers get the errors of `begun`; `carryOut` throws none
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

  /** Reads run one after the other, so that the last one counts. Unchanged jobs keep their timers. */
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

  /** Watches for changes of jobs by other processes, and for runs that these leave unfinished. */
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
        const dueAt = job.misfirePolicy === 3 ? undefined : await missed(store, job, clock.get(job.jobId)?.timer, now())
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

/**
 * The last scheduled time of a job, if it is later than its creation and there was no run since. What is dated later
 * than now comes from a clock that was ahead, and does not count.
 */
async function missed(
  store: Store,
  { jobId, createdAt }: JobRow,
  timer: Cron | undefined,
  now: number,
): Promise<number | undefined> {
  const due = timer && dueAt(timer, now)
  if (due === undefined || (due <= createdAt && createdAt <= now)) return undefined
  return (await hasRunWithin(store, jobId, due, now)) ? undefined : due
}
