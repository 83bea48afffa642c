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
 * Gives a file to the owner of `folder`: a file that root makes for a service must belong to the service. Links are not
 * followed: an attacker in control of the service may have put one there.
 */
export function asOwnerOf(folder: string, path: string) {
  if (process.getuid?.() !== 0) return
  const { uid, gid } = statSync(folder)
  const own = lstatSync(path)
  if (own.uid !== uid || own.gid !== gid) lchownSync(path, uid, gid)
}

/** Space on the disk of `folder`, in bytes. Space reserved for root is not free. */
export function roomOf(folder: string): { freeBytes: number; totalBytes: number } {
  const { bsize, blocks, bavail } = statfsSync(folder)
  return { freeBytes: bavail * bsize, totalBytes: blocks * bsize }
}

/** In bytes; 0 if the file does not exist. */
export const sizeOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0

/** SQLite needs this much to open a database; with less it fails at random places. */
const LEAST_BYTES = 64 * 1024

/** The message for the person who starts the server, if an error in `dataDir` is caused by a full disk. */
export function noSpaceIn(dataDir: string, error: unknown): StartError | undefined {
  const fault = storeFault(error)
  const isFull = fault === 'full' || (fault === 'busy' && roomOf(dataDir).freeBytes < LEAST_BYTES)
  return isFull ? new StartError(`There is no space left in ${dataDir}; make some and start again.`) : undefined
}
