import { sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import { Client as Single } from 'pg'
import { log } from '../../log/index'
import { codeOf, reasonOf } from '../../log/reason'
import { postgresColumns } from '../../tables/columns'
import { tables } from '../../../tables'
import { mapsFlatRows } from '../flat-rows'
import { gatherer, shared } from '../gather'
import { atLength, limits } from '../limits'
import {
  appliedTo,
  createJournal,
  JOURNAL,
  migrationFault,
  migrationsOf,
  pendingOf,
  refuseOther,
  type Migration,
} from '../migrations'
import { commitListeners } from '../news'
import { postgresState } from './shared-state'
import { connectionTo, postgresClient, type Client, type Connection } from './client'
import { postgresKeys } from './keys'
import { postgresNews } from './news'
import { triggerFaults } from './triggers'
import { retryConflicts } from '../retry-conflicts'
import { StartError } from '../start-error'
import type { Compiled, Dialect, Query, Reader, Reading, Store, Writer } from '../store'

/** Held while migrating and seeding, so that servers started together do it one after the other. */
const START_LOCK = 0x43414c50

/**
 * A transaction that first waits for all others, of any process, that number records or append to the audit trail: so
 * it never has to be repeated because of them. The tables are in the order in which the others write to them.
 */
const IN_TURN = 'serializable; lock table qc_counter, qc_audit_head in exclusive mode'

/** The same for a transaction that was refused: it may have changed rights, which all of them write into one row. */
const IN_TURN_OF_ALL = 'serializable; lock table caliper_access, qc_counter, qc_audit_head in exclusive mode'

/** The number of tables whose triggers write another version of what is granted. */
const ACCESS_TABLES = 6

/** Another server may be migrating a large database meanwhile. */
const START_LOCK_MS = 10 * 60_000

/**
 * Opens a PostgreSQL database, with migrations as needed.
 * @param connections maximum for requests
 * @throws StartError if it cannot be reached or was written by a newer version
 */
export async function openPostgres(
  url: string,
  connections: number = limits.usual.connections,
  prepare = migrate,
): Promise<Store> {
  const client = postgresClient(url, connections)
  try {
    await client.query('select 1')
  } catch (error) {
    await client.close()
    throw new StartError(`The database in CALIPER_DATABASE_URL cannot be reached (${reasonOf(error)}).`)
  }
  try {
    await prepare(client, url)
  } catch (error) {
    await client.close()
    throw error
  }
  // builds without ICU sort by code point
  const pinyin = await client.query("select 1 from pg_collation where collname = 'zh-Hans-x-icu'")
  const hasPinyin = pinyin.rows.length > 0
  const db = readerOn(client)
  const retry = retryConflicts()
  const { onCommit, notifyAfter } = commitListeners()
  const news = postgresNews(url)
  client.onBack(news.renew)
  const committed = new WeakSet<Reader>([db])
  let names = 0

  function prepared<Rows>(query: Query<Rows>): Compiled<Rows> {
    const statement = mapsFlatRows(query.prepare(`caliper_${names++}`) as Statement<Rows>)
    return shared((values, on) => (on ? runBy(on, statement) : statement).execute(values))
  }
  const accessVersions = prepared(db.select({ version: sql<string>`version` }).from(sql`caliper_access`))
  const hasAccessTriggers = (await accessTriggers(client)) === ACCESS_TABLES
  if (!hasAccessTriggers) log('warn', 'access-triggers', { message: 'some are missing: rights are read each time' })

  const dialect: Dialect = {
    dialect: 'postgres',
    t: tables(postgresColumns),
    isCommitted: (reader) => committed.has(reader),
    builderFor: <Db extends Reader>() => db as Reader as Db,
    prepared,
    bind: (name) => sql.placeholder(name) as never,
    like: (column, pattern) => sql`${column} ilike ${pattern} escape '\\'`,
    nameOrder: (column) => (hasPinyin ? sql`${column} collate "zh-Hans-x-icu"` : sql`${column}`),
    among: (column, json, field) =>
      sql`${column} in (select value::int from json_array_elements_text((${json})::text::json -> ${sql.raw(`'${field}'`)}) as value)`,
    accessVersion: async (reader) => (hasAccessTriggers ? (await accessVersions({}, reader))[0]?.version : undefined),
  }
  const version = () => undefined
  function readingOn(connection: Connection): Reading {
    const at = readerOn(connection)
    committed.add(at)
    return { ...dialect, db: at, version }
  }

  const transaction =
    (isolation: (isQueued: boolean) => string): Store['tx'] =>
    (work) =>
      notifyAfter(retry((isQueued) => client.transaction(isolation(isQueued), (on) => work(readerOn(on) as Writer))))

  return {
    ...dialect,
    isShared: true,
    sharedState: postgresState(client),
    keyFor: postgresKeys(client, url),
    onNews: news.onNews,
    db,
    version,
    tx: transaction((isQueued) => (isQueued ? IN_TURN_OF_ALL : 'serializable')),
    gather: gatherer({ ...dialect, tx: transaction(() => IN_TURN) }),
    snapshot: (work) => client.snapshot((on) => work(readingOn(on))),
    async openSnapshot() {
      const { on, close } = await client.openSnapshot()
      return { ...readingOn(on), close }
    },
    alone: (work) => withStartLock(url, work),
    onCommit,
    analyze: () => atLength(async () => void (await client.query('analyze'))),
    triggerFaults,
    async figures() {
      const { rows } = await client.query<{ bytes: number; version: string }>(
        "select pg_database_size(current_database()) as bytes, current_setting('server_version') as version",
      )
      return { dialect: 'postgres', ...rows[0]!, logBytes: 0 }
    },
    async close() {
      await news.close()
      await client.close()
    },
  }
}

/** The number of enabled triggers that write another version of what is granted. */
async function accessTriggers(client: Client): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    "select count(*) from pg_trigger where tgfoid = to_regproc('caliper_access_changed') and tgenabled in ('O', 'A')",
  )
  return rows[0]!.count
}

