import {
  Client as Single,
  DatabaseError,
  Pool,
  types,
  type PoolClient,
  type QueryConfig,
  type QueryResult,
  type QueryResultRow,
} from 'pg'
import { codeOf, reasonOf } from '../../log/reason'
import { withTimeout } from '../../chunks/yield-to-event-loop'
import { isConflict, storeFault } from '../fault'
import { lengthOf, limits } from '../limits'
import { CommitUnanswered, DatabaseAway, DatabaseSilent, watchSilence } from '../silence'
import { StartError } from '../start-error'
import { knockAt } from './knock'

/** Connections idle for this time are closed: firewalls drop them without notice. */
const IDLE_MS = 60_000
/** PostgreSQL ends a statement by itself; one still unanswered after this additional time never will be answered. */
const GRACE_MS = 5_000
const PROBE_MS = 2_000
const BRIEF_MS = 5_000
const KEEP_ALIVE_MS = 10_000
/** Time for which the end of the server waits for open statements. */
const CLOSE_MS = 1_000
/** Says only that an earlier statement of the transaction has failed. */
const TRANSACTION_ABORTED = '25P02'
const BEGIN_SNAPSHOT = 'begin isolation level repeatable read read only'

/** Counts and Unix milliseconds: all of them are exact as numbers. */
types.setTypeParser(types.builtins.INT8, Number)

/** Runs statements: on one connection within a transaction, on any connection outside. */
export type Connection = {
  query<Row = unknown>(statement: string | QueryConfig, values?: unknown[]): Promise<QueryResult<Row & QueryResultRow>>
}
type Reserved = {
  on: Connection
  /** Runs `statement`, and nothing more. */
  last(statement: 'commit' | 'rollback'): Promise<QueryResult>
  release(): void
}
export type Client = ReturnType<typeof postgresClient>

/** The options of a connection to the database at a URL. */
export const connectionTo = (url: string) => ({
  connectionString: url.includes('sslmode=') ? `${url}&uselibpqcompat=true` : url, // `require` as everywhere else
  application_name: 'caliper',
  keepAlive: true,
  keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
})

/** Runs `work` on a new connection. @param ms for connecting, and for each statement */
async function onOwnConnection<Result>(url: string, ms: number, work: (on: Connection) => Promise<Result>) {
  const connection = new Single({ ...connectionTo(url), connectionTimeoutMillis: ms, query_timeout: ms })
  connection.on('error', ignore)
  try {
    await connection.connect()
    return await work(connection)
  } finally {
    void connection.end().catch(ignore)
  }
}

/**
 * Runs short `work` on a new connection.
 * @throws StartError if the database cannot be reached, or does not answer soon
 */
export async function brieflyOn<Result>(url: string, work: (on: Connection) => Promise<Result>): Promise<Result> {
  try {
    return await onOwnConnection(url, BRIEF_MS, work)
  } catch (error) {
    if (error instanceof StartError) throw error
    throw new StartError(`The database in CALIPER_DATABASE_URL cannot be reached (${reasonOf(error)}).`)
  }
}

/**
 * Connections to PostgreSQL. No statement and no transaction waits without end: if PostgreSQL does not end it by
 * itself, it is given up together with its connection, so that the next statement never gets the answer of the last.
 * @param connections maximum for usual work; long work has at most as many
 */
