import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'

/** Number of kept backups, if a job has none of its own; the oldest are removed. */
export const COPIES_KEPT = 14
/** Archives, and copies of the database made by earlier versions. */
export const isBackup = (name: string) => /^caliper-\d{8}-\d{6}\.(tar\.gz|sqlite)$/.test(name)

/** The server's folder of backups. */
export const backupFolder = (dataDir: string) => join(dataDir, 'backups')

/**
 * Removes the oldest backups, by the time in their names. The newest one stays, whatever its name: the clock may have
 * been set back.
 * @returns the present number of backups
 */
export function removeOldBackups(folder: string, newest: string, keep = COPIES_KEPT): number {
  const others = readdirSync(folder).filter((name) => isBackup(name) && name !== newest)
  const old = others.toSorted().slice(0, Math.max(0, others.length - (keep - 1)))
  for (const name of old) rmSync(join(folder, name))
  return others.length - old.length + 1
}
