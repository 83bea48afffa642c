import type { Settings } from '../env'
import { createCounter, networkOf } from './throttle'
import { createTurns } from './turns'

/** Once asked for, captchas are asked for until this long after the last failure. */
const LASTING_MS = 15 * 60_000

/**
 * The policy for each way of asking: an administrator may change it at any time. What failed while another one was in
 * force does not count.
 */
export function createCaptchaPolicies() {
  const policies = new Map<string, ReturnType<typeof createCaptchaPolicy>>()
  return (asked: Settings['captcha']) => {
    const key = JSON.stringify(asked) // some twenty at most
    const policy = policies.get(key) ?? createCaptchaPolicy(asked)
    policies.set(key, policy)
    return policy
  }
}

/**
 * Who must solve a captcha before signing in. Failures are counted by the network they come from, not by account, so
 * that nobody's mistakes trouble others elsewhere; signing in does not take them back, or an account of one's own would
 * buy further guesses at others.
 */
function createCaptchaPolicy(asked: Settings['captcha']) {
  const after = typeof asked === 'object' ? asked.after : undefined
  const failures = createCounter({
    free: after ?? 0,
    firstWaitMs: LASTING_MS,
    longestWaitMs: LASTING_MS,
    forgiveMs: LASTING_MS,
  })
  const inTurn = createTurns()
  const isNeeded = (address: string, now: number): boolean =>
    after === undefined ? asked === 'always' : failures.waitMs(networkOf(address), now) > 0

  return {
    isNeeded,

    /**
     * Makes a sign-in that hears whether a captcha is needed. While failures are few, those from one network are made
     * one after the other: none of many at once gets past before the ones ahead have failed.
     */
    admit<Result>(address: string, now: number, signIn: (needsCaptcha: boolean) => Promise<Result>): Promise<Result> {
      if (after === undefined || isNeeded(address, now)) return signIn(isNeeded(address, now))
      return inTurn(networkOf(address), () => signIn(isNeeded(address, now)))
    },

    /** Called within a sign-in that failed for its name or password. */
    noteFailure(address: string, now: number): void {
      if (after !== undefined) failures.count(networkOf(address), now)
    },
  }
}
