import type { Settings } from '../../env'
import { concurrencyLimit } from '../chunks/concurrency-limit'
import type { SharedState } from '../store/shared-state'
import { sharedCounter } from './counter'
import { networkOf } from './network'

/** Once required, captchas stay required until this long after the last failure. */
const LASTING_MS = 15 * 60_000

/**
 * The policy of each setting: an administrator may change the setting at any time. Failures under another setting do
 * not count.
 */
export function createCaptchaPolicies(sharedState: SharedState) {
  const policies = new Map<string, ReturnType<typeof createCaptchaPolicy>>() // some twenty at most
  return (setting: Settings['captcha']) =>
    policies.getOrInsertComputed(JSON.stringify(setting), () => createCaptchaPolicy(sharedState, setting))
}

/**
 * Decides who must solve a captcha before signing in. Failures are counted per network, not per account, so that a
 * user's mistakes do not affect people elsewhere. A sign-in does not reset the count: otherwise one's own account would
 * allow further guesses at others.
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
     * Runs a sign-in that is told if a captcha is needed. While failures are few, sign-ins from one network run one
     * after the other: of many at once, none passes before the ones ahead have failed. (With several processes, each
     * lets one pass.)
     */
    async admit<Result>(
      address: string,
      now: number,
      signIn: (needsCaptcha: boolean) => Promise<Result>,
    ): Promise<Result> {
      if (after === 0 || (await isNeeded(address, now))) return signIn(setting !== 'never')
      return inTurn(networkOf(address), async () => signIn(await isNeeded(address, now)))
    },

    /** Called within a sign-in that failed because of its name or password. */
    async noteFailure(address: string, now: number): Promise<void> {
      if (after === 0) return
      const network = networkOf(address)
      await sharedState.change([failures.keyOf(network)], now, (entries) => failures.count(entries, network, now))
    },
  }
}
