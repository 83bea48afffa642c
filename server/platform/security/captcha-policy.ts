import type { Settings } from '../../env'
import type { SharedState } from '../store/shared-state'
import { boardCounter } from './counter'
import { networkOf } from './network'
import { createTurns } from './turns'

/** Once asked for, captchas are asked for until this long after the last failure. */
const LASTING_MS = 15 * 60_000

/**
 * The policy for each way of asking: an administrator may change it at any time. What failed while another one was in
 * force does not count.
 */
export function createCaptchaPolicies(state: SharedState) {
  const policies = new Map<string, ReturnType<typeof createCaptchaPolicy>>()
  return (asked: Settings['captcha']) => {
    const key = JSON.stringify(asked) // some twenty at most
    const policy = policies.get(key) ?? createCaptchaPolicy(state, asked)
    policies.set(key, policy)
    return policy
  }
}

/**
 * Who must solve a captcha before signing in. Failures are counted by the network they come from, not by account, so
 * that nobody's mistakes trouble others elsewhere; signing in does not take them back, or an account of one's own would
 * buy further guesses at others.
 */
function createCaptchaPolicy(state: SharedState, asked: Settings['captcha']) {
  const after = typeof asked === 'object' ? asked.after : 0
  const failures = boardCounter(`captcha after ${after}`, {
    free: after,
    firstWaitMs: LASTING_MS,
    longestWaitMs: LASTING_MS,
    forgiveMs: LASTING_MS,
  })
  const inTurn = createTurns<string>()

  async function isNeeded(address: string, now: number): Promise<boolean> {
    if (after === 0) return asked === 'always'
    return (await failures.look(state, networkOf(address), now)) > 0
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
      if (after === 0 || (await isNeeded(address, now))) return signIn(asked !== 'never')
      return inTurn(networkOf(address), async () => signIn(await isNeeded(address, now)))
    },

    /** Called within a sign-in that failed for its name or password. */
    async noteFailure(address: string, now: number): Promise<void> {
      if (after === 0) return
      const network = networkOf(address)
      await state.change([failures.spotOf(network)], now, (held) => failures.count(held, network, now))
    },
  }
}
