import { setBounded } from '../cache/lru'
import type { Namespace, SharedState, StateEntries } from '../store/shared-state'

/**
 * The number of free failures before waiting starts, the first wait, which doubles with each further failure, the
 * longest wait, and the time after which one failure is forgiven.
 */
export type Rule = { free: number; firstWaitMs: number; longestWaitMs: number; forgiveMs: number }

type Failures = { readonly failures: number; readonly openAt: number; readonly countedAt: number }

/** Maximum of entries per kind; the oldest are dropped first. Memory stays bounded under any attack (S27). */
const MAX_ENTRIES = 20_000

/** Never longer than the longest wait, even when the clock was set back. */
const waitOf = ({ longestWaitMs }: Rule, entry: Failures | undefined, now: number): number =>
  Math.min(Math.max(0, (entry?.openAt ?? 0) - now), longestWaitMs)

function afterFailure(
  { free, firstWaitMs, longestWaitMs, forgiveMs }: Rule,
  before: Failures | undefined,
  now: number,
) {
  const forgiven = before ? Math.max(0, now - before.countedAt) / forgiveMs : 0
  const failures = Math.max(0, (before?.failures ?? 0) - forgiven) + 1
  const beyond = Math.round(failures) - free
  const waitMs = beyond < 0 ? 0 : Math.min(firstWaitMs * 2 ** beyond, longestWaitMs)
  // 0 and not `now`: a request that came a moment earlier but is checked later must not wait for that moment.
  return { failures, openAt: waitMs === 0 ? 0 : now + waitMs, countedAt: now }
}

function takenBack(current: Failures, before: Failures | undefined, isMine: boolean): Failures {
  const openAt = isMine ? (before?.openAt ?? 0) : current.openAt
  return { ...current, failures: Math.max(0, current.failures - 1), openAt }
}

/** Counts limited events in this process, by a key; bounded in memory. */
export function createCounter(rule: Rule) {
  const entries = new Map<string, Failures>()
  return {
    waitMs: (key: string, now: number) => waitOf(rule, entries.get(key), now),

    /** Counts a failure. Returns a function that takes it back and leaves later failures alone. */
    count(key: string, now: number) {
      const before = entries.get(key)
      const mine = afterFailure(rule, before, now)
      setBounded(entries, key, mine, MAX_ENTRIES)
      return () => {
        const current = entries.get(key)
        if (current) entries.set(key, takenBack(current, before, current === mine))
      }
    },
  }
}

/** In the shared state, `count` distinguishes failures. */
type SharedFailures = Failures & { readonly count: string }
type Counted = {
  readonly key: { namespace: Namespace<SharedFailures>; key: string }
  readonly before: SharedFailures | undefined
  readonly count: string
}

export type SharedCounter = ReturnType<typeof sharedCounter>

/** {@link createCounter} for all processes on one database, with a name. Use it within a change of the shared state. */
export function sharedCounter(name: string, rule: Rule) {
  const namespace: Namespace<SharedFailures> = { name, maxEntries: MAX_ENTRIES }
  const keyOf = (key: string) => ({ namespace, key })
  /** The time when all is forgiven. */
  const endOf = ({ failures, openAt, countedAt }: Failures) => Math.max(openAt, countedAt + failures * rule.forgiveMs)

  return {
    keyOf,
    waitMs: (entries: Pick<StateEntries, 'get'>, key: string, now: number) =>
      waitOf(rule, entries.get(keyOf(key)), now),
    count(entries: StateEntries, name: string, now: number): Counted {
      const key = keyOf(name)
      const before = entries.get(key)
      const mine = { ...afterFailure(rule, before, now), count: crypto.randomUUID() }
      entries.set(key, mine, endOf(mine))
      return { key, before, count: mine.count }
    },
    takeBack(entries: StateEntries, { key, before, count }: Counted) {
      const current = entries.get(key)
      if (!current) return
      const left = { ...takenBack(current, before, current.count === count), count: current.count }
      entries.set(key, left, endOf(left))
    },
    forget: (entries: StateEntries, key: string) => entries.delete(keyOf(key)),
    currentWaitMs: async (sharedState: SharedState, key: string, now: number) =>
      waitOf(rule, await sharedState.get(keyOf(key)), now),
  }
}
