import { roomOf } from './disk'
import { storeFault } from './fault'
import { StartError } from './start-error'

/** SQLite needs as much to open a database; without, it fails at whatever comes first. */
const LEAST_BYTES = 64 * 1024

/** The sentence for whoever starts the server, where an error in `dataDir` comes of a disk without room. */
export function noSpaceIn(dataDir: string, error: unknown): StartError | undefined {
  const fault = storeFault(error)
  const isFull = fault === 'full' || (fault === 'busy' && roomOf(dataDir).freeBytes < LEAST_BYTES)
  return isFull ? new StartError(`There is no space left in ${dataDir}; make some and start again.`) : undefined
}
