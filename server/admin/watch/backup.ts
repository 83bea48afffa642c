import { readdirSync } from 'node:fs'
import { isBackup, backupFolder } from '../../platform/backup/folder'
import { timeIn } from '../../platform/store/stamp'

/** In autumn an hour occurs twice, and two backups of one second have names a second apart. */
const EARLY_MS = 2 * 3_600_000

/**
 * The time of the newest kept backup, by a job or by hand, from its name: copying changes the age of a file. Names in
 * the future are ignored. `undefined` without backups.
 */
export function newestBackupAt(dataDir: string, now: number): number | undefined {
  try {
    const times = readdirSync(backupFolder(dataDir))
      .filter(isBackup) // unfinished and unverified ones have other names
      .map((name) => timeIn(name) ?? Infinity)
      .filter((at) => at < now + EARLY_MS)
    return times.length > 0 ? Math.min(now, Math.max(...times)) : undefined
  } catch {
    return undefined // there is no such folder
  }
}
