import { naturals } from '../series/columns'
import type { LimitSource, Phase, Reason } from './track'

/** Estimated centre and σ. Without an estimate the centre is null or σ is a reason; σ is 0 for equal points. */
export type Estimate = { centre: number | null; sigma: number | Reason }

/** Points with the same limits. `spread` is σ, zero included, for lines and rules. */
export type Segment = { from: number; to: number; centre: number | null; spread: number | null; reason?: Reason }

/** The first points of all phases, ascending, point 0 included. */
export function startsOf(length: number, phaseStarts: readonly number[] = []): number[] {
  const inside = phaseStarts.filter((start) => Number.isInteger(start) && start > 0 && start < length)
  return [0, ...[...new Set(inside)].toSorted((a, b) => a - b)]
}

/**
 * The phases of a series of `length` points and the limits of each. `estimate` receives the counted points, ascending,
 * gaps included.
 */
export function segmentsOf(length: number, source: LimitSource, estimate: (points: Int32Array) => Estimate): Segment[] {
  const fixed =
    source.frozen ??
    (source.baseline && estimate(pointsOf(source.baseline[0], source.baseline[1] + 1, length, source.excluded)))
  const starts = startsOf(length, source.phaseStarts)
  return starts.map((from, index) => {
    const to = starts[index + 1] ?? length
    return { from, to, ...judged(fixed ?? estimate(pointsOf(from, to, length, source.excluded))) }
  })
}

/** The public form: a σ of zero becomes null, with its reason. */
export const phaseOf = ({ from, to, centre, spread, reason }: Segment): Phase => ({
  from,
  to,
  centre,
  sigma: reason ? null : spread,
  ...(reason && { reason }),
})

/** A centre or σ outside of the range of doubles has no limits. */
function judged({ centre, sigma }: Estimate): Pick<Segment, 'centre' | 'spread' | 'reason'> {
  const finiteCentre = centre !== null && Number.isFinite(centre) ? centre : null
  if (typeof sigma !== 'number') return { centre: finiteCentre, spread: null, reason: sigma }
  if (!Number.isFinite(sigma) || sigma < 0) return { centre: finiteCentre, spread: null, reason: 'no_limit' }
  return sigma === 0
    ? { centre: finiteCentre, spread: 0, reason: 'sigma_zero' }
    : { centre: finiteCentre, spread: sigma }
}

function pointsOf(from: number, to: number, length: number, excluded: ReadonlySet<number> | undefined): Int32Array {
  const [first, end] = [Math.max(0, from), Math.min(length, to)]
  const all = naturals(Math.max(first, end)).subarray(first)
  return excluded && excluded.size > 0 ? all.filter((index) => !excluded.has(index)) : all
}
