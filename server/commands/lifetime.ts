import { readFileSync } from 'node:fs'
import { watchLaunchers } from './support/launchers'
import { say } from './support/terminal'

/** A terminal sends Ctrl-C to every process of the line, and some pass it on: repeats this close are one wish. */
const SAME_WISH_MS = 400

/**
 * Ends the process in good order on SIGINT, SIGTERM, SIGHUP, or when what started it has gone; a second Ctrl-C ends
 * it at once.
 *
 * @param stop everything that has to be done first
 * @param caller the process is to end with whoever ran it
 */
export function endInGoodOrder(stop: () => Promise<void>, { caller = false } = {}) {
  let firstAt: number | undefined

  async function end() {
    const now = performance.now()
    if (firstAt !== undefined) {
      if (now - firstAt > SAME_WISH_MS) process.exit(130)
      return
    }
    firstAt = now
    try {
      await stop()
      process.exit(0)
    } catch (error) {
      say(`The server did not stop cleanly: ${error instanceof Error ? error.message : String(error)}`)
      process.exit(1)
    }
  }

  for (const signal of ['SIGINT', 'SIGTERM', ...hangUp()] as const) process.on(signal, () => void end())
  watchLaunchers(() => firstAt === undefined && void end(), { caller })
}

/** SIGHUP, unless whoever started us has it ignored: listening would undo `nohup`. */
function hangUp(): ['SIGHUP'] | [] {
  try {
    const ignored = readFileSync('/proc/self/status', 'utf8').match(/^SigIgn:\s*([0-9a-f]+)$/m)?.[1] ?? '0'
    return BigInt(`0x${ignored}`) & 1n ? [] : ['SIGHUP'] // bit 0 stands for signal 1
  } catch {
    return ['SIGHUP'] // no /proc here
  }
}
