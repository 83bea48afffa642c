import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { asOwnerOf, toDisk } from './disk'
import { companions, DATABASE_NAME, databasePath } from './sqlite/file'

const READY = /^caliper\.restored-(\d{8}-\d{6})\.sqlite$/

/** The name of a restored database that is to replace the present one. */
export const readyName = (stamp: string) => `caliper.restored-${stamp}.sqlite`

/** The name of the folder of a database that was replaced. */
export const keptName = (stamp: string) => `replaced-${stamp}`

/**
 * Where a restored database lies ready in `dataDir`, moves the present one, with what belongs to it, into
 * `replaced-STAMP` beside it and puts the restored one in its place. Cut short anywhere, it is completed at the next
 * call; when the disk refuses, everything is put back. Only for whoever has the lock of the folder.
 * @returns the folder of what was replaced, if anything was
 */
export function replaceWithRestored(dataDir: string): string | undefined {
  const ready = readyIn(dataDir).at(-1)
  if (!ready) return undefined
  const path = databasePath(dataDir)
  const keptFolder = join(dataDir, keptName(READY.exec(ready)![1]!))
  const moved: string[] = []
  try {
    // what lies beside it first and the database last: a start in between finds nothing it could take for the whole
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

/** Restored databases that are to take the place of the present one, the latest last. */
export const readyIn = (dataDir: string): string[] =>
  readdirSync(dataDir)
    .filter((name) => READY.test(name))
    .toSorted()

/** Removes those of restores that were cut short, once a later one has come; `but` stays. */
export function removeReady(dataDir: string, but?: string) {
  for (const name of readyIn(dataDir)) if (name !== but) rmSync(join(dataDir, name))
}

/** The folder of a running restore or upload, with the number of its process. */
export const WORKSPACE = /^restoring-.*\.(\d+)$/

/** Removes what restores have left that were killed. Only for whoever has the lock of the folder: without it none begins. */
export function removeWorkspaces(dataDir: string) {
  for (const name of readdirSync(dataDir)) {
    if (WORKSPACE.test(name)) rmSync(join(dataDir, name), { recursive: true, force: true })
  }
}

/** A folder that belongs to whom the data belong. */
function makeKeptFolder(dataDir: string, keptFolder: string) {
  mkdirSync(keptFolder, { recursive: true, mode: 0o700 })
  asOwnerOf(dataDir, keptFolder)
}
