import { concurrencyLimit } from '../chunks/concurrency-limit'
import type { SharedState, StateEntries } from '../store/shared-state'
import { sharedCounter, type Rule, type SharedCounter } from './counter'
import { networkOf } from './network'

const perAccountAndAddress: Rule = { free: 5, firstWaitMs: 30_000, longestWaitMs: 900_000, forgiveMs: 600_000 }
/**
 * For all addresses together. It does not apply to a network from which the account has signed in, so that outsiders
 * cannot lock it out.
 */
const perAccount: Rule = { free: 10, firstWaitMs: 30_000, longestWaitMs: 900_000, forgiveMs: 600_000 }
/** A whole plant may share one address: typing errors of a day must not add up. */
const perAddress: Rule = { free: 60, firstWaitMs: 5_000, longestWaitMs: 60_000, forgiveMs: 10_000 }

// Separate, so that attempts from many addresses cannot displace the entries of an account.
const pairs = sharedCounter('sign-in pair', perAccountAndAddress)
const accounts = sharedCounter('sign-in account', perAccount)
const addresses = sharedCounter('sign-in address', perAddress)

export type PasswordThrottle = ReturnType<typeof createPasswordThrottle>

/** `waitMs`: the wait before the next try. `found`: the result of the check; `undefined` for a failure. */
export type Outcome<Found> = { waitMs: number } | { waitMs: 0; found: Found | undefined }

type Counters = readonly (readonly [counter: SharedCounter, key: string])[]

/**
 * Slows down guessing of passwords. Attempts on one account from one address run one after the other. Every attempt is
 * counted before the password is checked, so that parallel ones cannot slip through together, in one process or in
 * several. An attempt that is no failure is taken back.
 */
export function createPasswordThrottle(sharedState: SharedState) {
  const inTurn = concurrencyLimit<string>()

  /**
   * Runs an attempt in its turn if no wait is due.
   * @param check returns its result, or `undefined` for a wrong password; when it throws, nothing is counted
   * @param isKnownHere true if the account has signed in from this network; called only when outsiders make it wait
   */
  function attempt<Found>(
    account: string,
    address: string,
    now: number,
    check: () => Promise<Found | undefined>,
    isKnownHere: () => Promise<boolean> = () => Promise.resolve(false),
  ) {
    const network = networkOf(address)
    const pair = `${account} ${network}`
    return inTurn(pair, async (): Promise<Outcome<Found>> => {
      const near: Counters = [
        [pairs, pair],
        [addresses, network],
      ]
      let begun = await begin([[accounts, account], ...near], now)
      const isOutsidersDoing = !begun.takeBack && begun.waits.every((waitMs, index) => index === 0 || waitMs === 0)
      if (isOutsidersDoing && (await isKnownHere())) begun = await begin(near, now)
      const { takeBack, waits } = begun
      if (!takeBack) return { waitMs: Math.max(...waits) }
      let found: Found | undefined
      try {
        found = await check()
      } catch (error) {
        await takeBack(() => {}).catch(() => {}) // the first error is the one to report
        throw error
      }
      if (found !== undefined) await takeBack((entries) => pairs.forget(entries, pair))
      return { waitMs: 0, found }
    })
  }

  /** Counts an attempt with each of `counters`, unless one has a wait. */
  async function begin(counters: Counters, now: number) {
    const keys = counters.map(([counter, key]) => counter.keyOf(key))
    const { waits, counted } = await sharedState.change(keys, now, (entries) => {
      const waits = counters.map(([counter, key]) => counter.waitMs(entries, key, now))
      const mayTry = waits.every((waitMs) => waitMs === 0)
      return { waits, counted: mayTry ? counters.map(([counter, key]) => counter.count(entries, key, now)) : undefined }
    })
    if (!counted) return { waits, takeBack: undefined }
    return {
      waits,
      takeBack: (andThen: (entries: StateEntries) => void) =>
        sharedState.change(keys, now, (entries) => {
          for (const [index, [counter]] of counters.entries()) counter.takeBack(entries, counted[index]!)
          andThen(entries)
        }),
    }
  }

  return { attempt }
}
