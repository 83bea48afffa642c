import os from 'node:os'
import { log } from '../../platform/log/index'

const EVERY_MS = 10_000
/** The seconds since the machine began are whole ones, and a clock that is put right a little at a time is no jump. */
const JUMP_MS = 60_000
/** So long somebody should hear of a jump. */
const TOLD_MS = 86_400_000

/** `byMs`: forward, or back where it is negative. */
export type ClockJump = { at: number; byMs: number }

type Parts = { now?: () => number; sinceBootMs?: () => number }

/** Notices when the clock of the machine is set: beside it runs the time since the machine began, which cannot be set. */
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
    /** The last jump, for a day; a day of the clock that it was set to. */
    recent: (): ClockJump | undefined => (last && Math.abs(now() - last.at) < TOLD_MS ? last : undefined),
  }
}
