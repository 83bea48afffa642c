import type { Settings } from '../env'
import { createCounter, networkOf } from './throttle'

/** Once asked for, captchas are asked for until this long after the last failure. */
const LASTING_MS = 15 * 60_000

/**
 * Who must solve a captcha before signing in. Failures are counted by the network they come from, not by account, so
 * that nobody's mistakes trouble others elsewhere; signing in does not take them back, or an account of one's own would
 * buy further guesses at others.
 */
export function createCaptchaPolicy(asked: Settings['captcha']) {
  const after = typeof asked === 'object' ? asked.after : undefined
  const failures = createCounter({
    free: after ?? 0,
    firstWaitMs: LASTING_MS,
    longestWaitMs: LASTING_MS,
    forgiveMs: LASTING_MS,
  })
  return {
    isNeeded: (address: string, now: number): boolean =>
      after === undefined ? asked === 'always' : failures.waitMs(networkOf(address), now) > 0,

    /** Called after every sign-in that failed for its name or password. */
    noteFailure(address: string, now: number): void {
      if (after !== undefined) failures.count(networkOf(address), now)
    },
  }
}
