/** The time of the server's clock: that of the machine, or one set by a test. */
export type ClockState = { now: string; isFrozen: boolean; isReal: boolean }

/** A test's change of the clock. */
export type ClockChange = {
  set?: string | undefined
  advanceMs?: number | undefined
  frozen?: boolean | undefined
  real?: true | undefined
}

/** A clock that a test may set. It runs, unless it is frozen. Before it has a start, it is the clock of the machine. */
export function createClock() {
  let start: number | undefined
  let set: { at: number; since: number; isFrozen: boolean } | undefined

  function now(): number {
    if (!set) return Date.now()
    return Math.floor(set.at + (set.isFrozen ? 0 : performance.now() - set.since))
  }
  const setTo = (at: number, isFrozen: boolean) => void (set = { at, since: performance.now(), isFrozen })
  const state = (): ClockState => ({
    now: new Date(now()).toISOString(),
    isFrozen: set?.isFrozen ?? false,
    isReal: set === undefined,
  })
  function reset() {
    if (start === undefined) set = undefined
    else setTo(start, false)
  }

  return {
    now,
    /** Sets the start of the clock, for now and after each reset. */
    beginAt(instant: number): void {
      start = instant
      reset()
    },
    state,
    reset,
    change({ set: at, advanceMs = 0, frozen, real }: ClockChange): void {
      if (real) set = undefined
      if (at === undefined && advanceMs === 0 && frozen === undefined) return
      setTo((at === undefined ? now() : Date.parse(at)) + advanceMs, frozen ?? set?.isFrozen ?? false)
    },
    /** Restores a state with its time, unless it was the clock of the machine. */
    restore({ now: at, isFrozen, isReal }: ClockState): void {
      if (isReal) set = undefined
      else setTo(Date.parse(at), isFrozen)
    },
  }
}
export type Clock = ReturnType<typeof createClock>
