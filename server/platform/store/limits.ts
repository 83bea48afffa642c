import { AsyncLocalStorage } from 'node:async_hooks'

/**
 * Time limits of PostgreSQL, in milliseconds. `usual` is for requests; `long` is for work that reads or writes much:
 * jobs, commands, and the requests listed in http/time-limit.ts. Long work has its own connections, and waits for a
 * silent database, where a request is refused. Migrations have no limit.
 */
export const limits = {
  /** `connections`: the default; `connectMs`: for making a connection, or for waiting for a free one. */
  usual: { connections: 10, connectMs: 10_000, statementMs: 30_000 },
  long: { connections: 4, connectMs: 60_000, statementMs: 10 * 60_000 },
  /** Each export keeps one while its client reads the file (ADR 55): the same number as exports at a time. */
  exports: { connections: 4, connectMs: 60_000, statementMs: 10 * 60_000 },
  /** PostgreSQL ends a transaction without statements for this time: its process is dead. */
  idleInTransactionMs: 60_000,
  /** In an export with a slow client there may be a pause between two statements. */
  idleInSnapshotMs: 5 * 60_000,
  /** A request is answered 503 after this time. */
  requestMs: 60_000,
} as const

type Kind = { isPatient: boolean }
const longWork = new AsyncLocalStorage<Kind>()

/**
 * Runs `work`, and everything that it calls, within the limits of long work.
 * @param kind `isPatient`: waits for a silent database
 */
export const atLength = <Result>(work: () => Result, kind: Kind = { isPatient: true }): Result =>
  longWork.run(kind, work)

/** The kind of the running long work; `undefined` within usual limits. */
export const lengthOf = (): Kind | undefined => longWork.getStore()
