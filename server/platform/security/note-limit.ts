import { createCounter } from './counter'
import { networkOf } from './network'

const perNetwork = { firstWaitMs: 60_000, longestWaitMs: 60_000, forgiveMs: 60_000 }
/** Afterwards at most some 9,000 a day, a few megabytes: a disk bears that for years, and a flood is still seen. */
const inAll = { free: 300, firstWaitMs: 10_000, longestWaitMs: 10_000, forgiveMs: 10_000 }

/**
 * Whether one more entry of the sign-in log may come from whoever names no account of ours: so many at once, from one
 * network and from all of them, then one now and then. Without a captcha refused attempts cost their sender nothing, and
 * a password that is looked at so little that a day of them would fill gigabytes. Entries about an account need no limit
 * here: the throttle leaves few attempts on each.
 * @param free how many at once from one network
 */
export function createNoteLimit(free = 20) {
  const networks = createCounter({ free, ...perNetwork })
  const all = createCounter(inAll)
  return function mayNote(address: string, now: number): boolean {
    const network = networkOf(address)
    if (networks.waitMs(network, now) > 0 || all.waitMs('', now) > 0) return false
    networks.count(network, now)
    all.count('', now)
    return true
  }
}
