import Database from 'better-sqlite3'
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { codes } from '#shared/envelope'
import { Refusal } from '../http/refusal'
import type { Store } from '../store'
import { asOwnerOf, sizeOf, toDisk } from '../store/disk'
import { keptName, readyName, removeReady, WORKSPACE } from '../store/replace'
import { schemaFaultIn } from '../store/schema-fault'
import { openSqlite } from '../store/sqlite/index'
import { databasePath, prepareFolder } from '../store/sqlite/file'
import { stampOf } from '../store/stamp'
import { onEarlyEnd, removeLeftovers } from './drafts'
import { full, refuseWithoutRoom, withDiskRefusals } from './files'
import type { Manifest } from './manifest'
import { damaged, openBackup, type Backup } from './open'
import type { Report } from './report'
import { damageIn } from './copy'

export type RestoreOrder = {
  file: string
  /** The file's name for people. */
  name: string
  dataDir: string
  /** The actor, for the operation log. */
  by: { actor: 'host' | 'server'; command: string; systemUser?: string }
  now: number
  /** Accepts a backup with a faulty audit trail. */
  isBrokenTrailTaken?: boolean
  report?: Report
}

/**
 * Verifies a database made from a backup, and writes the necessary changes.
 * @returns the number of ended sessions
 * @throws Refusal if the database must not be used
 */
type Settle = (store: Store, order: RestoreOrder, manifest: Omit<Manifest, 'files'>) => Promise<number>

/** A database made from a backup, checked, up to date and closed; and the manifest of the backup. */
export type Prepared = { folder: string; backup: Omit<Manifest, 'files'>; endedSessions: number }

/**
 * Makes a database from a backup in a folder in `dataDir`, ready to replace the present one, which stays untouched. For
 * a separate process, because it takes a while.
 * @throws Refusal if it is no sound backup, is newer than this version, or does not fit
 */
export async function prepareBackup(order: RestoreOrder, settle: Settle): Promise<Prepared> {
  const { file, name, dataDir } = order
  const backup = await openBackup(file, name)
  if (backup.manifest.isDemo) throw new Refusal(codes.impossible, 'backup.isDemo', { name })
  prepareFolder(dataDir)
  return withDiskRefusals(dataDir, () => prepare(backup, order, settle))
}

async function prepare(backup: Backup, order: RestoreOrder, settle: Settle): Promise<Prepared> {
  const { name, dataDir, now, report = () => {} } = order
  removeLeftovers(dataDir, WORKSPACE)
  refuseWithoutRoom(dataDir, backup.size)
  const folder = join(dataDir, `restoring-${stampOf(now)}.${process.pid}`)
  mkdirSync(folder, { mode: 0o700 })
  const completed = onEarlyEnd(() => discardPrepared(folder))
  asOwnerOf(dataDir, folder)
  try {
    const path = databasePath(folder)
    await backup.read(path, report)
    report({ phase: 'checking', done: 0, total: 0 })
    const damage = damageIn(path)
    if (damage) throw damaged(name, 'database', new Error(damage))
    const schemaFault = schemaFaultAt(path)
    if (schemaFault) throw damaged(name, 'schema', new Error(schemaFault))
    const store = openSqlite(folder)
    const endedSessions = await settle(store, order, backup.manifest).finally(() => store.close())
    if (sizeOf(`${path}-wal`) > 0) throw full(dataDir) // closing could not write all of it into the file
    toDisk(path)
    asOwnerOf(dataDir, path)
    return { folder, backup: backup.manifest, endedSessions }
  } catch (error) {
    discardPrepared(folder)
    throw error
  } finally {
    completed()
  }
}

/** Checked before the first write, on which a foreign trigger would act. */
function schemaFaultAt(path: string): string | undefined {
  const database = new Database(path, { readonly: true })
  try {
    return schemaFaultIn(database)
  } finally {
    database.close()
  }
}

/**
 * Ensures that the prepared database replaces the present one, at once or, after a crash, at the next start: by
 * `replaceWithRestored`, which needs the lock of the folder.
 */
export function makeReady(dataDir: string, { folder }: Prepared, now: number) {
  const ready = readyName(freeStamp(dataDir, now))
  renameSync(databasePath(folder), join(dataDir, ready))
  toDisk(dataDir)
  removeReady(dataDir, ready)
  discardPrepared(folder)
}

/** Does not overwrite data kept by an earlier restore of the same second. */
function freeStamp(dataDir: string, now: number): string {
  const stamp = stampOf(now)
  return existsSync(join(dataDir, keptName(stamp))) ? freeStamp(dataDir, now + 1000) : stamp
}

export const discardPrepared = (folder: string) => rmSync(folder, { recursive: true, force: true })
