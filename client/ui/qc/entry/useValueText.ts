import { isChoice } from '#shared/qc/constants'
import { useLocale, useText } from '../../useText'
import { choicesOf } from './choices'
import type { Step } from './steps'
import { useMissingReasons } from './useMissingReasons'
import { notApplicable } from './not-applicable'

/** Writes what was entered as people read it: choices by their names, counts with what they are of. */
export function useValueText(): (step: Step) => string {
  const t = useText()
  const locale = useLocale()
  const { labelOf } = useMissingReasons()
  return ({ item, value }) => {
    if (!value) return '-'
    if (value.state === 'na') return notApplicable(t, labelOf(value.missingCode))
    if (value.state === 'missing') return labelOf(value.missingCode)
    if (value.den !== '') return `${value.raw || '-'} / ${value.den}`
    if (!isChoice(item.type)) return value.raw || '-'
    const names = new Map(choicesOf(item, t, locale).map(({ code, name }) => [code, name]))
    return (
      value.raw
        .split(',')
        .map((code) => names.get(code) ?? code)
        .join(', ') || '-'
    )
  }
}
