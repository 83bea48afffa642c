import { statSync } from 'node:fs'
import type { Settings } from '../env'
import { codeOf } from '../platform/log/reason'
import { StartError } from '../platform/store'
import { databasePath } from '../platform/store/sqlite/file'

type Place = Pick<Settings, 'databaseUrl' | 'dataDir'>

/** @throws StartError if the database of the settings does not exist: a command must not make one by mistake */
export function refuseNoData({ databaseUrl, dataDir }: Place) {
  if (databaseUrl) return
  const code = faultAt(databasePath(dataDir))
  if (code === 'EACCES' || code === 'EPERM') {
    throw new StartError(
      `${dataDir} cannot be looked into (${code}); run this with sudo, or as the user whose folder it is.`,
    )
  }
  if (code) throw new StartError(`There is no database in ${dataDir}; name its folder in CALIPER_DATA_DIR.`)
}

/**
 * Refuses to run a server as root on the folder of another user: that user's server could not open files that root
 * leaves there, such as its log. Commands may run: their files belong to the owner of the folder.
 * @throws StartError with the right command
 */
export function refuseOthersFolder(dataDir: string, self = process.getuid?.(), owner = ownerOf(dataDir)) {
  if (self !== 0 || !owner) return
  throw new StartError(
    `The data in ${dataDir} belong to another user, whose server could not open what root leaves there; ` +
      `start it as that user: systemctl start caliper, or sudo -u '#${owner}' env CALIPER_DATA_DIR=${dataDir} caliper serve`,
  )
}

function faultAt(path: string): string | undefined {
  try {
    statSync(path)
    return undefined
  } catch (error) {
    return codeOf(error)
  }
}

function ownerOf(folder: string): number | undefined {
  try {
    return statSync(folder).uid
  } catch {
    return undefined // opening it gives the error
  }
}
