import { createCounter } from './counter'

/** So many refused attempts of one user to read the same are written down at once; then one a minute. */
const reading = { free: 60, firstWaitMs: 60_000, longestWaitMs: 60_000, forgiveMs: 60_000 }
/** Of attempts to write far more: only a flood that is seen as one goes beyond. */
const writing = { free: 300, firstWaitMs: 10_000, longestWaitMs: 10_000, forgiveMs: 10_000 }
/** Of one user whatever they try: afterwards some 9,000 a day, of all operations together. */
const inAll = { free: 5000, firstWaitMs: 10_000, longestWaitMs: 10_000, forgiveMs: 10_000 }
/** One an hour of each attempt counts for itself, so that a flood of harmless ones cannot hide another. */
const anHour = { free: 1, firstWaitMs: 3_600_000, longestWaitMs: 3_600_000, forgiveMs: 3_600_000 }

type Attempt = { userId: number; isWrite: boolean; /** Method and route. */ what: string; now: number }

/**
 * Whether one more refused attempt of a signed-in user may be written down: a program that tries everything, again and
 * again, must not fill the disk.
 */
export function createRefusalLimit() {
  const [reads, writes] = [createCounter(reading), createCounter(writing)]
  const [users, first] = [createCounter(inAll), createCounter(anHour)]
  return function mayNote({ userId, isWrite, what, now }: Attempt): boolean {
    const counter = isWrite ? writes : reads
    const [key, user] = [`${userId} ${what}`, String(userId)]
    if (counter.waitMs(key, now) > 0) return false
    const isFirst = first.waitMs(key, now) === 0
    if (!isFirst && users.waitMs(user, now) > 0) return false
    counter.count(key, now)
    users.count(user, now)
    if (isFirst) first.count(key, now)
    return true
  }
}
