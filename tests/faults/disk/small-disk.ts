import { closeSync, ftruncateSync, mkdirSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { freshFolder } from '../support/plant'

const mounted = new Set<string>()

/** Takes away what a fault that was given up has left mounted. */
export function unmountAll() {
  for (const folder of mounted) Bun.spawnSync(['umount', '-l', folder])
  mounted.clear()
}

/** A disk of its own in memory, of so many megabytes; `undefined` where this process may not mount one. */
export function smallDisk(megabytes: number) {
  const folder = freshFolder('disk-')
  const { exitCode } = Bun.spawnSync(['mount', '-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder])
  if (exitCode !== 0) return undefined
  mounted.add(folder)
  const filler = join(folder, 'filler')
  const data = join(folder, 'data')
  mkdirSync(data)
  return {
    data,
    /** Takes all the room there is, but for so many bytes. */
    fill(left = 0) {
      const file = openSync(filler, 'a')
      const block = Buffer.alloc(4096)
      try {
        for (;;) if (writeSync(file, block) < block.length) break
      } catch {
        // full
      }
      const { bavail, bsize } = statfsSync(folder)
      const short = left - bavail * bsize
      if (short > 0) ftruncateSync(file, Math.max(0, Bun.file(filler).size - short))
      closeSync(file)
    },
    makeRoom: () => rmSync(filler, { force: true }),
    unmount() {
      if (Bun.spawnSync(['umount', folder]).exitCode === 0) mounted.delete(folder)
    },
  }
}
