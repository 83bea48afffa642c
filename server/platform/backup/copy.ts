import Database from 'better-sqlite3'
import { closeSync, openSync } from 'node:fs'
import { megabytes } from '../http/megabytes'
import type { Report } from './report'

/** Copied at once: few enough for a bar that moves, many enough to be quick. */
const PAGES_A_STEP = 1000
/** A database that another process recovers, or closes, is waited for. */
const PATIENCE_MS = 5000

/**
 * Writes a database as it is now, with what its write-ahead log holds, to a new file, while others read and write it.
 * @param begins hears how many bytes will be copied, before a file is made
 */
export async function copyDatabase(source: string, copy: string, report: Report, begins: (bytes: number) => void) {
  const database = new Database(source, { readonly: true, timeout: PATIENCE_MS })
  try {
    database.pragma('mmap_size = 0')
    database.exec('begin') // what is committed from now on is not seen, so that the copy need not begin anew
    database.prepare('select count(*) from sqlite_schema').get()
    const size = Number(database.pragma('page_size', { simple: true }))
    begins(Number(database.pragma('page_count', { simple: true })) * size)
    closeSync(openSync(copy, 'wx', 0o600)) // SQLite fills an empty file, and leaves its mode alone
    await database.backup(copy, {
      progress({ totalPages, remainingPages }) {
        const done = megabytes((totalPages - remainingPages) * size)
        report({ phase: 'copying', done, total: megabytes(totalPages * size), unit: 'MB' })
        return PAGES_A_STEP
      },
    })
  } finally {
    database.close()
  }
}
