import type { SharedState, HeldState, Namespace } from '../store/shared-state'

/**
 * Failures that are let through before waiting starts, how the wait doubles with each further one, and the time after
 * which one failure is forgiven.
 */
export type Rule = { free: number; firstWaitMs: number; longestWaitMs: number; forgiveMs: number }

/** What is known of a key; each count of it is another one. */
export type Tries = { readonly failures: number; readonly openAt: number; readonly countedAt: number }

/** Of each kind; the oldest go first beyond this many. Memory stays bounded whatever is tried (S27). */
const MAX_ENTRIES = 20_000

/** Never longer than the longest wait, even when the clock was set back. */
const waitOf = ({ longestWaitMs }: Rule, known: Tries | undefined, now: number): number =>
  Math.min(Math.max(0, (known?.openAt ?? 0) - now), longestWaitMs)

function counted({ free, firstWaitMs, longestWaitMs, forgiveMs }: Rule, known: Tries | undefined, now: number) {
  const forgiven = known ? Math.max(0, now - known.countedAt) / forgiveMs : 0
  const failures = Math.max(0, (known?.failures ?? 0) - forgiven) + 1
  const beyond = Math.round(failures) - free
  const waitMs = beyond < 0 ? 0 : Math.min(firstWaitMs * 2 ** beyond, longestWaitMs)
  // Open since ever: who came a moment earlier and is looked at later must not wait for that moment.
  return { failures, openAt: waitMs === 0 ? 0 : now + waitMs, countedAt: now }
}

/** Counts what must not be done too often in this process, by a key; bounded in memory. */
export function createCounter(rule: Rule) {
  const tries = new Map<string, Tries>()
  return {
    waitMs: (key: string, now: number) => waitOf(rule, tries.get(key), now),

    /** Counts a failure. Returns how to take it back, which leaves alone what others have earned meanwhile. */
    count(key: string, now: number) {
      const known = tries.get(key)
      const mine = counted(rule, known, now)
      remember(tries, key, mine)
      return () => {
        const latest = tries.get(key)
        if (latest) tries.set(key, takenBack(latest, known, latest === mine))
      }
    },
  }
}

function takenBack(latest: Tries, before: Tries | undefined, isMine: boolean): Tries {
  const openAt = isMine ? (before?.openAt ?? 0) : latest.openAt
  return { ...latest, failures: Math.max(0, latest.failures - 1), openAt }
}

function remember(map: Map<string, Tries>, key: string, value: Tries) {
  map.delete(key) // to the end: the map's order is the order of use
  map.set(key, value)
  if (map.size > MAX_ENTRIES) map.delete(map.keys().next().value!)
}

/** On the board: `count` tells one from the next. */
type Noted = Tries & { readonly count: string }
type Kept = {
  readonly spot: { shelf: Namespace<Noted>; key: string }
  readonly before: Noted | undefined
  readonly count: string
}

export type BoardCounter = ReturnType<typeof boardCounter>

/** The same for all processes on one database, under a name: what it does belongs into a change of the board. */
export function boardCounter(name: string, rule: Rule) {
  const shelf: Namespace<Noted> = { name, most: MAX_ENTRIES }
  const spotOf = (key: string) => ({ shelf, key })
  /** Until nothing is left of it that counts. */
  const endOf = ({ failures, openAt, countedAt }: Tries) => Math.max(openAt, countedAt + failures * rule.forgiveMs)

  return {
    spotOf,
    waitMs: (held: Pick<HeldState, 'get'>, key: string, now: number) => waitOf(rule, held.get(spotOf(key)), now),
    count(held: HeldState, key: string, now: number): Kept {
      const spot = spotOf(key)
      const before = held.get(spot)
      const mine = { ...counted(rule, before, now), count: crypto.randomUUID() }
      held.put(spot, mine, endOf(mine))
      return { spot, before, count: mine.count }
    },
    takeBack(held: HeldState, { spot, before, count }: Kept) {
      const latest = held.get(spot)
      if (!latest) return
      const left = { ...takenBack(latest, before, latest.count === count), count: latest.count }
      held.put(spot, left, endOf(left))
    },
    forget: (held: HeldState, key: string) => held.drop(spotOf(key)),
    look: async (state: SharedState, key: string, now: number) => waitOf(rule, await state.look(spotOf(key)), now),
  }
}
