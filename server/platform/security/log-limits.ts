import { createCounter } from './counter'
import { networkOf } from './network'

const perMinute = { firstWaitMs: 60_000, longestWaitMs: 60_000, forgiveMs: 60_000 }
/** Then at most about 9,000 a day, a few megabytes: a disk can take that for years, and a flood is still visible. */
const perTenSeconds = { firstWaitMs: 10_000, longestWaitMs: 10_000, forgiveMs: 10_000 }

/**
 * Limits the entries of the sign-in log about attempts without an account: `free` at once from one network, 300 from
 * all networks, then one at intervals. Without a captcha, refused attempts cost their sender nothing, and a day of them
 * would fill gigabytes. Entries about an account need no limit here: the throttle leaves few attempts per account.
 */
export function createSignInLogLimit(free = 20) {
  const networks = createCounter({ free, ...perMinute })
  const all = createCounter({ free: 300, ...perTenSeconds })
  return function mayLog(address: string, now: number): boolean {
    const network = networkOf(address)
    if (networks.waitMs(network, now) > 0 || all.waitMs('', now) > 0) return false
    networks.count(network, now)
    all.count('', now)
    return true
  }
}

/** `route`: method and path. */
type Attempt = { userId: number; isWrite: boolean; route: string; now: number }

/**
 * Limits the log entries about refused attempts of a signed-in user: a program that tries everything, again and again,
 * must not fill the disk. Reads of the same route are logged 60 times at once, then once a minute; writes far more
 * often, so that only an obvious flood exceeds the limit. All attempts of a user share a limit, but each is logged at
 * least once an hour, so that a flood of harmless ones cannot hide another.
 */
export function createRefusalLogLimit() {
  const reads = createCounter({ free: 60, ...perMinute })
  const writes = createCounter({ free: 300, ...perTenSeconds })
  const users = createCounter({ free: 5000, ...perTenSeconds })
  const hourly = createCounter({ free: 1, firstWaitMs: 3_600_000, longestWaitMs: 3_600_000, forgiveMs: 3_600_000 })
  return function mayLog({ userId, isWrite, route, now }: Attempt): boolean {
    const counter = isWrite ? writes : reads
    const [key, user] = [`${userId} ${route}`, String(userId)]
    if (counter.waitMs(key, now) > 0) return false
    const isFirst = hourly.waitMs(key, now) === 0
    if (!isFirst && users.waitMs(user, now) > 0) return false
    counter.count(key, now)
    users.count(user, now)
    if (isFirst) hourly.count(key, now)
    return true
  }
}
