import Database from 'better-sqlite3'
import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  fchmodSync,
  mkdirSync,
  openSync,
  readdirSync,
  readSync,
  closeSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { log } from '../../log/index'
import { codeOf, reasonOf } from '../../log/reason'
import { asOwnerOf, noSpaceIn } from '../disk'
import { storeFault } from '../fault'
import { soundnessOf } from '../soundness'
import { FolderInUse, StartError } from '../start-error'

/** Marks a file as Caliper's, in the header field that SQLite provides for it ("CALP"). */
const APPLICATION_ID = 0x43414c50

export const DATABASE_NAME = 'caliper.sqlite'
/** Marks demo data, whose passwords are public. The demo never touches real data. */
export const DEMO_MARKER = 'DEMO.txt'
export const LOCK_NAME = 'caliper.lock'

const isOurs = (name: string) =>
  /^(caliper\.|replaced-|restoring-)/.test(name) || [DEMO_MARKER, 'backups', 'logs'].includes(name)

/**
 * Makes the folder, readable only by its owner. The mode of a folder with other files stays. An unusable folder is a
 * StartError with the reason.
 */
export function prepareFolder(dataDir: string) {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 })
    if (statSync(dataDir).uid === process.getuid?.() && readdirSync(dataDir).every(isOurs)) chmodSync(dataDir, 0o700)
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (error) {
    throw new StartError(
      `The data folder ${dataDir} cannot be used (${reasonOf(error)}); mend that, or give another in CALIPER_DATA_DIR.`,
    )
  }
}

/**
 * Keeps a second server out of `dataDir` while this process lives. The kernel drops the lock with the process, so it
 * never becomes stale. Returns the function that releases it.
 */
export function lockFolder(dataDir: string): () => void {
  const path = join(dataDir, LOCK_NAME)
  let lock: Database.Database | undefined
  try {
    makePrivate(dataDir, path) // SQLite gives companion files the same mode
    lock = new Database(path, { timeout: 0 })
    lock.pragma('locking_mode = exclusive')
    lock.exec('begin exclusive')
  } catch (error) {
    lock?.close()
    if (/SQLITE_(BUSY|LOCKED)/.test(codeOf(error) ?? '')) {
      throw new FolderInUse(`Another Caliper server is using ${dataDir}; stop it first.`)
    }
    throw (
      noSpaceIn(dataDir, error) ??
      new StartError(`The data folder ${dataDir} cannot be locked (${reasonOf(error)}); is it writable?`)
    )
  }
  return () => lock.close()
}

/** Closed before the lock is taken: closing a descriptor of the file makes the kernel drop the process's locks. */
function makePrivate(dataDir: string, path: string) {
  const file = openSync(path, constants.O_RDWR | constants.O_CREAT | constants.O_NOFOLLOW, 0o600)
  try {
    fchmodSync(file, 0o600)
  } finally {
    closeSync(file)
  }
  asOwnerOf(dataDir, path)
}

/** Files that SQLite keeps beside a database. All of them are one unit: they are kept, moved and removed together. */
export const companions = ['-journal', '-wal', '-shm']

/** True if a write was interrupted in rollback-journal mode: SQLite must undo it to make the database whole. */
export function needsRollback(path: string): boolean {
  const journal = `${path}-journal`
  return existsSync(journal) && (startOf(journal, 1)[0] ?? 0) !== 0 // SQLite ends some by filling their head with zeros
}

/** Undoes an interrupted write, which needs a connection that may write. */
export function rollBack(path: string) {
  if (!needsRollback(path)) return
  const connection = new Database(path, { fileMustExist: true, timeout: 1000 })
  try {
    connection.pragma('synchronous = FULL')
    connection.prepare('select count(*) from sqlite_schema').get()
  } finally {
    connection.close()
  }
  log('warn', 'rolled-back', { path })
}

/**
 * Makes an empty database at `path`; a crash half-way leaves nothing there. Companions of a removed database are kept
 * under another name: SQLite would replay them into the new one, and they may hold needed data.
 */
export function createDatabase(path: string) {
  for (const end of companions) {
    if (existsSync(path + end)) renameSync(path + end, `${path}.left-${Date.now()}${end}`)
  }
  const draft = `${path}.new`
  rmSync(draft, { force: true })
  closeSync(openSync(draft, 'wx', 0o600))
  const connection = new Database(draft)
  connection.pragma(`application_id = ${APPLICATION_ID}`)
  connection.pragma('journal_mode = WAL')
  connection.close()
  asOwnerOf(dirname(path), draft)
  renameSync(draft, path)
}

/** Refuses an unsound or foreign database file, and leaves it unchanged. An interrupted write is undone before. */
export function checkDatabase(path: string) {
  const remedy = remedyFor(path)
  const header = headerOf(path)
  if (header.length < 100) throw new StartError(`${path} is empty or cut short. ${remedy}`)
  if (!isMarkedOurs(header)) {
    throw new StartError(
      `${path} is not a database of Caliper. Move it away, or give another folder in CALIPER_DATA_DIR.`,
    )
  }
  try {
    rollBack(path)
  } catch (error) {
    throw storeFault(error) === 'damaged' ? damagedAt(path, reasonOf(error)) : error
  }
  const size = statSync(path).size
  const pageSize = header.readUInt16BE(16) === 1 ? 65_536 : header.readUInt16BE(16)
  if (size % pageSize !== 0) throw new StartError(`${path} is cut short. ${remedy}`)
  let fault: string | undefined
  try {
    const connection = new Database(path, { readonly: true, timeout: 1000 })
    connection.pragma('cache_size = -256') // pages are passed by: to keep them costs a quarter of the time, and memory
    const found = soundnessOf(connection, size)
    connection.close()
    fault = found.fault
    if (found.unread.length > 0) log('info', 'not-checked-at-start', { tables: found.unread })
  } catch (error) {
    fault = reasonOf(error)
  }
  if (fault !== undefined) throw damagedAt(path, fault)
}

const remedyFor = (path: string) =>
  `Restore a backup, or start anew; either way first move ${path}, and ${path}-wal, -shm and -journal where they exist, away.`

const damagedAt = (path: string, fault: string) => new StartError(`${path} is damaged (${fault}). ${remedyFor(path)}`)

/** The error for damage found after the file was checked. */
export const damagedFile = (dataDir: string, error: unknown) => damagedAt(databasePath(dataDir), reasonOf(error))

/** True if the header of a file marks it as a database of Caliper. */
export function isDatabaseOfOurs(path: string): boolean {
  const header = headerOf(path)
  return header.length === 100 && isMarkedOurs(header)
}

const isMarkedOurs = (header: Buffer) =>
  header.toString('latin1').startsWith('SQLite format 3\0') && header.readUInt32BE(68) === APPLICATION_ID

const headerOf = (path: string) => startOf(path, 100)

function startOf(path: string, bytes: number): Buffer {
  let file: number
  try {
    file = openSync(path, 'r')
  } catch (error) {
    throw new StartError(`${path} cannot be read (${reasonOf(error)}).`)
  }
  const start = Buffer.alloc(bytes)
  const length = readSync(file, start, 0, bytes, 0)
  closeSync(file)
  return start.subarray(0, length)
}

export const databasePath = (dataDir: string) => join(dataDir, DATABASE_NAME)
