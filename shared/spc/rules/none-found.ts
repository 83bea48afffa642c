/** The counted objects: defective pieces, or defects on units with possibly several. */
type CountedOf = 'defectives' | 'defects'

const CONFIDENCE = 0.95

/**
 * The exact one-sided 95 % upper confidence bound after a count of 0: 1 − 0.05^(1/n) for the share of defective pieces
 * (Clopper-Pearson), −ln 0.05 / n for the defects per unit (Garwood). About 3/n, the rule of three.
 * @param size number of inspected pieces or units n, above 0
 */
export function boundOfNone(of: CountedOf, size: number): number {
  const log = Math.log(1 - CONFIDENCE) / size
  return of === 'defectives' ? -Math.expm1(log) : -log
}
