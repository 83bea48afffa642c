import type { SelfcheckCase } from '#shared/qc/self-check'
import { isTextKey } from '../../../stores/texts'
import type { T } from '../../../ui/useText'

type Named = Pick<SelfcheckCase, 'id' | 'kind' | 'title'>

/** What a case is called in the operator's language; one without words there, as its author called it. */
export function titleOf(t: T, { id, title }: Named): string {
  const key = `qcSelfcheck.of.${id}`
  return isTextKey(key) ? t(key as 'qcSelfcheck.of.formula') : title // one of those keys: they have no placeholders
}

/** What a method is called. */
export function kindName(t: T, kind: string): string {
  const key = `qcSelfcheck.kind.${kind}`
  return isTextKey(key) ? t(key as 'qcSelfcheck.kind.formula') : kind // as above
}
