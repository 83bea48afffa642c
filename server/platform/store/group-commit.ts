import type Database from 'better-sqlite3'
import { PATIENCE_MS } from '../chunks/yield-to-event-loop'
import { storeFault, TooManyWriters } from './fault'
import { refuseLate } from './refuse-late'

type Job = {
  work: () => Promise<unknown>
  since: number
  resolve: (result: unknown) => void
  reject: (error: unknown) => void
}

const MAX_GROUP = 256
/** More than a plant writes in the time that a client waits; each holds its request in memory. */
const MAX_WAITING = 2000

/**
 * The only way to write to `connection`. Works that wait in one turn of the event loop share one
 * `BEGIN IMMEDIATE … COMMIT`, each in a savepoint of its own, and hear back after COMMIT: one fsync answers them all.
 * Another process that holds the write lock is waited for, `patienceMs` at most. What comes beyond `most` that wait already
 * is refused, and what has waited for others of this process for `waitMs` (S87, S93).
 */
export function groupCommit(
  connection: Database.Database,
  { patienceMs = 3000, most = MAX_WAITING, waitMs = PATIENCE_MS } = {},
) {
  const begin = connection.prepare('begin immediate')
  const commit = connection.prepare('commit')
  const rollback = connection.prepare('rollback')
  const save = connection.prepare('savepoint work')
  const release = connection.prepare('release work')
  const undo = connection.prepare('rollback to work')

  const waiting: Job[] = []
  let draining: Promise<void> | undefined

  async function drain() {
    const leave = refuseLate(waiting, waitMs)
    while (waiting.length > 0) {
      await new Promise(setImmediate) // whoever writes in this turn joins the group
      const group = waiting.splice(0, MAX_GROUP)
      const failed = await commitTogether(group).catch((error: unknown) => ({ error }))
      if (failed) for (const job of group) job.reject(failed.error)
    }
    leave()
    draining = undefined
  }

  /** Runs the group; throws when nothing of it was kept. Answers that were given before a throw stay given. */
  async function commitTogether(group: Job[]) {
    await beginWithPatience(group.at(-1)!.since)
    const answers: (() => void)[] = []
    try {
      for (const job of group) {
        save.run()
        try {
          const result = await job.work()
          answers.push(() => job.resolve(result))
        } catch (error) {
          if (!connection.inTransaction) throw error // the disk failed and took the whole group back
          undo.run()
          answers.push(() => job.reject(error))
        }
        release.run()
      }
      commit.run()
    } catch (error) {
      if (connection.inTransaction) rollback.run()
      throw error
    }
    for (const answer of answers) answer()
  }

  /** Waits for another process that writes, without stopping this one's event loop. `since` then the last has waited. */
  async function beginWithPatience(since: number) {
    for (;;) {
      try {
        begin.run()
        return
      } catch (error) {
        if (storeFault(error) !== 'busy' || performance.now() - since > patienceMs) throw error
        await Bun.sleep(25)
      }
    }
  }

  return {
    run: <Result>(work: () => Promise<Result>) =>
      new Promise<Result>((resolve, reject) => {
        if (waiting.length >= most) throw new TooManyWriters()
        waiting.push({ work, since: performance.now(), resolve: resolve as Job['resolve'], reject })
        draining ??= drain()
      }),
    /** Resolves when nothing waits any more. */
    idle: async () => {
      await draining
    },
  }
}
