import Database from 'better-sqlite3'
import { codeOf } from '../log/reason'
import { DatabaseAway, DatabaseSilent } from './silence'

/** Faults of a database, the same for both dialects. `damaged`: the data read are invalid. */
export type StoreFault = 'duplicate' | 'referenced' | 'busy' | 'full' | 'damaged'

/** Too many writers are waiting; another one would not be answered in time. */
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
/** By SQLSTATE. 57014 is a statement that took too long. */
const postgresFaults = new Map<string, StoreFault>(
  Object.entries({
    duplicate: '23505',
    referenced: '23503 23001',
    full: '53100',
    damaged: 'XX001 XX002',
    busy: '58030 40001 40P01 53300 57P03 25006 57P01 57P02 08000 08001 08003 08006 57014 55P03 25P03',
  } satisfies Record<StoreFault, string>).flatMap(([fault, states]) =>
    states.split(' ').map((state): [string, StoreFault] => [state, fault as StoreFault]),
  ),
)

/** Faults of files beside the database, such as backups. */
const diskFaults: Record<string, StoreFault> = { ENOSPC: 'full', EDQUOT: 'full', EROFS: 'busy', EIO: 'busy' }

const postgresConflicts: ReadonlySet<string> = new Set(['40001', '40P01'])

/** True if a concurrent transaction interfered: the same work may succeed now. */
export const isConflict = (error: unknown): boolean =>
  error instanceof Error && (postgresConflicts.has(codeOf(error) ?? '') || isConflict(error.cause))

/** True if the database does not respond at all. This ends when it responds again, independent of writes. */
export const isSilence = (error: unknown): boolean =>
  error instanceof DatabaseSilent || (error instanceof Error && isSilence(error.cause))

/** The fault behind `error`; `undefined` if it did not come from the database or is a mistake in our code. */
export function storeFault(error: unknown): StoreFault | undefined {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof Database.SqliteError) {
      const { code } = cause
      return sqliteFaults.find(([pattern]) => pattern.test(code))?.[1]
    }
    if (cause instanceof TooManyWriters || cause instanceof DatabaseAway || cause instanceof DatabaseSilent)
      return 'busy'
    if (cause.message === 'The database connection is not open') return 'busy' // the server is stopping
    const code = codeOf(cause) ?? ''
    const fault = postgresFaults.get(code) ?? diskFaults[code]
    if (fault) return fault
  }
  return undefined
}
