/** Numbers that look random and are the same in every run. */
export function randomOf(seed: number) {
  let state = seed >>> 0
  const uniform = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  /** Standard normal (Box and Muller). */
  const normal = () => Math.sqrt(-2 * Math.log(1 - uniform())) * Math.cos(2 * Math.PI * uniform())
  /** A whole number from 0 up to, without, `end`. */
  const below = (end: number) => Math.floor(uniform() * end)
  return { uniform, normal, below }
}
