import type Database from 'better-sqlite3'
import { PATIENCE_MS } from '../chunks/yield-to-event-loop'
import { batchQueue, type Job } from './batch-queue'
import { storeFault } from './fault'

type Work = () => Promise<unknown>

/**
 * The only way to write to `connection`. Works waiting in one turn of the event loop share one `BEGIN IMMEDIATE …
 * COMMIT`, each in its own savepoint, and are answered after COMMIT: one fsync for all of them. It waits at most
 * `lockMs` for another process with the write lock. `committed` is called after each COMMIT, before any answer.
 */
export function groupCommit(
  connection: Database.Database,
  {
    lockMs = 3000,
    maxWaiting,
    patienceMs = PATIENCE_MS,
    committed = () => {},
  }: { lockMs?: number; maxWaiting?: number; patienceMs?: number; committed?: () => void } = {},
) {
  const begin = connection.prepare('begin immediate')
  const commit = connection.prepare('commit')
  const rollback = connection.prepare('rollback')
  const save = connection.prepare('savepoint work')
  const release = connection.prepare('release work')
  const undo = connection.prepare('rollback to work')
  const { run, idle } = batchQueue<Work>({ patienceMs, ...(maxWaiting && { maxWaiting }) }, commitTogether)

  /** Throws if nothing of the batch was committed. Answers given before a throw stay. */
  async function commitTogether(batch: Job<Work>[]) {
    await beginWithPatience(batch.at(-1)!.since)
    const answers: (() => void)[] = []
    try {
      for (const { work, resolve, reject } of batch) {
        save.run()
        try {
          const result = await work()
          answers.push(() => resolve(result))
        } catch (error) {
          if (!connection.inTransaction) throw error // the disk failed and took the whole batch back
          undo.run()
          answers.push(() => reject(error))
        }
        release.run()
      }
      commit.run()
    } catch (error) {
      if (connection.inTransaction) rollback.run()
      throw error
    }
    committed()
    for (const answer of answers) answer()
  }

  /** Waits for another writing process without blocking the event loop. `since`: the time of the last job. */
  async function beginWithPatience(since: number) {
    for (;;) {
      try {
        begin.run()
        return
      } catch (error) {
        if (storeFault(error) !== 'busy' || performance.now() - since > lockMs) throw error
        await Bun.sleep(25)
      }
    }
  }

  return { run: <Result>(work: () => Promise<Result>) => run<Result>(work), idle }
}
