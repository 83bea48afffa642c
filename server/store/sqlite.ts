import Database from 'better-sqlite3'
import { sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/better-sqlite3'
import { closeSync, existsSync, openSync, renameSync, rmSync, statSync } from 'node:fs'
import { sqliteColumns } from '../tables/columns'
import { tables } from '../tables/index'
import { commits } from './commits'
import { storeFault } from './fault'
import { groupCommit } from './group-commit'
import { createJournal, JOURNAL, migrationsOf, pendingOf, type Migration } from './migrations'
import { checkDatabase, createDatabase, databasePath, lockFolder, prepareFolder } from './sqlite-file'
import { StartError } from './start-error'
import type { Compiled, Query, Store, Writer } from './store'

/** Few enough that copying them holds nobody up. */
const PAGES_A_STEP = 200
/** Of each index: enough to plan by, and over in milliseconds; of all rows it would take a second for a million values. */
const ROWS_ANALYZED = 1000

/**
 * Opens the embedded database in `dataDir`, making and migrating it as needed.
 * @throws StartError when the folder or the file cannot be used
 */
export function openSqlite(dataDir: string): Store {
  prepareFolder(dataDir)
  const unlock = lockFolder(dataDir)
  try {
    const path = databasePath(dataDir)
    if (existsSync(path)) checkDatabase(path)
    else createDatabase(path)
    return openChecked(path, unlock)
  } catch (error) {
    unlock()
    if (storeFault(error) === 'full')
      throw new StartError(`There is no space left in ${dataDir}; make some and start again.`)
    if (storeFault(error) === 'busy')
      throw new StartError(`${dataDir} cannot be written; is the disk sound, and yours?`)
    throw error
  }
}

function openChecked(path: string, unlock: () => void): Store {
  const writer = connect(path)
  try {
    migrate(writer, path)
  } catch (error) {
    writer.close()
    throw error
  }
  // Reading on a connection of its own: a transaction that awaits between statements never shows half its work.
  const reader = connect(path)
  reader.pragma('query_only = ON')
  const write = drizzle(writer) as unknown as Writer
  const queue = groupCommit(writer)
  const version = reader.prepare('pragma data_version').pluck()
  const { onCommit, told } = commits()

  return {
    dialect: 'sqlite',
    db: drizzle(reader) as unknown as Writer,
    t: tables(sqliteColumns),
    tx: (work) => told(queue.run(() => work(write))),
    prepared,
    bind: (name) => sql`+${sql.placeholder(name)}` as never,
    like: (column, pattern) => sql`${column} like ${pattern} escape '\\'`,
    among: (column, json, field) =>
      sql`${column} in (select value from json_each(${json}, ${sql.raw(`'$.${field}'`)}))`,
    alone: (work) => work(), // the lock on the folder keeps others out
    version: () => version.get() as number,
    onCommit,
    // the writer's own connection: another one would begin anew after each write
    copyTo: async (path) => void (await writer.backup(path, { progress: () => PAGES_A_STEP })),
    analyze: async () => {
      writer.pragma(`analysis_limit = ${ROWS_ANALYZED}`)
      // one table after the other: all at once would hold others up for too long
      for (const name of tablesOf(writer)) await queue.run(async () => void writer.exec(`analyze "${name}"`))
    },
    figures: async () => ({
      dialect: 'sqlite',
      version: reader.prepare('select sqlite_version()').pluck().get() as string,
      size: megabytesOf(path),
      log: megabytesOf(`${path}-wal`),
    }),
    async close() {
      await queue.idle()
      reader.close()
      writer.pragma('wal_checkpoint(TRUNCATE)')
      writer.close()
      unlock()
    },
  }
}

/** A connection with every safeguard set by name: the driver's own defaults differ. */
export function connect(path: string) {
  const connection = new Database(path)
  connection.pragma('journal_mode = WAL') // readers do not wait for the writer
  connection.pragma('synchronous = FULL') // an acknowledged write survives a power cut, not only a crash
  connection.pragma('foreign_keys = ON')
  connection.pragma('busy_timeout = 50') // the driver is synchronous: a long wait would freeze every request
  connection.pragma('mmap_size = 0') // an I/O error must be an error, not a signal
  return connection
}

/** Applies what is missing, each migration in a transaction of its own, after keeping a copy of the data as it is now. */
function migrate(connection: Database.Database, path: string) {
  connection.exec(createJournal)
  const applied = connection.prepare<[], string>(`select hash from ${JOURNAL}`).pluck().all()
  const pending = pendingOf(migrationsOf('sqlite'), applied, path)
  if (pending.length === 0) return
  if (applied.length > 0)
    keepCopy(connection, `${path}.before-${applied.length + 1}.${new Date().toISOString().slice(0, 10)}`)
  connection.pragma('foreign_keys = OFF') // rebuilding a table must not delete what points at it
  for (const migration of pending) connection.transaction(apply).immediate(connection, migration)
  connection.pragma('foreign_keys = ON')
}

function apply(connection: Database.Database, { hash, statements }: Migration) {
  for (const statement of statements) connection.exec(statement)
  const broken = connection.pragma('foreign_key_check') as unknown[]
  if (broken.length > 0)
    throw new StartError(`A migration left ${broken.length} rows that point nowhere; nothing was changed.`)
  connection.prepare(`insert into ${JOURNAL} values (?, ?)`).run(hash, Date.now())
}

function keepCopy(connection: Database.Database, copy: string) {
  const draft = `${copy}.new`
  rmSync(draft, { force: true })
  closeSync(openSync(draft, 'w', 0o600)) // SQLite fills an empty file, and leaves its mode alone
  connection.prepare('vacuum into ?').run(draft)
  renameSync(draft, copy)
}

const tablesOf = (connection: Database.Database) =>
  connection
    .prepare<[], string>(
      "select name from sqlite_schema where type = 'table' and name not like 'sqlite\\_%' escape '\\'",
    )
    .pluck()
    .all()

const megabytesOf = (path: string) => Math.round((statSync(path, { throwIfNoEntry: false })?.size ?? 0) / 1024) / 1024

function prepared<Rows>(query: Query<Rows>): Compiled<Rows> {
  const statement = query.prepare() as { execute(values?: Record<string, unknown>): Rows }
  return async (values) => statement.execute(values)
}
