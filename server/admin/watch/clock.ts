import os from 'node:os'
import { log } from '../../platform/log/index'

const EVERY_MS = 10_000
/** The time since boot has whole seconds, and a gradual correction of the clock is no jump. */
const JUMP_MS = 60_000
/** The time for which a jump is reported. */
const TOLD_MS = 86_400_000

/** `byMs`: forward; negative: back. */
export type ClockJump = { at: number; byMs: number }

type Parts = { now?: () => number; sinceBootMs?: () => number }

/** Notices when the clock of the machine is set, by comparison with the time since boot, which cannot be set. */
export function createClockWatch({ now = Date.now, sinceBootMs = () => os.uptime() * 1000 }: Parts = {}) {
  let offset = now() - sinceBootMs()
  let jumps = 0
  let last: ClockJump | undefined
  let timer: ReturnType<typeof setInterval> | undefined

  function look() {
    const byMs = now() - sinceBootMs() - offset
    if (Math.abs(byMs) < JUMP_MS) return
    offset += byMs
    jumps += 1
    last = { at: now(), byMs }
    log('warn', 'clock-jump', { seconds: Math.round(byMs / 1000) })
  }

  return {
    start(): void {
      timer = setInterval(look, EVERY_MS)
      timer.unref()
    },
    stop: () => clearInterval(timer),
    look,
    jumps: () => jumps,
    /** The last jump, for a day by the new clock. */
    recent: (): ClockJump | undefined => (last && Math.abs(now() - last.at) < TOLD_MS ? last : undefined),
  }
}
