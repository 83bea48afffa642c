import { type SQL, type SQLWrapper } from 'drizzle-orm'
import type { BaseSQLiteDatabase } from 'drizzle-orm/sqlite-core'
import type { Tables } from '../../tables'
import type { Shared } from './shared-state'

type Both = BaseSQLiteDatabase<'async', unknown>

/**
 * What queries may use: builders that are awaited, which both dialects understand. (`.all()`, `.get()` and `.run()`
 * exist on one side only.) Writing needs a transaction.
 */
export type Reader = Pick<Both, 'select' | 'selectDistinct' | '$with'>
export type Writer = Reader & Pick<Both, 'insert' | 'update' | 'delete'>

/** A built query that can still be compiled. */
export type Query<Rows> = PromiseLike<Rows> & { prepare(name?: string): unknown }
/** `on`: the transaction that is to run it, where each has a connection of its own. */
export type Compiled<Rows> = (values?: Record<string, unknown>, on?: Reader) => Promise<Rows>

/** Sizes of the database, and of what waits to be written into it. */
export type DatabaseFigures = { dialect: 'sqlite' | 'postgres'; version: string; bytes: number; logBytes: number }

/**
 * The tables of a database and its kind of SQL, without a connection: functions that read or write by the `db` they are
 * given take no more of the store, since a second connection inside a transaction may wait for ever for the first.
 */
export type Dialect = {
  readonly dialect: 'sqlite' | 'postgres'
  readonly t: Tables
  /** Whether `db` reads what is committed, and is no transaction that may be taken back. */
  isCommitted(db: Reader): boolean
  /** With what to build a statement once that `db` is to run: on PostgreSQL one serves all transactions. */
  builderFor<Db extends Reader>(db: Db): Db
  /** Compiles a query once; call the result with the values of its placeholders. */
  prepared<Rows>(query: Query<Rows>): Compiled<Rows>
  /** A placeholder, written so that SQLite does not plan the statement anew at each call. */
  bind(name: string): never
  /** `column` matches a LIKE pattern whose wildcards are escaped by `\`, in any letter case. */
  like(column: SQLWrapper, pattern: SQLWrapper): SQL
  /** The sort key of names in `column`: Chinese by pinyin. */
  nameOrder(column: SQLWrapper): SQL
  /** `column` is one of the whole numbers in the array `field` of a bound JSON object. */
  among(column: SQLWrapper, json: SQLWrapper, field: string): SQL
}

/** Reads committed data, as they are from statement to statement, or as they were at one moment. */
export type Reading = Dialect & {
  readonly db: Reader
  /** Changes whenever somebody commits; `undefined` where the database cannot tell, and nothing may be kept. */
  version(): number | undefined
}

/** The data of one moment, for who reads on for as long as somebody takes what was read. It is closed in the end. */
export type Snapshot = Reading & { close(): Promise<void> }

/**
 * Writes what several callers have prepared, by few statements. Made once, outside of functions: callers of the same one
 * are gathered.
 * @returns the results in the order of `plans`
 */
export type Gathering<Plan, Result> = (store: Dialect, db: Writer, plans: Plan[]) => Promise<Result[]>

/** What one caller does in the transaction of several. */
export type Part<Plan> = {
  /** Reads and checks. A `Refusal` that it throws refuses this caller alone. */
  prepare(db: Reader): Promise<Plan>
  /** Writes what is of this caller alone, once everybody is prepared. */
  write?: ((db: Writer) => Promise<unknown>) | undefined
}

/** One asynchronous face over embedded SQLite and PostgreSQL. */
export type Store = Reading &
  Shared & {
    /**
     * Runs `work` in one transaction of its own and answers after it is durable. Every other writer waits until `work` is
     * done, so it may await the `db` that it is given and promises that rest on nothing else: no timer and no
     * `setImmediate` (they let readers on, not writers), no file, no network, no hashing, no other `tx`. What is slow is
     * done before; many rows are written in few statements. PostgreSQL may run `work` again: nothing outside of the
     * database changes in it.
     */
    tx<Result>(work: (db: Writer) => Promise<Result>): Promise<Result>
    /**
     * Does `part` in a transaction that it shares with all who wait for the same `gathering`, on the terms of `tx`.
     * @returns what `gathering` has answered for the plan of this part
     */
    gather<Plan, Result>(gathering: Gathering<Plan, Result>, part: Part<Plan>): Promise<Result>
    /** Runs `work`, all statements of which read the data of one moment: those of `at`, and of nothing else. */
    snapshot<Result>(work: (at: Reading) => Promise<Result>): Promise<Result>
    /** The same for exports, which keep a connection for as long as somebody takes what was read. */
    openSnapshot(): Promise<Snapshot>
    /** Runs `work` while no other server on the same database runs any: for what is done once, at start. */
    alone<Result>(work: () => Promise<Result>): Promise<Result>
    /** Calls `hear` after each transaction that this process commits; it may not throw. Returns how to stop that. */
    onCommit(hear: () => void): () => void
    /** Refreshes the statistics by which the database plans queries. */
    analyze(): Promise<void>
    /** Names of the triggers that are missing, switched off or not ours: they keep what is closed as it is. */
    triggerFaults(db: Reader): Promise<string[]>
    figures(): Promise<DatabaseFigures>
    close(): Promise<void>
  }
