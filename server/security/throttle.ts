/**
 * Failures that are let through before waiting starts, how the wait doubles with each further one, and the time after
 * which one failure is forgiven.
 */
type Rule = { free: number; firstWaitMs: number; longestWaitMs: number; forgiveMs: number }
type Tries = { failures: number; openAt: number; countedAt: number }

const perAccountAndAddress: Rule = { free: 5, firstWaitMs: 30_000, longestWaitMs: 900_000, forgiveMs: 600_000 }
/** Over all addresses. Spares an address from which the account has signed in, so that outsiders cannot lock it out. */
const perAccount: Rule = { free: 10, firstWaitMs: 30_000, longestWaitMs: 900_000, forgiveMs: 600_000 }
/** A whole plant may share one address: what its people mistype over a day must not add up. */
const perAddress: Rule = { free: 60, firstWaitMs: 5_000, longestWaitMs: 60_000, forgiveMs: 10_000 }

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

  function countFailure(key: string, { free, firstWaitMs, longestWaitMs, forgiveMs }: Rule, now: number) {
    const known = tries.get(key)
    const forgiven = known ? Math.max(0, now - known.countedAt) / forgiveMs : 0
    const failures = Math.max(0, (known?.failures ?? 0) - forgiven) + 1
    const waitMs = failures < free ? 0 : Math.min(firstWaitMs * 2 ** Math.floor(failures - free), longestWaitMs)
    remember(tries, key, { failures, openAt: now + waitMs, countedAt: now })
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