export function postgresClient(url: string, connections: number) {
  const opened = {
    usual: open(connections, limits.usual),
    long: open(Math.min(connections, limits.long.connections), limits.long),
    exports: open(limits.exports.connections, limits.exports),
  }
  const backs = new Set<() => void>()
  const silence = watchSilence({
    probe: () => probe(),
    knockAt: (onAnswer) => knockAt(new Single(connectionTo(url)), onAnswer),
    onSilent: renew,
    onBack: () => backs.forEach((hear) => hear()),
  })

  function open(max: number, { connectMs, statementMs }: { connectMs: number; statementMs: number }) {
    const pool = new Pool({
      ...connectionTo(url),
      max,
      connectionTimeoutMillis: connectMs,
      idleTimeoutMillis: IDLE_MS,
      statement_timeout: statementMs,
      query_timeout: statementMs + GRACE_MS,
      idle_in_transaction_session_timeout: limits.idleInTransactionMs,
      pipeline: true, // statements of one connection that do not wait for each other travel together
    })
    pool.on('error', ignore) // an idle connection has ended: the next is made when it is needed
    pool.on('connect', (connection) => connection.on('error', ignore)) // waiting callers get the error
    return pool
  }

  /** Connections without an answer are not used again. */
  function renew() {
    const old = opened.usual
    opened.usual = open(connections, limits.usual)
    void old.end().catch(ignore)
  }

  /** True if the database says anything on a new connection. */
  const probe = (): Promise<boolean> =>
    onOwnConnection(url, PROBE_MS, (on) => on.query('select 1')).then(
      () => true,
      (error: unknown) => error instanceof DatabaseError || codeOf(error) === 'ECONNREFUSED',
    )

  /**
   * A connection reserved until it is released. It is closed then if its state is unknown. Nothing may run `on` it
   * after `last`, or after its release: it would run outside of its transaction, or in that of another caller.
   */
  async function reserve(of?: 'exports'): Promise<Reserved> {
    const length = lengthOf()
    const isPatient = length?.isPatient ?? false
    const pool = opened[of ?? (length ? 'long' : 'usual')]
    let connecting: Promise<PoolClient> | undefined
    let connection: PoolClient
    try {
      connection = await silence.answer(() => (connecting = pool.connect()), isPatient)
    } catch (error) {
      void connecting?.then((late) => late.release(true), ignore)
      throw databaseFault(error)
    }
    let isLost = false
    let isOver = false
    let failure: unknown
    const ask: Connection['query'] = async (statement, values) => {
      if (isLost) throw new DatabaseAway('The connection was given up.')
      try {
        const answer = await silence.answer(() => connection.query(statement as string, values), isPatient)
        failure = undefined
        return answer
      } catch (error) {
        const saying = databaseFault(error)
        isLost ||= saying instanceof DatabaseAway || saying instanceof DatabaseSilent
        failure ??= saying
        throw codeOf(saying) === TRANSACTION_ABORTED ? failure : saying
      }
    }
    return {
      on: {
        async query(statement, values) {
          if (isOver) throw new Error('The transaction is over; nothing more can be asked in it.')
          return ask(statement, values)
        },
      },
      last(statement) {
        isOver = true
        return ask(statement)
      },
      release() {
        isOver = true
        connection.release(isLost)
      },
    }
  }

  /** Runs `work` on a reserved connection. */
  async function connected<Result>(work: (connection: Reserved) => Promise<Result>): Promise<Result> {
    const reserved = await reserve()
    try {
      return await work(reserved)
    } finally {
      reserved.release()
    }
  }

  /** A transaction that reads one moment. It begins with its first statement, and is ended after the answer. */
  async function snapshot<Result>(work: (on: Connection) => Promise<Result>): Promise<Result> {
    const { on, last, release } = await reserve()
    try {
      const begun = on.query(BEGIN_SNAPSHOT) // the first statement of `work` follows at once
      const [result] = await Promise.all([work(on), begun])
      return result
    } finally {
      void last('commit').catch(ignore).finally(release)
    }
  }

  /** {@link snapshot} for exports, which keep it while their client reads. */
  async function openSnapshot() {
    const { on, last, release } = await reserve('exports')
    try {
      await on.query(BEGIN_SNAPSHOT)
      await on.query(`set local idle_in_transaction_session_timeout = ${limits.idleInSnapshotMs}`)
    } catch (error) {
      release()
      throw error
    }
    return { on, close: () => last('commit').then(ignore, ignore).finally(release) }
  }

  return {
    query: ((statement, values) => connected(({ on }) => on.query(statement, values))) as Connection['query'],
    /** @param isolation such as `serializable; lock table …`: it sees the state after it has the lock */
    transaction: <Result>(isolation: string, work: (on: Connection) => Promise<Result>): Promise<Result> =>
      connected(async ({ on, last }) => {
        try {
          await on.query(`begin isolation level ${isolation}`)
          const result = await work(on)
          const { command } = await last('commit').catch(refuseUnanswered)
          if (command !== 'COMMIT') throw new Error('The transaction had failed before, and was rolled back.')
          return result
        } catch (error) {
          await last('rollback').catch(ignore) // then the connection is lost, and the transaction with it
          throw error
        }
      }),
    snapshot,
    openSnapshot,
    /** Calls `hear` when the database answers after it was silent. */
    onBack: (hear: () => void) => void backs.add(hear),
    /** Statements still open after a moment are given up. */
    async close() {
      silence.close() // first: it would open connections anew
      const ended = Promise.all([opened.usual.end(), opened.long.end(), opened.exports.end()])
      await withTimeout(ended.then(ignore), CLOSE_MS, () => silence.giveUp(new DatabaseAway('The server is stopping.')))
    },
  }
}

/** Errors of the database stay unchanged; all others mean that it is away. */
const databaseFault = (error: unknown) =>
  error instanceof DatabaseError || error instanceof DatabaseSilent || error instanceof TypeError
    ? error
    : new DatabaseAway(error instanceof Error ? error.message : String(error), { cause: error })

/** A commit without an answer may have succeeded. */
function refuseUnanswered(error: unknown): never {
  throw storeFault(error) === 'busy' && !isConflict(error) ? new CommitUnanswered(error) : error
}

function ignore() {}
