/** Failures of one kind that are let through before waiting starts, and how the wait grows. */
type Rule = { free: number; firstWaitMs: number; longestWaitMs: number }
type Tries = { failures: number; openAt: number; forgetAt: number }

const perAccountAndAddress: Rule = { free: 5, firstWaitMs: 30_000, longestWaitMs: 900_000 }
/** Over all addresses. Spares an address from which the account has signed in, so that outsiders cannot lock it out. */
const perAccount: Rule = { free: 10, firstWaitMs: 30_000, longestWaitMs: 900_000 }
const perAddress: Rule = { free: 50, firstWaitMs: 30_000, longestWaitMs: 900_000 }

const FORGET_MS = 3_600_000
/** Oldest entries go first beyond this many: memory stays bounded whatever names are tried. */
const MAX_ENTRIES = 20_000

export type Throttle = ReturnType<typeof createThrottle>

/**
 * Slows down guessing of passwords. Every attempt is counted before the password is looked at, so that parallel
 * attempts cannot slip through together; a success takes its count back.
 */
export function createThrottle() {
  const tries = new Map<string, Tries>()
  const trusted = new Map<string, number>()

  const rulesFor = (account: string, address: string): [key: string, rule: Rule][] => [
    [`pair ${account} ${address}`, perAccountAndAddress],
    ...(trusted.has(`${account} ${address}`) ? [] : [[`account ${account}`, perAccount] as [string, Rule]]),
    [`address ${address}`, perAddress],
  ]

  return {
    /** Counts an attempt; answers the milliseconds to wait before it may be made, 0 when it may be made now. */
    attempt(account: string, address: string, now: number): number {
      const rules = rulesFor(account, address)
      const waitMs = Math.max(...rules.map(([key]) => (tries.get(key)?.openAt ?? 0) - now))
      if (waitMs > 0) return waitMs
      for (const [key, rule] of rules) countFailure(key, rule, now)
      return 0
    },

    succeeded(account: string, address: string, now: number) {
      tries.delete(`pair ${account} ${address}`)
      for (const key of [`account ${account}`, `address ${address}`]) forgive(key)
      remember(trusted, `${account} ${address}`, now)
    },
  }

  function countFailure(key: string, { free, firstWaitMs, longestWaitMs }: Rule, now: number) {
    const known = tries.get(key)
    const failures = known && known.forgetAt > now ? known.failures + 1 : 1
    const beyond = failures - free
    const waitMs = beyond < 0 ? 0 : Math.min(firstWaitMs * 2 ** beyond, longestWaitMs)
    remember(tries, key, { failures, openAt: now + waitMs, forgetAt: now + FORGET_MS })
  }

  function forgive(key: string) {
    const known = tries.get(key)
    if (known) tries.set(key, { ...known, failures: known.failures - 1, openAt: 0 })
  }
}

function remember<Value>(map: Map<string, Value>, key: string, value: Value) {
  map.delete(key) // to the end: the map's order is the order of use
  map.set(key, value)
  if (map.size > MAX_ENTRIES) map.delete(map.keys().next().value!)
}
