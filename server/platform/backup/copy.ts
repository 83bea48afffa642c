import Database from 'better-sqlite3'
import { closeSync, openSync } from 'node:fs'
import { megabytes } from '../http/megabytes'
import type { Report } from './report'

/** Copied at once: few enough for a bar that moves, many enough to be quick. */
const PAGES_PER_STEP = 1000
/** Waits for another process that recovers or closes the database. */
const PATIENCE_MS = 5000
const MAX_FAULTS = 5

/**
 * Writes a database as it is now, with the contents of its write-ahead log, to a new file, while others read and write it.
 * @param onBegin called with the bytes to be copied, before a file is made
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
 * Reads every page of a database that nobody uses, and leaves it as one file with nothing beside it. It takes seconds for
 * a gigabyte, without a pause: not on a thread that answers requests.
 * @returns what is wrong with it; `undefined` when it is sound
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
