import Database from 'better-sqlite3'
import { existsSync } from 'node:fs'
import type { Settings } from '../../env'
import { MEGABYTE } from '../../platform/http/megabytes'
import { reasonOf } from '../../platform/log/reason'
import { noSpaceIn, sizeOf } from '../../platform/store/disk'
import { storeFault } from '../../platform/store/fault'
import { appliedIn, isNewer, migrationsOf } from '../../platform/store/migrations'
import { brieflyOn } from '../../platform/store/postgres/client'
import { schemaFaultIn } from '../../platform/store/schema-fault'
import { schemaState } from '../../platform/store/schema-state'
import { databasePath, needsRollback } from '../../platform/store/sqlite/file'
import { findingsOf, sizeWord, type Finding } from './finding'

const LARGE_LOG_BYTES = 256 * MEGABYTE
const OLDEST_POSTGRES = 15

/**
 * Checks the file on a read-only connection, with or without a running server.
 * @param isFull reads every page and compares every index, which takes a while
 */
export function checkSqlite(dataDir: string, isFull: boolean): Finding[] {
  const { ok, failure } = findingsOf('database')
  const path = databasePath(dataDir)
  if (!existsSync(path)) {
    return [failure(`There is no database in ${dataDir}.`, 'Start the server once to make one, or restore a backup.')]
  }
  if (needsRollback(path)) {
    const advice = `Start the server, which undoes it: systemctl start caliper. Leave ${path}-journal where it is.`
    const message = `${path} has an interrupted write, which a power cut or a kill has left; nothing is lost.`
    return [failure(message, advice)]
  }
  const remedy =
    'Stop the server, keep a copy of the whole folder, then restore the last good backup: caliper restore --help'
  let connection: Database.Database | undefined
  try {
    connection = new Database(path, { readonly: true, timeout: 1000 })
    const verdict: unknown = connection.pragma(isFull ? 'integrity_check(3)' : 'quick_check(3)', { simple: true })
    if (verdict !== 'ok') return [failure(`${path} is damaged (${String(verdict).split('\n', 1)[0]}).`, remedy)]
    const dangling = connection.prepare('select count(*) from pragma_foreign_key_check').pluck().get()
    // what a newer version has made is not known here; the next check says that it has
    const isKnown = !isNewer(migrationsOf('sqlite'), appliedIn(connection))
    const strange = isKnown ? schemaFaultIn(connection) : undefined
    const size = sizeWord(sizeOf(path))
    return [
      Number(dangling) > 0
        ? failure(`${String(dangling)} rows of ${path} point nowhere.`, remedy)
        : strange !== undefined
          ? failure(`${path} is not as Caliper makes it: ${strange}.`, remedy)
          : ok(`${path} is sound: ${size}${isFull ? ', every page read' : ''}.`),
      checkLog(path),
    ]
  } catch (error) {
    const message = `${path} cannot be read (${reasonOf(error)}).`
    return [failure(message, storeFault(error) === 'damaged' ? remedy : adviceOfDisk(dataDir, error))]
  } finally {
    connection?.close()
  }
}

/** SQLite could not write its files beside the database, which it needs for reading as well. */
const adviceOfDisk = (dataDir: string, error: unknown): string =>
  noSpaceIn(dataDir, error)
    ? `Make some space (df -h ${dataDir}), then run this again. Restore no backup: the database may be sound.`
    : `Can the folder be written (ls -ld ${dataDir}), and is its disk sound (dmesg | tail)? Then run this again. Restore no backup before: the database may be sound.`

function checkLog(path: string): Finding {
  const size = sizeOf(`${path}-wal`)
  const { ok, warning } = findingsOf('write-ahead log')
  const message = `${sizeWord(size)} wait to be written into the database.`
  if (size <= LARGE_LOG_BYTES) return ok(message)
  return warning(message, 'Another program may be reading it without an end; restart the server when nobody works.')
}

/** Checks the version of a readable database. */
export async function checkVersion(settings: Settings): Promise<Finding> {
  const { ok, warning, failure } = findingsOf('schema version')
  try {
    const { pending, total } = await schemaState(settings, { isSound: true })
    if (pending.length === 0) return ok(`The data are of this version (${total} steps).`)
    if (pending.length === total && settings.databaseUrl) {
      return warning('The database is empty.', 'The server makes its tables when it is started.')
    }
    if (pending.length === total) {
      const advice = 'Move it away and restore the last good backup: caliper restore --help'
      return failure(`${databasePath(settings.dataDir)} is empty, or not of Caliper.`, advice)
    }
    return warning(
      `The data are of an older version: ${pending.length} of ${total} steps are missing.`,
      'The server brings them up to date when it is started, and keeps a copy before.',
    )
  } catch (error) {
    return failure(reasonOf(error), 'Install that version again. A backup would be without all that was written since.')
  }
}

export async function checkPostgres(url: string): Promise<Finding[]> {
  const { ok, warning, failure } = findingsOf('database')
  try {
    const { rows } = await brieflyOn(url, (on) =>
      on.query<{ version: string; number: number; bytes: number }>(
        `select current_setting('server_version') as version,
          current_setting('server_version_num')::int / 10000 as number,
          pg_database_size(current_database()) as bytes`,
      ),
    )
    const row = rows[0]!
    const message = `PostgreSQL ${row.version} answers: ${sizeWord(row.bytes)}.`
    return [row.number < OLDEST_POSTGRES ? warning(message, `Use version ${OLDEST_POSTGRES} or later.`) : ok(message)]
  } catch (error) {
    const advice = 'Is PostgreSQL running, and are host, name and password in CALIPER_DATABASE_URL right?'
    return [failure(reasonOf(error), advice)]
  }
}
