import type { SelfcheckCheck } from '#shared/qc/self-check'
import type { T } from '../../../ui/useText'

/** A figure with all its digits: they are what is compared. */
export const figureText = (figure: SelfcheckCheck['computed']): string => (figure === undefined ? '-' : String(figure))

/** By how much it may differ; where it may not, that it must be the same. */
export const toleranceText = (t: T, { tolerance }: SelfcheckCheck): string =>
  tolerance === null ? t('qcSelfcheck.same') : `± ${tolerance.toPrecision(2)}`
