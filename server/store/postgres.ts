import { sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/bun-sql'
import { postgresColumns } from '../tables/columns'
import { tables } from '../tables/index'
import { commits } from './commits'
import { createJournal, JOURNAL, migrationsOf, pendingOf } from './migrations'
import { StartError } from './start-error'
import type { Compiled, Query, Reader, Store, Writer } from './store'
import { takingTurns } from './turns'

/** Held while migrating and seeding, so that servers that start together do it one after the other. */
const START_LOCK = 0x43414c50

/**
 * Opens a PostgreSQL database, migrating it as needed.
 * @throws StartError when it cannot be reached or was written by a newer version
 */
export async function openPostgres(url: string): Promise<Store> {
  const client = new Bun.SQL(url, { max: 10, bigint: false })
  try {
    await client`select 1`
  } catch (error) {
    await client.close()
    throw new StartError(`The database in CALIPER_DATABASE_URL cannot be reached (${String(error).split('\n', 1)[0]}).`)
  }
  try {
    await migrate(client)
  } catch (error) {
    await client.close()
    throw error
  }
  const db = drizzle({ client })
  const patiently = takingTurns()
  const { onCommit, told } = commits()
  let names = 0

  return {
    dialect: 'postgres',
    db: db as unknown as Reader,
    t: tables(postgresColumns),
    tx: (work) =>
      told(patiently(() => db.transaction((tx) => work(tx as unknown as Writer), { isolationLevel: 'serializable' }))),
    prepared<Rows>(query: Query<Rows>): Compiled<Rows> {
      const statement = query.prepare(`caliper_${names++}`) as {
        execute(values?: Record<string, unknown>): Promise<Rows>
      }
      return (values) => statement.execute(values)
    },
    bind: (name) => sql.placeholder(name) as never,
    like: (column, pattern) => sql`${column} ilike ${pattern} escape '\\'`,
    // As text first: what is bound as JSON is written as JSON once more on its way.
    among: (column, json, field) =>
      sql`${column} in (select value::int from json_array_elements_text((${json})::text::json -> ${sql.raw(`'${field}'`)}) as value)`,
    alone: (work) => withStartLock(client, work),
    version: () => undefined,
    onCommit,
    analyze: async () => void (await client`analyze`),
    async figures() {
      const [row] = await client`select pg_database_size(current_database())::float8 as bytes,
        current_setting('server_version') as version`
      const size = Math.round((row.bytes / 1024 / 1024) * 10) / 10
      return { dialect: 'postgres', version: row.version, size, log: 0 }
    },
    close: () => client.close(),
  }
}

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
