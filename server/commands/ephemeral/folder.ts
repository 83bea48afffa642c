import { existsSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { LOCK_NAME, lockFolder } from '../../platform/store/sqlite/file'

const PREFIX = 'caliper-ephemeral-'
/** Another server may be about to lock a younger folder. */
const YOUNG_MS = 10_000

/**
 * A folder that is removed when the process ends. Folders of killed servers are removed as well: the kernel has dropped
 * their lock.
 */
export function throwAwayFolder(): string {
  const parent = tmpdir()
  for (const name of readdirSync(parent)) if (name.startsWith(PREFIX)) removeIfLeft(join(parent, name))
  const folder = mkdtempSync(join(parent, PREFIX))
  const unlock = lockFolder(folder) // held as long as it may be called
  process.on('exit', () => {
    unlock()
    rmSync(folder, { recursive: true, force: true })
  })
  return folder
}

function removeIfLeft(folder: string) {
  try {
    if (!existsSync(join(folder, LOCK_NAME)) || Date.now() - statSync(folder).mtimeMs < YOUNG_MS) return
    lockFolder(folder)()
    rmSync(folder, { recursive: true, force: true })
  } catch {
    // in use, or of another user
  }
}
