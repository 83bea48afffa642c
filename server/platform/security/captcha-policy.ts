import type { Settings } from '../../env'
import { concurrencyLimit } from '../chunks/concurrency-limit'
import type { SharedState } from '../store/shared-state'
import { sharedCounter } from './counter'
import { networkOf } from './network'

/** Once asked for, captchas are asked for until this long after the last failure. */
const LASTING_MS = 15 * 60_000

/**
 * The policy for each setting: an administrator may change it at any time. Failures while another one was in force do not
 * count.
 */
export function createCaptchaPolicies(sharedState: SharedState) {
  const policies = new Map<string, ReturnType<typeof createCaptchaPolicy>>() // some twenty at most
  return (setting: Settings['captcha']) =>
    policies.getOrInsertComputed(JSON.stringify(setting), () => createCaptchaPolicy(sharedState, setting))
}

/**
 * Who must solve a captcha before signing in. Failures are counted by the network they come from, not by account, so
 * that nobody's mistakes trouble others elsewhere; signing in does not take them back, or an account of one's own would
 * buy further guesses at others.
 */
function createCaptchaPolicy(sharedState: SharedState, setting: Settings['captcha']) {
  const after = typeof setting === 'object' ? setting.after : 0
  const failures = sharedCounter(`captcha after ${after}`, {
    free: after,
    firstWaitMs: LASTING_MS,
    longestWaitMs: LASTING_MS,
    forgiveMs: LASTING_MS,
  })
  const inTurn = concurrencyLimit<string>()

  async function isNeeded(address: string, now: number): Promise<boolean> {
    if (after === 0) return setting === 'always'
    return (await failures.currentWaitMs(sharedState, networkOf(address), now)) > 0
  }

  return {
    isNeeded,

    /**
     * Makes a sign-in that hears whether a captcha is needed. While failures are few, those from one network are made
     * one after the other: none of many at once gets past before the ones ahead have failed. (Of several processes each
     * lets one past.)
     */
    async admit<Result>(
      address: string,
      now: number,
      signIn: (needsCaptcha: boolean) => Promise<Result>,
    ): Promise<Result> {
      if (after === 0 || (await isNeeded(address, now))) return signIn(setting !== 'never')
      return inTurn(networkOf(address), async () => signIn(await isNeeded(address, now)))
    },

    /** Called within a sign-in that failed for its name or password. */
    async noteFailure(address: string, now: number): Promise<void> {
      if (after === 0) return
      const network = networkOf(address)
      await sharedState.change([failures.keyOf(network)], now, (entries) => failures.count(entries, network, now))
    },
  }
}
