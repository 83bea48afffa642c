import Database from 'better-sqlite3'
import { sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/better-sqlite3'
import { existsSync, statSync } from 'node:fs'
import { oncePerTurn } from '../../cache/once-per-turn'
import { reasonOf } from '../../log/reason'
import { log } from '../../log/index'
import { sqliteColumns } from '../../tables/columns'
import { tables } from '../../../tables'
import { accessNews } from '../access-news'
import { sizeOf } from '../disk'
import { storeFault } from '../fault'
import { mapsFlatRows } from '../flat-rows'
import { gatherer, shared } from '../gather'
import { groupCommit } from '../group-commit'
import { keepCopy } from '../kept-copy'
import {
  appliedIn,
  createJournal,
  JOURNAL,
  migrationFault,
  migrationsOf,
  pendingOf,
  refuseOther,
  type Migration,
} from '../migrations'
import { bound, type Statement } from './bound'
import { checkDatabase, createDatabase, damagedFile, databasePath, lockFolder, prepareFolder } from './file'
import { nameKey } from '../name-order'
import { commitListeners } from '../news'
import { oneProcess } from '../shared-state'
import { readyIn, removeWorkspaces, replaceWithRestored } from '../replace'
import { triggersAmiss } from '../schema-fault'
import { FolderInUse, StartError } from '../start-error'
import { tableNames } from '../soundness'
import { sqliteSnapshots } from './snapshots'
import { startFault } from '../start-fault'
import type { Compiled, Dialect, Query, Reader, Snapshot, Store, Writer } from '../store'

/** Rows per index: enough for planning, and done in milliseconds; all rows would take a second for a million values. */
const ROWS_ANALYZED = 1000

/**
 * Opens the embedded database in `dataDir`, made and migrated as needed.
 * @throws StartError if the folder or the file cannot be used
 */
export function openSqlite(dataDir: string): Store {
  prepareFolder(dataDir)
  const unlock = lockFolder(dataDir)
  try {
    const path = databasePath(dataDir)
    removeWorkspaces(dataDir)
    const keptFolder = replaceWithRestored(dataDir)
    if (keptFolder !== undefined) log('info', 'replaced', { kept: keptFolder })
    if (existsSync(path)) checkDatabase(path)
    else createDatabase(path)
    return openChecked(path, unlock)
  } catch (error) {
    unlock()
    throw startFault(error, dataDir)
  }
}

/** A copy of a database already opened by this process, in its own folder: neither checked nor migrated. */
export const openSqliteCopy = (dataDir: string): Store =>
  openChecked(
    databasePath(dataDir),
    () => {},
    () => {},
  )

/**
 * Opens the database without changes, for a command of the host: beside the server that uses it, or alone, and then no
 * server can start meanwhile. Nothing is made or migrated.
 * @throws StartError if there is no database, it cannot be read, or it is of another version
 */
export function openSqliteBeside(dataDir: string): Store {
  const path = databasePath(dataDir)
  let unlock = () => {}
  try {
    const inode = inodeOf(path)
    if (inode === undefined) {
      throw new StartError(`There is no database in ${dataDir}; name its folder in CALIPER_DATA_DIR.`)
    }
    unlock = lockUnlessUsed(dataDir)
    if (readyIn(dataDir).length > 0) {
      throw new StartError(`A restore is not complete in ${dataDir}; start the server once, which completes it.`)
    }
    const store = openChecked(path, unlock, refuseOtherVersion)
    const tx: Store['tx'] = async (work) => {
      const result = await store.tx(work)
      if (inodeOf(path) === inode) return result
      throw new StartError(`${path} was replaced at this moment; nothing was changed in the new one. Run this again.`)
    }
    return { ...store, tx, gather: gatherer({ ...store, tx }) }
  } catch (error) {
    unlock()
    if (error instanceof StartError) throw error
    if (storeFault(error) === 'damaged') throw damagedFile(dataDir, error)
    throw new StartError(
      `${path} cannot be used (${reasonOf(error)}); run this with sudo, or as the user whose file it is.`,
    )
  }
}

const inodeOf = (path: string) => statSync(path, { throwIfNoEntry: false })?.ino

/** If a server has the lock, continues without it. */
function lockUnlessUsed(dataDir: string): () => void {
  try {
    return lockFolder(dataDir)
  } catch (error) {
    if (error instanceof FolderInUse) return () => {}
    throw error
  }
}

function refuseOtherVersion(connection: Database.Database, path: string) {
  refuseOther(migrationsOf('sqlite'), appliedIn(connection), path)
}

function openChecked(path: string, unlock: () => void, prepare = migrate): Store {
  const writer = connect(path)
  try {
    prepare(writer, path)
  } catch (error) {
    writer.close()
    throw error
  }
  // Triggers that may refuse make SQLite record how to undo each statement: on disk that is 30 KiB per record.
  writer.pragma('temp_store = MEMORY')
  // Reads use a separate connection: a transaction that awaits between statements never shows half of its work.
  const reader = connectToRead(path)
  const read = drizzle(reader) as unknown as Reader
  const snapshots = sqliteSnapshots(() => connectToRead(path))
  const write = drizzle(writer) as unknown as Writer
  const readVersion = reader.prepare('pragma data_version').pluck()
  const version = oncePerTurn(() => readVersion.get() as number)
  const queue = groupCommit(writer, { committed: version.forget })
  const { onCommit, notifyAfter } = commitListeners()
  const { onNews, committed } = accessNews(writer)
  onCommit(committed)

  const dialect: Dialect = {
    dialect: 'sqlite',
    t: tables(sqliteColumns),
    isCommitted: (db) => db !== write,
    builderFor: (db) => db,
    prepared,
    bind: (name) => sql`+${sql.placeholder(name)}` as never,
    like: (column, pattern) => sql`${column} like ${pattern} escape '\\'`,
    nameOrder: (column) => sql`name_key(${column})`,
    among: (column, json, field) =>
      sql`${column} in (select value from json_each(${json}, ${sql.raw(`'$.${field}'`)}))`,
    accessVersion: async () => undefined,
  }
  const openSnapshot = async (): Promise<Snapshot> => ({ ...dialect, ...snapshots.open(), version: () => undefined })

  const tx: Store['tx'] = (work) => notifyAfter(queue.run(() => work(write)))
  return {
    ...dialect,
    ...oneProcess(),
    db: read,
    tx,
    gather: gatherer({ ...dialect, tx }),
    async snapshot(work) {
      const at = await openSnapshot()
      return work(at).finally(at.close)
    },
    openSnapshot,
    alone: (work) => work(), // the lock on the folder keeps others out
    version,
    onCommit,
    onNews,
    analyze: async () => {
      writer.pragma(`analysis_limit = ${ROWS_ANALYZED}`)
      // one table after the other: all at once would block others for too long
      for (const name of tableNames(writer)) await queue.run(async () => void writer.exec(`analyze "${name}"`))
    },
    triggerFaults: async (db) =>
      triggersAmiss(
        await db
          .select(trigger)
          .from(schema)
          .where(sql`type = 'trigger'`),
      ),
    figures: async () => ({
      dialect: 'sqlite',
      version: reader.prepare('select sqlite_version()').pluck().get() as string,
      bytes: sizeOf(path),
      logBytes: sizeOf(`${path}-wal`),
    }),
    async close() {
      await queue.idle()
      reader.close()
      snapshots.end()
      writer.pragma('wal_checkpoint(TRUNCATE)')
      writer.close()
      unlock()
    },
  }
}

const schema = sql`sqlite_schema`
const trigger = { name: sql<string>`name`, sql: sql<string>`sql` }

/** A connection with every safeguard set explicitly: the driver's own defaults differ. */
export function connect(path: string, options?: Database.Options) {
  const connection = new Database(path, options)
  connection.pragma('journal_mode = WAL') // readers do not wait for the writer
  connection.pragma('synchronous = FULL') // an acknowledged write survives a power cut, not only a crash
  connection.pragma('foreign_keys = ON')
  connection.pragma('busy_timeout = 50') // the driver is synchronous: a long wait would freeze every request
  connection.pragma('mmap_size = 0') // an I/O error must be an error, not a signal
  connection.pragma('cache_size = -4000') // 4 MB; more pages are in the cache of the system anyway
  return connection
}

function connectToRead(path: string) {
  const connection = connect(path, { fileMustExist: true })
  connection.pragma('query_only = ON')
  connection.function('name_key', { deterministic: true }, (name: unknown) => nameKey(name as string | null))
  return connection
}

/** Applies pending migrations, each in its own transaction, after keeping a copy of the present data. */
function migrate(connection: Database.Database, path: string) {
  connection.exec(createJournal)
  const applied = appliedIn(connection)
  const pending = pendingOf(migrationsOf('sqlite'), applied, path)
  if (pending.length === 0) return
  if (applied.length > 0) keepCopy(connection, path, applied.length + 1)
  connection.pragma('foreign_keys = OFF') // rebuilding a table must not delete rows that reference it
  for (const migration of pending) {
    try {
      connection.transaction(apply).immediate(connection, migration)
    } catch (error) {
      throw migrationFault(migration.name, error, path)
    }
  }
  connection.pragma('foreign_keys = ON')
}

function apply(connection: Database.Database, { hash, statements }: Migration) {
  for (const statement of statements) connection.exec(statement)
  const broken = connection.pragma('foreign_key_check') as unknown[]
  if (broken.length > 0)
    throw new StartError(`A migration left ${broken.length} rows that point nowhere; nothing was changed.`)
  connection.prepare(`insert into ${JOURNAL} values (?, ?)`).run(hash, Date.now())
}

function prepared<Rows>(query: Query<Rows>): Compiled<Rows> {
  const run = bound(mapsFlatRows(query.prepare() as Statement<Rows>))
  return shared(async (values) => run(values))
}
