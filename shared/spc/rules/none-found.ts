/** Of what defects are counted: pieces that are good or bad, or units that may have several. */
type CountedOf = 'defectives' | 'defects'

const CONFIDENCE = 0.95

/**
 * The upper confidence bound, 95 % one-sided and exact, where none was found: of the share of defective pieces
 * 1 − 0.05^(1/n) (Clopper-Pearson), of the defects on a unit −ln 0.05 / n (Garwood). About 3/n, the rule of three.
 * @param size pieces or units that were looked at, above 0
 */
export function boundOfNone(of: CountedOf, size: number): number {
  const log = Math.log(1 - CONFIDENCE) / size
  return of === 'defectives' ? -Math.expm1(log) : -log
}
