import { storeFault } from './fault'
import { noSpaceIn } from './disk'
import { damagedFile } from './sqlite/file'
import { StartError } from './start-error'

/** The error that prevented a start on the embedded database, as a sentence if the disk or the file is the cause. */
export function startFault(error: unknown, dataDir: string): unknown {
  if (error instanceof StartError) return error
  const fault = storeFault(error)
  const noSpace = noSpaceIn(dataDir, error)
  if (noSpace) return noSpace
  if (fault === 'busy') return new StartError(`${dataDir} cannot be written; is the disk sound, and yours?`)
  return fault === 'damaged' ? damagedFile(dataDir, error) : error
}
