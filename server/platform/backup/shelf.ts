import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'

/** So many backups stay; the oldest go. */
const KEEP = 14
/** Archives, and the copies of the database that earlier versions made. */
export const isBackup = (name: string) => /^caliper-\d{8}-\d{6}\.(tar\.gz|sqlite)$/.test(name)

/** Where the server keeps its backups. */
export const shelfOf = (dataDir: string) => join(dataDir, 'backups')

/**
 * Removes the oldest backups, by the time in their names. The one that was just made stays, whatever its name says: the
 * clock may have been set back.
 * @returns how many there are now
 */
export function keepLatest(folder: string, made: string, keep = KEEP): number {
  const others = readdirSync(folder).filter((name) => isBackup(name) && name !== made)
  const gone = others.toSorted().slice(0, Math.max(0, others.length - (keep - 1)))
  for (const name of gone) rmSync(join(folder, name))
  return others.length - gone.length + 1
}
