import { createTurns } from './turns'

/**
 * Failures that are let through before waiting starts, how the wait doubles with each further one, and the time after
 * which one failure is forgiven.
 */
type Rule = { free: number; firstWaitMs: number; longestWaitMs: number; forgiveMs: number }
type Tries = { failures: number; openAt: number; countedAt: number }

const perAccountAndAddress: Rule = { free: 5, firstWaitMs: 30_000, longestWaitMs: 900_000, forgiveMs: 600_000 }
/** Over all addresses. Spares a network from which the account has signed in, so that outsiders cannot lock it out. */
const perAccount: Rule = { free: 10, firstWaitMs: 30_000, longestWaitMs: 900_000, forgiveMs: 600_000 }
/** A whole plant may share one address: what its people mistype over a day must not add up. */
const perAddress: Rule = { free: 60, firstWaitMs: 5_000, longestWaitMs: 60_000, forgiveMs: 10_000 }

/** Of each kind; the oldest go first beyond this many. Memory stays bounded whatever is tried. */
const MAX_ENTRIES = 20_000

export type Throttle = ReturnType<typeof createThrottle>

/** `waitMs`: how long to wait before the next try. `found`: what the check found; `undefined`, a failure. */
export type Outcome<Found> = { waitMs: number } | { waitMs: 0; found: Found | undefined }

/**
 * Slows down guessing of passwords. Attempts on one account from one address are made one after the other, and every
 * attempt is counted before the password is looked at, so that parallel ones cannot slip through together; what turns
 * out not to be a failure is taken back.
 */
export function createThrottle() {
  // Kept apart, so that trying from many addresses cannot push out what is known of an account.
  const pairs = createCounter(perAccountAndAddress)
  const accounts = createCounter(perAccount)
  const addresses = createCounter(perAddress)
  const inTurn = createTurns()

  /**
   * Makes an attempt when it is its turn and no wait is due.
   * @param check answers what it found, or `undefined` when the password is wrong; when it throws, nothing is counted
   * @param isKnownHere whether the account has signed in from this network; asked only when outsiders make it wait
   */
  function attempt<Found>(
    account: string,
    address: string,
    now: number,
    check: () => Promise<Found | undefined>,
    isKnownHere: () => Promise<boolean> = () => Promise.resolve(false),
  ) {
    const network = networkOf(address)
    return inTurn(`${account} ${network}`, () => attemptNow(account, network, now, check, isKnownHere))
  }

  async function attemptNow<Found>(
    account: string,
    network: string,
    now: number,
    check: () => Promise<Found | undefined>,
    isKnownHere: () => Promise<boolean>,
  ): Promise<Outcome<Found>> {
    const pair = `${account} ${network}`
    const asked: [Counter, string][] = [
      [pairs, pair],
      [addresses, network],
    ]
    const waitsByItself = asked.some(([counter, key]) => counter.waitMs(key, now) > 0)
    const isSpared = !waitsByItself && accounts.waitMs(account, now) > 0 && (await isKnownHere())
    // Nothing may be awaited between here and counting: others would slip through.
    if (!isSpared) asked.push([accounts, account])
    const waitMs = Math.max(...asked.map(([counter, key]) => counter.waitMs(key, now)))
    if (waitMs > 0) return { waitMs }
    const counted = asked.map(([counter, key]) => counter.count(key, now))
    const takeBack = () => counted.forEach((undo) => undo())
    try {
      const found = await check()
      if (found === undefined) return { waitMs: 0, found }
      takeBack()
      pairs.forget(pair)
      return { waitMs: 0, found }
    } catch (error) {
      takeBack()
      throw error
    }
  }

  return { attempt }
}

type Counter = ReturnType<typeof createCounter>

/** Counts what must not be done too often, by a key; bounded in memory. */
export function createCounter({ free, firstWaitMs, longestWaitMs, forgiveMs }: Rule) {
  const tries = new Map<string, Tries>()
  return {
    /** Never longer than the longest wait, even when the clock was set back. */
    waitMs: (key: string, now: number) => Math.min(Math.max(0, (tries.get(key)?.openAt ?? 0) - now), longestWaitMs),

    /** Counts a failure. Returns how to take it back, which leaves alone what others have earned meanwhile. */
    count(key: string, now: number) {
      const known = tries.get(key)
      const forgiven = known ? Math.max(0, now - known.countedAt) / forgiveMs : 0
      const failures = Math.max(0, (known?.failures ?? 0) - forgiven) + 1
      const beyond = Math.round(failures) - free
      const waitMs = beyond < 0 ? 0 : Math.min(firstWaitMs * 2 ** beyond, longestWaitMs)
      const mine = { failures, openAt: now + waitMs, countedAt: now }
      remember(tries, key, mine)
      return () => {
        const latest = tries.get(key)
        if (!latest) return
        const openAt = latest === mine ? (known?.openAt ?? 0) : latest.openAt
        tries.set(key, { ...latest, failures: Math.max(0, latest.failures - 1), openAt })
      }
    },

    forget: (key: string) => tries.delete(key),
  }
}

/** An IPv6 subscriber owns a /64: its addresses count as one. */
export function networkOf(address: string): string {
  if (!address.includes(':')) return address
  const [head = '', tail] = address.split('::')
  const groups = head.split(':').filter(Boolean)
  const missing = tail === undefined ? 0 : 8 - groups.length - tail.split(':').filter(Boolean).length
  return [...groups, ...Array<string>(Math.max(0, missing)).fill('0'), ...(tail?.split(':') ?? [])]
    .slice(0, 4)
    .join(':')
}

function remember<Value>(map: Map<string, Value>, key: string, value: Value) {
  map.delete(key) // to the end: the map's order is the order of use
  map.set(key, value)
  if (map.size > MAX_ENTRIES) map.delete(map.keys().next().value!)
}
