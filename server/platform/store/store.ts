import { type SQL, type SQLWrapper } from 'drizzle-orm'
import type { BaseSQLiteDatabase } from 'drizzle-orm/sqlite-core'
import type { Tables } from '../../tables'
import type { Shared } from './shared-state'

type Both = BaseSQLiteDatabase<'async', unknown>

/**
 * The builders for queries: awaited builders that both dialects have. (`.all()`, `.get()` and `.run()` exist on one
 * side only.) Writing needs a transaction.
 */
export type Reader = Pick<Both, 'select' | 'selectDistinct' | '$with'>
export type Writer = Reader & Pick<Both, 'insert' | 'update' | 'delete'>

/** A built query that can still be compiled. */
export type Query<Rows> = PromiseLike<Rows> & { prepare(name?: string): unknown }
/** `on`: the transaction that runs it, if each has its own connection. */
export type Compiled<Rows> = (values?: Record<string, unknown>, on?: Reader) => Promise<Rows>

/** Sizes of the database, and of its write-ahead log. */
export type DatabaseFigures = { dialect: 'sqlite' | 'postgres'; version: string; bytes: number; logBytes: number }

/**
 * The tables of a database and its kind of SQL, without a connection. Functions that read or write with a given `db`
 * use no more of the store: a second connection inside of a transaction may wait for ever for the first.
 */
export type Dialect = {
  readonly dialect: 'sqlite' | 'postgres'
  readonly t: Tables
  /** True if `db` reads committed data, and is not a transaction that may be rolled back. */
  isCommitted(db: Reader): boolean
  /** The builder for statements that `db` will run: on PostgreSQL one serves all transactions. */
  builderFor<Db extends Reader>(db: Db): Db
  /** Compiles a query once; call the result with the values of its placeholders. */
  prepared<Rows>(query: Query<Rows>): Compiled<Rows>
  /** A placeholder in a form that saves SQLite from planning the statement at each call. */
  bind(name: string): never
  /** `column` matches a LIKE pattern with wildcards escaped by `\`, in any letter case. */
  like(column: SQLWrapper, pattern: SQLWrapper): SQL
  /** The sort key of names in `column`: Chinese by pinyin. */
  nameOrder(column: SQLWrapper): SQL
  /** `column` is one of the integers in the array `field` of a bound JSON object. */
  among(column: SQLWrapper, json: SQLWrapper, field: string): SQL
  /**
   * Differs after each write to roles, their holders, menus or departments that `db` sees, its own included. Undefined
   * on SQLite, where reading them costs as little.
   */
  accessVersion(db: Reader): Promise<string | undefined>
}

/** Reads committed data: of the time of each statement, or of one moment. */
export type Reading = Dialect & {
  readonly db: Reader
  /** Changes with each commit; `undefined` if the database cannot report commits, so that nothing may be cached. */
  version(): number | undefined
}

/** The data of one moment, for a reader that follows the speed of a client. It must be closed. */
export type Snapshot = Reading & { close(): Promise<void> }

/**
 * Writes the plans of several callers in few statements. Make it once, outside of functions: it is the key by which
 * callers are gathered.
 * @returns the results in the order of `plans`
 */
export type Gathering<Plan, Result> = (store: Dialect, db: Writer, plans: Plan[]) => Promise<Result[]>

/** The part of one caller in a shared transaction. */
export type Part<Plan> = {
  /** Reads and checks. Its `Refusal` refuses only this caller. */
  prepare(db: Reader): Promise<Plan>
  /** Writes the data of this caller, after all callers are prepared. */
  write?: ((db: Writer) => Promise<unknown>) | undefined
}

/** One asynchronous interface to embedded SQLite and PostgreSQL. */
export type Store = Reading &
  Shared & {
    /**
     * Runs `work` in its own transaction and resolves after it is durable. Every other writer waits until `work` is
     * done, so it may only await the given `db` and promises that depend on nothing else: no timer and no
     * `setImmediate` (they let readers run, not writers), no file, no network, no hashing, no other `tx`. Do slow work
     * before; write many rows in few statements. PostgreSQL may run `work` again: it must change nothing outside of the
     * database.
     */
    tx<Result>(work: (db: Writer) => Promise<Result>): Promise<Result>
    /**
     * Runs `part` in a transaction shared with all callers that wait for the same `gathering`, with the rules of `tx`.
     * @returns the result of `gathering` for the plan of this part
     */
    gather<Plan, Result>(gathering: Gathering<Plan, Result>, part: Part<Plan>): Promise<Result>
    /** Runs `work`. All its statements use `at` and read the data of one moment. */
    snapshot<Result>(work: (at: Reading) => Promise<Result>): Promise<Result>
    /** {@link snapshot} for exports, which keep a connection while their client reads. */
    openSnapshot(): Promise<Snapshot>
    /** Runs `work` while no other server on the same database runs any, for work done once at the start. */
    alone<Result>(work: () => Promise<Result>): Promise<Result>
    /** Calls `hear` after each commit of this process; it must not throw. Returns the function that removes it. */
    onCommit(hear: () => void): () => void
    /** Refreshes the statistics with which the database plans queries. */
    analyze(): Promise<void>
    /** Names of the triggers that are missing, disabled or foreign. Triggers protect closed data from changes. */
    triggerFaults(db: Reader): Promise<string[]>
    figures(): Promise<DatabaseFigures>
    close(): Promise<void>
  }
