import { sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/bun-sql'
import { reasonOf } from '../reason'
import { postgresColumns } from '../tables/columns'
import { tables } from '../tables/index'
import { commits } from './commits'
import { mapsFlatRows } from './flat-rows'
import { createJournal, JOURNAL, migrationsOf, pendingOf, refuseOther } from './migrations'
import { postgresBoard } from './postgres-board'
import { postgresKeys } from './postgres-keys'
import { postgresNews } from './postgres-news'
import { triggerFaults } from './postgres-triggers'
import { StartError } from './start-error'
import type { Compiled, Query, Reader, Store, Writer } from './store'
import { takingTurns } from './turns'

/** Held while migrating and seeding, so that servers that start together do it one after the other. */
const START_LOCK = 0x43414c50

/**
 * Opens a PostgreSQL database, migrating it as needed.
 * @throws StartError when it cannot be reached or was written by a newer version
 */
export async function openPostgres(url: string, prepare = migrate): Promise<Store> {
  const client = new Bun.SQL(url, { max: 10, bigint: false })
  try {
    await client`select 1`
  } catch (error) {
    await client.close()
    throw new StartError(`The database in CALIPER_DATABASE_URL cannot be reached (${reasonOf(error)}).`)
  }
  try {
    await prepare(client)
  } catch (error) {
    await client.close()
    throw error
  }
  // builds without ICU sort by code point
  const [pinyin] = await client`select 1 from pg_collation where collname = 'zh-Hans-x-icu'`
  const hasPinyin = pinyin !== undefined
  const db = drizzle({ client })
  const patiently = takingTurns()
  const { onCommit, told } = commits()
  const news = postgresNews(url)
  let names = 0

  return {
    isShared: true,
    board: postgresBoard(client),
    keyFor: postgresKeys(client, url),
    onNews: news.onNews,
    dialect: 'postgres',
    db: db as unknown as Reader,
    t: tables(postgresColumns),
    tx: (work) =>
      told(patiently(() => db.transaction((tx) => work(tx as unknown as Writer), { isolationLevel: 'serializable' }))),
    builderFor: <Db extends Reader>() => db as unknown as Db,
    prepared<Rows>(query: Query<Rows>): Compiled<Rows> {
      const statement = mapsFlatRows(query.prepare(`caliper_${names++}`) as Statement<Rows>)
      return (values, on) => (on ? runBy(on, statement) : statement).execute(values)
    },
    bind: (name) => sql.placeholder(name) as never,
    like: (column, pattern) => sql`${column} ilike ${pattern} escape '\\'`,
    nameOrder: (column) => (hasPinyin ? sql`${column} collate "zh-Hans-x-icu"` : sql`${column}`),
    // As text first: what is bound as JSON is written as JSON once more on its way.
    among: (column, json, field) =>
      sql`${column} in (select value::int from json_array_elements_text((${json})::text::json -> ${sql.raw(`'${field}'`)}) as value)`,
    alone: (work) => withStartLock(client, work),
    version: () => undefined,
    onCommit,
    analyze: async () => void (await client`analyze`),
    triggerFaults,
    async figures() {
      const [row] = await client`select pg_database_size(current_database())::float8 as bytes,
        current_setting('server_version') as version`
      return { dialect: 'postgres', version: row.version, bytes: row.bytes, logBytes: 0 }
    },
    async close() {
      await news.close()
      await client.close()
    },
  }
}

type Statement<Rows> = { execute(values?: Record<string, unknown>): Promise<Rows> }

/** A compiled statement on the connection of a transaction; drizzle would compile it for each. */
const runBy = <Rows>(on: Reader, statement: Statement<Rows>): Statement<Rows> =>
  Object.create(statement, { client: { value: (on as unknown as { session: { client: Bun.SQL } }).session.client } })

async function withStartLock<Result>(client: Bun.SQL, work: () => Promise<Result>): Promise<Result> {
  const connection = await client.reserve()
  try {
    await connection`select pg_advisory_lock(${START_LOCK})`
    return await work()
  } finally {
    await connection`select pg_advisory_unlock(${START_LOCK})`
    connection.release()
  }
}

/**
 * The database as it stands, for a command of the host beside servers that use it.
 * @throws StartError also when it is of another version
 */
export const openPostgresBeside = (url: string) =>
  openPostgres(url, async (client) => {
    const [journal]: { there: boolean }[] = await client`select to_regclass(${JOURNAL}) is not null as there`
    const rows: { hash: string }[] = journal?.there ? await client.unsafe(`select hash from ${JOURNAL}`) : []
    const applied = rows.map(({ hash }) => hash)
    refuseOther(migrationsOf('postgres'), applied, 'The database')
  })

/** Applies what is missing, each migration in a transaction of its own. */
const migrate = (client: Bun.SQL) =>
  withStartLock(client, async () => {
    await client.unsafe(createJournal)
    const rows: { hash: string }[] = await client.unsafe(`select hash from ${JOURNAL}`)
    const applied = rows.map(({ hash }) => hash)
    for (const { hash, statements } of pendingOf(migrationsOf('postgres'), applied, 'The database')) {
      await client.begin(async (tx) => {
        for (const statement of statements) await tx.unsafe(statement)
        await tx.unsafe(`insert into ${JOURNAL} values ($1, $2)`, [hash, Date.now()])
      })
    }
  })
