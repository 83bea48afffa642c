import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { StartError } from '../platform/store'
import { companions, databasePath, DEMO_MARKER, lockFolder, prepareFolder } from '../platform/store/sqlite/file'

const note = 'Demo data of Caliper. Delete this folder, or run the demo with --reset, to start over.\n'

const isDemoFolder = (folder: string) => existsSync(join(folder, DEMO_MARKER))

/** @throws StartError if `folder` has a real database */
export function refuseRealData(folder: string) {
  if (!isDemoFolder(folder) && existsSync(databasePath(folder))) {
    throw new StartError(
      `${folder} holds a production database, which the demo does not touch; unset CALIPER_DATA_DIR.`,
    )
  }
}

/** @throws StartError if `folder` belongs to the demo */
export function refuseDemoData(folder: string) {
  if (isDemoFolder(folder)) {
    throw new StartError(`${folder} holds demo data, whose passwords are public; give another in CALIPER_DATA_DIR.`)
  }
}

/**
 * Takes `folder` for the demo; `reset` empties it.
 * @throws StartError if it has a real database, cannot be written, or a demo uses it during a reset
 */
export function takeDemoFolder(folder: string, { reset }: { reset: boolean }) {
  refuseRealData(folder)
  prepareFolder(folder)
  if (reset) {
    const unlock = lockFolder(folder)
    for (const suffix of ['', ...companions, '.new']) rmSync(databasePath(folder) + suffix, { force: true })
    unlock()
  }
  writeFileSync(join(folder, DEMO_MARKER), note, { mode: 0o600 })
}
