import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'

/** So many backups stay; the oldest go. */
const KEEP = 14
/** Archives, and the copies of the database that earlier versions made. */
export const isBackup = (name: string) => /^caliper-\d{8}-\d{6}\.(tar\.gz|sqlite)$/.test(name)

/** Where the server keeps its backups. */
export const backupFolder = (dataDir: string) => join(dataDir, 'backups')

/**
 * Removes the oldest backups, by the time in their names. The newest one stays, whatever its name says: the clock may have
 * been set back.
 * @returns how many there are now
 */
export function removeOldBackups(folder: string, newest: string, keep = KEEP): number {
  const others = readdirSync(folder).filter((name) => isBackup(name) && name !== newest)
  const old = others.toSorted().slice(0, Math.max(0, others.length - (keep - 1)))
  for (const name of old) rmSync(join(folder, name))
  return others.length - old.length + 1
}
