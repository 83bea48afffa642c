import type { TemplateItem } from '#shared/qc/template/schema'
import type { ItemOutcome } from '#shared/spc/sampling/inspection'
import { cellKey, type EnteredValue } from '../../../../stores/qc/entered'
import { useText } from '../../../../ui/useText'
import { markText } from './cell'

type RowFaultsProps = {
  item: TemplateItem
  values: readonly EnteredValue[]
  outcome: ItemOutcome
  faults: Readonly<Record<string, string>>
}

/** The faults of an item's values in words, below them. An incomplete count is not a fault yet. */
export function RowFaults({ item, values, outcome, faults }: RowFaultsProps) {
  const t = useText()
  const isHalf = (sampleNo: number) => {
    const value = values.find((entered) => entered.sampleNo === sampleNo)
    return value !== undefined && (value.raw === '') !== (value.den === '')
  }
  const faultTexts = outcome.samples.flatMap((sample) => {
    const { sampleNo, fault } = sample
    const isWrong = fault !== undefined && !(fault === 'count' && isHalf(sampleNo))
    const text =
      faults[cellKey({ itemKey: item.itemKey, sampleNo })] ?? (isWrong ? markText(sample, item, t) : undefined)
    return text ? [{ sampleNo, text }] : []
  })
  if (faultTexts.length === 0 && !outcome.error) return null
  return (
    <ul className="entry-faults">
      {[...Map.groupBy(faultTexts, ({ text }) => text)].map(([text, samples]) => (
        <li key={text} className="field-error">
          {item.sampleSize > 1 &&
            `${t('qcRecord.sample', { sample: samples.map(({ sampleNo }) => sampleNo).join(', ') })}: `}
          {text}
        </li>
      ))}
      {outcome.error && <li className="field-error">{t(`qcRecord.formulaError.${outcome.error}`)}</li>}
    </ul>
  )
}
