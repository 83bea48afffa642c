import Database from 'better-sqlite3'
import { closeSync, openSync } from 'node:fs'
import { megabytes } from '../http/megabytes'
import type { Report } from './report'

/** Pages per step: few enough for a moving progress bar, many enough to be fast. */
const PAGES_PER_STEP = 1000
/** Waiting time for another process that recovers or closes the database. */
export const PATIENCE_MS = 5000
const MAX_FAULTS = 5

/**
 * Writes the present state of a database, with its write-ahead log, to a new file, while others read and write it.
 * @param onBegin called with the number of bytes to copy, before a file is made
 */
export async function copyDatabase(source: string, copy: string, report: Report, onBegin: (bytes: number) => void) {
  const database = new Database(source, { readonly: true, timeout: PATIENCE_MS })
  try {
    database.pragma('mmap_size = 0')
    database.exec('begin') // later commits are not seen, so that the copy need not begin anew
    database.prepare('select count(*) from sqlite_schema').get()
    const size = Number(database.pragma('page_size', { simple: true }))
    onBegin(Number(database.pragma('page_count', { simple: true })) * size)
    closeSync(openSync(copy, 'wx', 0o600)) // SQLite fills an empty file, and leaves its mode alone
    await database.backup(copy, {
      progress({ totalPages, remainingPages }) {
        const done = megabytes((totalPages - remainingPages) * size)
        report({ phase: 'copying', done, total: megabytes(totalPages * size), unit: 'MB' })
        return PAGES_PER_STEP
      },
    })
  } finally {
    database.close()
  }
}

/**
 * Reads every page of a database that is not in use, and leaves it as a single file. It takes seconds per gigabyte
 * without a pause, so it must not run on a thread that answers requests.
 * @returns the damage; `undefined` for a sound database
 */
export function damageIn(path: string): string | undefined {
  let database: Database.Database | undefined
  try {
    database = new Database(path, { fileMustExist: true })
    database.pragma('journal_mode = delete')
    const faults = database.prepare(`pragma integrity_check(${MAX_FAULTS})`).pluck().all().join('; ')
    if (faults !== 'ok') return faults
    const dangling = Number(database.prepare('select count(*) from pragma_foreign_key_check').pluck().get())
    return dangling > 0 ? `${dangling} rows point nowhere` : undefined
  } catch (error) {
    if (error instanceof Database.SqliteError && /^SQLITE_(CORRUPT|NOTADB)/.test(error.code)) return error.message
    throw error
  } finally {
    database?.close()
  }
}
