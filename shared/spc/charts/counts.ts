import type { Estimate } from './phases'
import { Sum } from '../series/sum'
import type { Count, CountedKind } from './track'

/** Counts in columns. `size` is 0 at gaps. It is 1 in a c chart, because its areas are equal. */
export type Counts = { count: Float64Array; size: Float64Array }

/** True for counts of pieces out of pieces: the count cannot exceed the size. */
export const isShare = (kind: CountedKind): boolean => kind === 'p' || kind === 'np' || kind === 'laney-p'

export function countsOf(kind: CountedKind, counts: readonly Count[]): Counts {
  const { length } = counts
  const [count, size] = [new Float64Array(length), new Float64Array(length)]
  for (let index = 0; index < length; index++) {
    const { count: found, size: inspected } = counts[index]!
    if (found === null || !(inspected > 0)) continue
    count[index] = found
    size[index] = kind === 'c' ? 1 : inspected
  }
  return { count, size }
}

/** The share or rate over all points, and the σ of one unit by chance alone: √(p̄·(1 − p̄)) or √ū. */
export function chanceEstimate(kind: CountedKind, { count, size }: Counts, points: Int32Array): Estimate {
  const [found, inspected] = [new Sum(), new Sum()]
  for (let at = 0; at < points.length; at++) {
    found.add(count[points[at]!]!)
    inspected.add(size[points[at]!]!)
  }
  if (inspected.value === 0) return { centre: null, sigma: 'too_few' }
  const centre = found.value / inspected.value
  return { centre, sigma: Math.sqrt(isShare(kind) ? Math.max(0, centre * (1 - centre)) : centre) }
}
