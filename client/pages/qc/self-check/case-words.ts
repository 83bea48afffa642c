import type { SelfcheckCase, SelfcheckCheck } from '#shared/qc/self-check'
import { isTextKey } from '../../../stores/texts'
import type { T } from '../../../ui/useText'

/** The title of a case in the operator's language; without a translation, the title of its author. */
export function titleOf(t: T, { id, title }: Pick<SelfcheckCase, 'id' | 'title'>): string {
  const key = `qcSelfcheck.of.${id}`
  return isTextKey(key) ? t(key as 'qcSelfcheck.of.formula') : title // one of those keys: they have no placeholders
}

/** The name of a method. */
export function kindName(t: T, kind: string): string {
  const key = `qcSelfcheck.kind.${kind}`
  return isTextKey(key) ? t(key as 'qcSelfcheck.kind.formula') : kind // as above
}

/** A figure with all its digits, since all are compared. */
export const figureText = (figure: SelfcheckCheck['computed']): string => (figure === undefined ? '-' : String(figure))

/** The tolerated difference; without one, the word for equality. */
export const toleranceText = (t: T, { tolerance }: SelfcheckCheck): string =>
  tolerance === null ? t('qcSelfcheck.same') : `± ${tolerance.toPrecision(2)}`
