import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { reasonOf } from '../../platform/log/reason'
import { StartError } from '../../platform/store/start-error'

let loaded: unknown

/**
 * Loads the SQLite addon that is embedded at `embedded`. The system loads code only from files, so it is written for a
 * moment to a new folder, with an unpredictable name and without access for others. Bun would use a fixed name in the
 * shared folder for temporary files, and would load a file already there without a check.
 *
 * @throws StartError if the folder for temporary files cannot be used
 */
export function sqliteAddon(embedded: string): unknown {
  return (loaded ??= load(embedded))
}

function load(embedded: string): unknown {
  const addon = readFileSync(embedded)
  let folder: string | undefined
  try {
    folder = mkdtempSync(join(tmpdir(), 'caliper-addon-'))
    const path = join(folder, 'sqlite.node')
    writeFileSync(path, addon, { mode: 0o700 })
    const loading = { exports: {} }
    process.dlopen(loading, path)
    return loading.exports
  } catch (error) {
    throw new StartError(
      `The folder for temporary files, ${tmpdir()}, cannot be used (${reasonOf(error)}); ` +
        'name another in TMPDIR, one with some space that this user may write and that is not mounted noexec.',
    )
  } finally {
    if (folder) rmSync(folder, { recursive: true, force: true }) // loaded code stays loaded
  }
}
