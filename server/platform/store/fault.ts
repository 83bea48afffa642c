import Database from 'better-sqlite3'
import { DatabaseAway, DatabaseSilent } from './silence'

/** What a database refused or failed at, in the words of both dialects. `damaged`: what it has read makes no sense. */
export type StoreFault = 'duplicate' | 'referenced' | 'busy' | 'full' | 'damaged'

/** So many wait to write that one more would not be answered in time. */
export class TooManyWriters extends Error {
  constructor() {
    super('Too many wait to write.')
  }
}

const sqliteFaults: [pattern: RegExp, fault: StoreFault][] = [
  [/^SQLITE_CONSTRAINT_(UNIQUE|PRIMARYKEY)$/, 'duplicate'],
  [/^SQLITE_CONSTRAINT_(FOREIGNKEY|TRIGGER)$/, 'referenced'],
  [/^SQLITE_FULL/, 'full'],
  [/^SQLITE_(CORRUPT|NOTADB)/, 'damaged'],
  [/^SQLITE_(BUSY|LOCKED|READONLY|IOERR|CANTOPEN|PROTOCOL|PERM)/, 'busy'],
]
const postgresFaults: Record<string, StoreFault> = {
  '23505': 'duplicate',
  '23503': 'referenced',
  '23001': 'referenced',
  '53100': 'full',
  XX001: 'damaged',
  XX002: 'damaged',
  '58030': 'busy',
  '40001': 'busy',
  '40P01': 'busy',
  '53300': 'busy',
  '57P03': 'busy',
  '25006': 'busy',
  '57P01': 'busy',
  '57P02': 'busy',
  '08000': 'busy',
  '08001': 'busy',
  '08003': 'busy',
  '08006': 'busy',
  '57014': 'busy', // a statement that took too long
  '55P03': 'busy',
  '25P03': 'busy',
}

/** Of files beside the database, such as backups. */
const diskFaults: Record<string, StoreFault> = { ENOSPC: 'full', EDQUOT: 'full', EROFS: 'busy', EIO: 'busy' }

const postgresConflicts: ReadonlySet<string> = new Set(['40001', '40P01'])

/** Whether another transaction came between: the same work may go well now. */
export const isConflict = (error: unknown): boolean =>
  error instanceof Error &&
  (postgresConflicts.has(String((error as { code?: unknown }).code)) || isConflict(error.cause))

/** Whether the database gives no sign of life. It is over when it does, whoever writes then or not. */
export const isSilence = (error: unknown): boolean =>
  error instanceof DatabaseSilent || (error instanceof Error && isSilence(error.cause))

/** Names the fault behind `error`, or `undefined` when it did not come from the database or is our own mistake. */
export function storeFault(error: unknown): StoreFault | undefined {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof Database.SqliteError) {
      const { code } = cause
      return sqliteFaults.find(([pattern]) => pattern.test(code))?.[1]
    }
    if (cause instanceof TooManyWriters || cause instanceof DatabaseAway || cause instanceof DatabaseSilent)
      return 'busy'
    if (cause.message === 'The database connection is not open') return 'busy' // the server is stopping
    const { code } = cause as { code?: unknown }
    const fault = postgresFaults[String(code)] ?? diskFaults[String(code)]
    if (fault) return fault
  }
  return undefined
}
