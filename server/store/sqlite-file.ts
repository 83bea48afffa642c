import Database from 'better-sqlite3'
import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readSync,
  closeSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { join } from 'node:path'
import { StartError } from './start-error'

/** Marks a file as ours, in the header field SQLite keeps for it ("CALP"). */
const APPLICATION_ID = 0x43414c50

export const DATABASE_NAME = 'caliper.sqlite'

const isOurs = (name: string) => name.startsWith('caliper.') || name === 'DEMO.txt'

/** Makes the folder, private to its owner, or says why it cannot be used. A folder shared with other things stays open. */
export function prepareFolder(dataDir: string) {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 })
    if (statSync(dataDir).uid === process.getuid?.() && readdirSync(dataDir).every(isOurs)) chmodSync(dataDir, 0o700)
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (error) {
    throw new StartError(
      `The data folder ${dataDir} cannot be used (${reason(error)}); give another in CALIPER_DATA_DIR.`,
    )
  }
}

/**
 * Keeps a second server out of `dataDir` for as long as this process lives. The kernel drops the lock with the
 * process, so it never goes stale. Returns the function that gives it back.
 */
export function lockFolder(dataDir: string): () => void {
  const path = join(dataDir, 'caliper.lock')
  let lock: Database.Database | undefined
  try {
    lock = new Database(path, { timeout: 0 })
    lock.pragma('locking_mode = exclusive')
    lock.exec('begin exclusive')
  } catch (error) {
    lock?.close()
    throw /SQLITE_(BUSY|LOCKED)/.test(String((error as { code?: unknown }).code))
      ? new StartError(`Another Caliper server is using ${dataDir}; stop it first.`)
      : new StartError(`The data folder ${dataDir} cannot be locked (${reason(error)}); is it writable?`)
  }
  chmodSync(path, 0o600)
  return () => lock.close()
}

/** What SQLite keeps beside a database file; they belong together. */
const companions = ['-wal', '-shm']

/**
 * Makes an empty database of ours at `path`; a crash half-way leaves nothing there. Companions of a database that was
 * taken away are kept under another name: they would be replayed into the new one, and may hold what somebody needs.
 */
export function createDatabase(path: string) {
  for (const end of companions) {
    if (existsSync(path + end)) renameSync(path + end, `${path}.left-${Date.now()}${end}`)
  }
  const draft = `${path}.new`
  rmSync(draft, { force: true })
  closeSync(openSync(draft, 'w', 0o600))
  const connection = new Database(draft)
  connection.pragma(`application_id = ${APPLICATION_ID}`)
  connection.pragma('journal_mode = WAL')
  connection.close()
  renameSync(draft, path)
}

/** Refuses what is not a sound database of ours, and leaves the file alone. */
export function checkDatabase(path: string) {
  const remedy = `Restore a backup, or start anew; either way first move ${path}, and ${path}-wal and -shm where they exist, away.`
  const header = headerOf(path)
  if (header.length < 100) throw new StartError(`${path} is empty or cut short. ${remedy}`)
  if (!header.toString('latin1').startsWith('SQLite format 3\0') || header.readUInt32BE(68) !== APPLICATION_ID) {
    throw new StartError(
      `${path} is not a database of Caliper. Move it away, or give another folder in CALIPER_DATA_DIR.`,
    )
  }
  const size = statSync(path).size
  const pageSize = header.readUInt16BE(16) === 1 ? 65_536 : header.readUInt16BE(16)
  if (size % pageSize !== 0) throw new StartError(`${path} is cut short. ${remedy}`)
  try {
    const connection = new Database(path, { readonly: true, timeout: 1000 })
    const verdict = connection.pragma('quick_check(1)', { simple: true })
    connection.close()
    if (verdict !== 'ok') throw new Error(String(verdict))
  } catch (error) {
    throw new StartError(`${path} is damaged (${reason(error)}). ${remedy}`)
  }
}

function headerOf(path: string): Buffer {
  let file: number
  try {
    file = openSync(path, 'r')
  } catch (error) {
    throw new StartError(`${path} cannot be read (${reason(error)}).`)
  }
  const header = Buffer.alloc(100)
  const length = readSync(file, header, 0, 100, 0)
  closeSync(file)
  return header.subarray(0, length)
}

const reason = (error: unknown) => (error instanceof Error ? error.message : String(error)).split('\n', 1)[0]

export const databasePath = (dataDir: string) => join(dataDir, DATABASE_NAME)
