import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'

/** Removes from `folder` what killed processes have left: their number is what `pattern` finds in a name. */
export function removeLeftovers(folder: string, pattern: RegExp) {
  for (const name of readdirSync(folder)) {
    const pid = pattern.exec(name)?.[1]
    if (pid && !isAlive(Number(pid))) rmSync(join(folder, name), { recursive: true, force: true })
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as { code?: unknown }).code === 'EPERM' // somebody else's
  }
}
