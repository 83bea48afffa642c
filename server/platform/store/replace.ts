import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { asOwnerOf, toDisk } from './disk'
import { companions, DATABASE_NAME, databasePath } from './sqlite/file'

const READY = /^caliper\.restored-(\d{8}-\d{6})\.sqlite$/

/** The file name of a restored database that will replace the present one. */
export const readyName = (stamp: string) => `caliper.restored-${stamp}.sqlite`

/** The folder name of a replaced database. */
export const keptName = (stamp: string) => `replaced-${stamp}`

/**
 * If a restored database is ready in `dataDir`, moves the present one and its companions into `replaced-STAMP`, and
 * puts the restored one in its place. An interrupted call is completed by the next one; if the disk fails, everything
 * is put back. Only for the holder of the folder's lock.
 * @returns the folder of the replaced data, if there were any
 */
export function replaceWithRestored(dataDir: string): string | undefined {
  const ready = readyIn(dataDir).at(-1)
  if (!ready) return undefined
  const path = databasePath(dataDir)
  const keptFolder = join(dataDir, keptName(READY.exec(ready)![1]!))
  const moved: string[] = []
  try {
    // companions first and the database last: a start in between finds nothing that looks complete
    for (const end of [...companions, ''].filter((end) => existsSync(path + end))) {
      makeKeptFolder(dataDir, keptFolder)
      renameSync(path + end, join(keptFolder, DATABASE_NAME + end))
      moved.push(end)
    }
    renameSync(join(dataDir, ready), path)
  } catch (error) {
    for (const end of moved) renameSync(join(keptFolder, DATABASE_NAME + end), path + end)
    rmSync(join(dataDir, ready), { force: true })
    throw error
  }
  if (existsSync(keptFolder)) toDisk(keptFolder)
  toDisk(dataDir)
  removeReady(dataDir)
  return existsSync(keptFolder) ? keptFolder : undefined
}

/** Restored databases that will replace the present one, the latest last. */
export const readyIn = (dataDir: string): string[] =>
  readdirSync(dataDir)
    .filter((name) => READY.test(name))
    .toSorted()

/** Removes restored databases of interrupted restores after a later one was made; `but` stays. */
export function removeReady(dataDir: string, but?: string) {
  for (const name of readyIn(dataDir)) if (name !== but) rmSync(join(dataDir, name))
}

/** The folder of a running restore or upload, with the number of its process. */
export const WORKSPACE = /^restoring-.*\.(\d+)$/

/** Removes files of killed restores. Only for the holder of the folder's lock: restores need that lock. */
export function removeWorkspaces(dataDir: string) {
  for (const name of readdirSync(dataDir)) {
    if (WORKSPACE.test(name)) rmSync(join(dataDir, name), { recursive: true, force: true })
  }
}

/** A folder with the same owner as the data. */
function makeKeptFolder(dataDir: string, keptFolder: string) {
  mkdirSync(keptFolder, { recursive: true, mode: 0o700 })
  asOwnerOf(dataDir, keptFolder)
}
