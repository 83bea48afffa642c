import { statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'

/** Where Linux keeps files in memory: nothing waits for the disk there. */
const MEMORY = '/dev/shm'
const ROOM_BYTES = 2 * 1024 ** 3

/** The folder for temporary files that need not survive: in memory, if there is room for some. */
export function quickFolder(): string {
  try {
    const { bavail, bsize } = statfsSync(MEMORY)
    return bavail * bsize >= ROOM_BYTES ? MEMORY : tmpdir()
  } catch {
    return tmpdir()
  }
}
