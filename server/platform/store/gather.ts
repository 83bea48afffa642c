import { PATIENCE_MS } from '../chunks/yield-to-event-loop'
import { Refusal } from '../http/refusal'
import { batchQueue, type Job } from './batch-queue'
import { storeFault } from './fault'
import type { Compiled, Dialect, Gathering, Part, Reader, Store } from './store'

/** Maximum of callers per transaction, so that the pause of the event loop stays short. */
const MOST = 64

type AnyGathering = Gathering<unknown, unknown>
type AnyJob = Job<Part<unknown>>

/**
 * Callers waiting for the same gathering share a transaction: each prepares a plan, then all plans are written
 * together. They are answered after it is durable. If it fails, each runs in its own transaction, so that each gets its
 * own error.
 */
export function gatherer(store: Dialect & Pick<Store, 'tx'>): Store['gather'] {
  const queues = new WeakMap<object, ReturnType<typeof queueOf>>()

  const queueOf = (gathering: AnyGathering) =>
    batchQueue<Part<unknown>>({ patienceMs: PATIENCE_MS, maxBatch: MOST }, async (jobs, join) => {
      try {
        await together(gathering, jobs, join)
      } catch (error) {
        if (jobs.length === 1 || isOfAll(error)) throw error
        for (const job of jobs) await together(gathering, [job]).catch(job.reject)
      }
    })

  /** @param join adds the callers that came while the transaction waited for others to its `jobs` */
  async function together(gathering: AnyGathering, jobs: AnyJob[], join = () => {}) {
    const { ready, refused, results } = await store.tx(async (db) => {
      join()
      const prepared = await sharingReads(db, () => Promise.allSettled(jobs.map(({ work }) => work.prepare(db))))
      const ready: { job: AnyJob; plan: unknown }[] = []
      const refused: { job: AnyJob; refusal: Refusal }[] = []
      for (const [index, outcome] of prepared.entries()) {
        const job = jobs[index]!
        if (outcome.status === 'fulfilled') ready.push({ job, plan: outcome.value })
        else if (outcome.reason instanceof Refusal) refused.push({ job, refusal: outcome.reason })
        else throw outcome.reason
      }
      for (const { job } of ready) await job.work.write?.(db)
      const plans = ready.map(({ plan }) => plan)
      return { ready, refused, results: plans.length > 0 ? await gathering(store, db, plans) : [] }
    })
    for (const { job, refusal } of refused) job.reject(refusal)
    for (const [index, { job }] of ready.entries()) job.resolve(results[index])
  }

  return <Plan, Result>(gathering: Gathering<Plan, Result>, part: Part<Plan>) =>
    queues.getOrInsertComputed(gathering, () => queueOf(gathering as AnyGathering)).run<Result>(part) // of these plans
}

/** True for errors of all callers: the database is away or full, or the result of the commit is unknown. */
const isOfAll = (error: unknown) => ['busy', 'full', 'damaged'].includes(storeFault(error) ?? '')

const answersOf = new WeakMap<Reader, Map<unknown, Map<string, Promise<unknown>>>>()

/** While `read` runs, equal calls of a compiled statement share one run: nothing is written meanwhile. */
async function sharingReads<Result>(db: Reader, read: () => Promise<Result>): Promise<Result> {
  answersOf.set(db, new Map())
  return read().finally(() => answersOf.delete(db))
}

/** A compiled statement that takes part in {@link sharingReads}. */
export const shared =
  <Rows>(run: Compiled<Rows>): Compiled<Rows> =>
  (values, on) => {
    const answers = on && answersOf.get(on)
    if (!answers) return run(values, on)
    const ofStatement = answers.getOrInsertComputed(run, () => new Map<string, Promise<unknown>>())
    return ofStatement.getOrInsertComputed(JSON.stringify(values), () => run(values, on)) as Promise<Rows>
  }

type Turn = { ids: Set<number>; rows: Promise<unknown[]> }
const turnsOf = new WeakMap<Reader, Map<unknown, Turn>>()

/** Rows by ids. Within {@link sharingReads}, calls of one turn share one run for the ids of all. */
export function sharedByIds<Row>(run: (store: Dialect, db: Reader, ids: readonly number[]) => Promise<Row[]>) {
  return (store: Dialect, db: Reader, id: number): Promise<Row[]> => {
    if (!answersOf.has(db)) return run(store, db, [id])
    const turns = turnsOf.getOrInsertComputed(db, () => new Map())
    const turn = turns.getOrInsertComputed(run, (): Turn => {
      const ids = new Set<number>()
      const rows = Promise.resolve().then(() => {
        turns.delete(run)
        return run(store, db, [...ids])
      })
      return { ids, rows }
    })
    turn.ids.add(id)
    return turn.rows as Promise<Row[]> // of this run
  }
}