type Statement<Rows> = { execute(values?: Record<string, unknown>): Promise<Rows> }

/** Drizzle's builders whose statements run on a connection. */
const readerOn = (connection: Connection) => drizzle({ client: connection as unknown as Single }) as unknown as Reader

/** A compiled statement on the connection of a transaction; drizzle would compile it for each. */
const runBy = <Rows>(on: Reader, statement: Statement<Rows>): Statement<Rows> =>
  Object.create(statement, { client: { value: (on as unknown as { session: { client: Connection } }).session.client } })

/**
 * A separate connection holds the lock: `work` may use all others.
 * @throws StartError if another server has held it for `waitMs`
 */
export async function withStartLock<Result>(
  url: string,
  work: (connection: Connection) => Promise<Result>,
  waitMs = START_LOCK_MS,
): Promise<Result> {
  const connection = new Single({ ...connectionTo(url), connectionTimeoutMillis: limits.usual.connectMs })
  connection.on('error', () => {}) // waiting callers get the error
  await connection.connect()
  try {
    await connection.query(`set lock_timeout = ${waitMs}`)
    await connection.query('select pg_advisory_lock($1)', [START_LOCK]).catch(refuseHeld)
    await connection.query('reset lock_timeout')
    return await work(connection)
  } finally {
    await connection.end() // which gives the lock back
  }
}

function refuseHeld(error: unknown): never {
  if (codeOf(error) !== LOCK_NOT_AVAILABLE) throw error
  throw new StartError(
    'Another server has been starting on the database in CALIPER_DATABASE_URL for too long. Wait until it runs, or end it; then start again.',
  )
}

const LOCK_NOT_AVAILABLE = '55P03'

/**
 * Opens the database without changes, for a command of the host beside running servers.
 * @throws StartError also if it is of another version
 */
export const openPostgresBeside = (url: string, connections?: number) =>
  openPostgres(url, connections, async (client) =>
    refuseOther(migrationsOf('postgres'), await appliedTo(client), 'The database'),
  )

/** Applies pending migrations, each in its own transaction, without a time limit. */
const migrate = (_client: Client, url: string) =>
  withStartLock(url, async (connection) => {
    await connection.query(createJournal)
    const pending = pendingOf(migrationsOf('postgres'), await appliedTo(connection), 'The database')
    for (const migration of pending) {
      await apply(connection, migration).catch((error: unknown) => {
        throw migrationFault(migration.name, error, 'The database')
      })
    }
  })

async function apply(connection: Connection, { hash, statements }: Migration) {
  await connection.query('begin')
  for (const statement of statements) await connection.query(statement)
  await connection.query(`insert into ${JOURNAL} values ($1, $2)`, [hash, Date.now()])
  await connection.query('commit')
}
