import { sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/bun-sql'
import { postgresColumns } from '../tables/columns'
import { tables } from '../tables/index'
import { storeFault } from './fault'
import { createJournal, JOURNAL, migrationsOf, pendingOf } from './migrations'
import { StartError } from './start-error'
import type { Compiled, Query, Reader, Store, Writer } from './store'

const ATTEMPTS = 8
/** Held while migrating, so that servers that start together do not both do it. */
const MIGRATION_LOCK = 0x43414c50

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
  let names = 0

  return {
    dialect: 'postgres',
    db: db as unknown as Reader,
    t: tables(postgresColumns),
    tx: (work) =>
      patiently(() => db.transaction((tx) => work(tx as unknown as Writer), { isolationLevel: 'serializable' })),
    prepared<Rows>(query: Query<Rows>): Compiled<Rows> {
      const statement = query.prepare(`caliper_${names++}`) as {
        execute(values?: Record<string, unknown>): Promise<Rows>
      }
      return (values) => statement.execute(values)
    },
    bind: (name) => sql.placeholder(name) as never,
    like: (column, pattern) => sql`${column} ilike ${pattern} escape '\\'`,
    version: () => undefined,
    close: () => client.close(),
  }
}

/** Repeats what PostgreSQL refused because another transaction came between. */
async function patiently<Result>(attempt: () => Promise<Result>): Promise<Result> {
  for (let left = ATTEMPTS; ; left--) {
    try {
      return await attempt()
    } catch (error) {
      if (storeFault(error) !== 'busy' || left <= 1) throw error
      await Bun.sleep(Math.random() * 10 * (ATTEMPTS - left + 1))
    }
  }
}

/** Applies what is missing, each migration in a transaction of its own. */
async function migrate(client: Bun.SQL) {
  const connection = await client.reserve()
  try {
    await connection`select pg_advisory_lock(${MIGRATION_LOCK})`
    await connection.unsafe(createJournal)
    const applied: { hash: string }[] = await connection.unsafe(`select hash from ${JOURNAL}`)
    const pending = pendingOf(
      migrationsOf('postgres'),
      applied.map(({ hash }) => hash),
      'The database',
    )
    for (const { hash, statements } of pending) {
      await connection.begin(async (tx) => {
        for (const statement of statements) await tx.unsafe(statement)
        await tx.unsafe(`insert into ${JOURNAL} values ($1, $2)`, [hash, Date.now()])
      })
    }
    await connection`select pg_advisory_unlock(${MIGRATION_LOCK})`
  } finally {
    connection.release()
  }
}
