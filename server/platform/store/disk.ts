import { closeSync, fsyncSync, lchownSync, lstatSync, openSync, statfsSync, statSync } from 'node:fs'
import { codeOf } from '../log/reason'
import { storeFault } from './fault'
import { StartError } from './start-error'

/** Makes the content of a file, or the names in a folder, survive a power cut. */
export function toDisk(path: string) {
  const file = openSync(path, 'r')
  try {
    fsyncSync(file)
  } catch (error) {
    if (codeOf(error) !== 'EINVAL') throw error // some network drives do not do so for folders
  } finally {
    closeSync(file)
  }
}

/**
 * Gives a file to whoever owns `folder`: what root makes for a service must be that service's to use. A link is not
 * followed, which whoever has taken over the service may have put in its place.
 */
export function asOwnerOf(folder: string, path: string) {
  if (process.getuid?.() !== 0) return
  const { uid, gid } = statSync(folder)
  const own = lstatSync(path)
  if (own.uid !== uid || own.gid !== gid) lchownSync(path, uid, gid)
}

/** Room on the disk that `folder` lies on, in bytes. What only root may fill is not free. */
export function roomOf(folder: string): { freeBytes: number; totalBytes: number } {
  const { bsize, blocks, bavail } = statfsSync(folder)
  return { freeBytes: bavail * bsize, totalBytes: blocks * bsize }
}

/** In bytes; 0 where there is no such file. */
export const sizeOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0

/** SQLite needs as much to open a database; without, it fails at whatever comes first. */
const LEAST_BYTES = 64 * 1024

/** The sentence for whoever starts the server, where an error in `dataDir` comes of a disk without room. */
export function noSpaceIn(dataDir: string, error: unknown): StartError | undefined {
  const fault = storeFault(error)
  const isFull = fault === 'full' || (fault === 'busy' && roomOf(dataDir).freeBytes < LEAST_BYTES)
  return isFull ? new StartError(`There is no space left in ${dataDir}; make some and start again.`) : undefined
}
