import { AsyncLocalStorage } from 'node:async_hooks'

/**
 * How long PostgreSQL may take, in milliseconds. `usual` is for requests; `long` is for work that reads or writes much:
 * jobs, commands, and the requests listed in http/time-limit.ts. Long work has connections of its own, and waits for a
 * database that gives no sign of life, where a request is refused. Migrations take as long as they take.
 */
export const limits = {
  /** `connections`: unless the settings say otherwise; `connectMs`: for one to be made, or to become free. */
  usual: { connections: 10, connectMs: 10_000, statementMs: 30_000 },
  long: { connections: 4, connectMs: 60_000, statementMs: 10 * 60_000 },
  /** Each export keeps one while somebody takes the file (ADR 55): as many as there are exports at a time. */
  exports: { connections: 4, connectMs: 60_000, statementMs: 10 * 60_000 },
  /** A transaction in which nothing is asked for so long is ended by PostgreSQL: its process is gone. */
  idleInTransactionMs: 60_000,
  /** In an export that somebody takes slowly there may be a pause between two statements. */
  idleInSnapshotMs: 5 * 60_000,
  /** A request is answered 503 after so long. */
  requestMs: 60_000,
} as const

type Kind = { isPatient: boolean }
const longWork = new AsyncLocalStorage<Kind>()

/**
 * Runs `work`, and all that it calls, within the limits of long work.
 * @param kind `isPatient`: waits while the database gives no sign of life
 */
export const atLength = <Result>(work: () => Result, kind: Kind = { isPatient: true }): Result =>
  longWork.run(kind, work)

/** The kind of the long work that is running; `undefined` within usual limits. */
export const lengthOf = (): Kind | undefined => longWork.getStore()
