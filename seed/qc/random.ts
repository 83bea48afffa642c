/** A reproducible stream of random numbers, determined by a seed and a name. */
export type Random = {
  /** From 0 to 1, without 1. */
  next(): number
  /** A whole number from `low` to `high`, both included. */
  whole(low: number, high: number): number
  /** Standard normal. */
  normal(): number
  /** The number of successes in `n` trials of probability `p`. */
  binomial(n: number, p: number): number
  poisson(mean: number): number
  happens(chance: number): boolean
  pick<Item>(items: readonly Item[]): Item
}

/** The stream called `name`; other streams do not affect it. */
export function streamOf(seed: number, name: string): Random {
  const next = generator(hashOf(`${seed}/${name}`))
  let spare: number | undefined

  /** By the polar method, two at a time. */
  function normal(): number {
    if (spare !== undefined) {
      const normalValue = spare
      spare = undefined
      return normalValue
    }
    for (;;) {
      const [x, y] = [next() * 2 - 1, next() * 2 - 1]
      const square = x * x + y * y
      if (square >= 1 || square === 0) continue
      const factor = Math.sqrt((-2 * Math.log(square)) / square)
      spare = y * factor
      return x * factor
    }
  }

  function binomial(n: number, p: number): number {
    let count = 0
    for (let piece = 0; piece < n; piece++) if (next() < p) count++
    return count
  }

  function poisson(mean: number): number {
    const floor = Math.exp(-mean)
    let count = -1
    for (let product = 1; product > floor; product *= next()) count++
    return count
  }

  const whole = (low: number, high: number) => low + Math.floor(next() * (high - low + 1))
  return {
    next,
    whole,
    normal,
    binomial,
    poisson,
    happens: (chance) => next() < chance,
    pick: (items) => items[whole(0, items.length - 1)]!,
  }
}

/** FNV-1a, 32 bits. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (const char of new TextEncoder().encode(text)) hash = Math.imul(hash ^ char, 0x01000193)
  return hash >>> 0
}

/** Mulberry32: short, fast, and good enough for a demo. */
function generator(state: number) {
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
