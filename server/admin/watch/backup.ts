import { readdirSync } from 'node:fs'
import { isBackup, backupFolder } from '../../platform/backup/folder'
import { timeIn } from '../../platform/store/stamp'

/** In autumn an hour comes twice, and two backups of one second are named a second apart. */
const EARLY_MS = 2 * 3_600_000

/**
 * When the newest backup that is kept was made, by a job or by hand, as its name says: copying gives a file another age.
 * One from the future says nothing. `undefined` where there is none.
 */
export function newestBackupAt(dataDir: string, now: number): number | undefined {
  try {
    const times = readdirSync(backupFolder(dataDir))
      .filter(isBackup) // what is being written, and not verified yet, has another name
      .map((name) => timeIn(name) ?? Infinity)
      .filter((at) => at < now + EARLY_MS)
    return times.length > 0 ? Math.min(now, Math.max(...times)) : undefined
  } catch {
    return undefined // there is no such folder
  }
}
