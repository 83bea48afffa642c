import { closeSync, fsyncSync, lchownSync, lstatSync, openSync, statfsSync, statSync } from 'node:fs'

/** Has what was written to a file, or the names in a folder, survive a power cut. */
export function toDisk(path: string) {
  const file = openSync(path, 'r')
  try {
    fsyncSync(file)
  } catch (error) {
    if ((error as { code?: unknown }).code !== 'EINVAL') throw error // some network drives do not do so for folders
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
