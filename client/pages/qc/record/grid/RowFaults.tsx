import type { TemplateItem } from '#shared/qc/template/schema'
import type { ItemOutcome } from '#shared/spc/sampling/inspection'
import { cellKey, type EnteredValue } from '../../../../stores/qc/entered'
import { useText } from '../../../../ui/useText'
import { markText } from './CellMark'

type RowFaultsProps = {
  item: TemplateItem
  values: readonly EnteredValue[]
  outcome: ItemOutcome
  faults: Readonly<Record<string, string>>
}

/** What is wrong with the values of an item, in words below them. Half a count is not yet wrong. */
export function RowFaults({ item, values, outcome, faults }: RowFaultsProps) {
  const t = useText()
  const isHalf = (sampleNo: number) => {
    const value = values.find((one) => one.sampleNo === sampleNo)
    return value !== undefined && (value.raw === '') !== (value.den === '')
  }
  const said = outcome.samples.flatMap((sample) => {
    const { sampleNo, fault } = sample
    const isWrong = fault !== undefined && !(fault === 'count' && isHalf(sampleNo))
    const words =
      faults[cellKey({ itemKey: item.itemKey, sampleNo })] ?? (isWrong ? markText(sample, item, t) : undefined)
    return words ? [{ sampleNo, words }] : []
  })
  if (said.length === 0 && !outcome.error) return null
  return (
    <ul className="entry-faults">
      {[...Map.groupBy(said, ({ words }) => words)].map(([words, those]) => (
        <li key={words} className="field-error">
          {item.sampleSize > 1 &&
            `${t('qcRecord.sample', { sample: those.map(({ sampleNo }) => sampleNo).join(', ') })}: `}
          {words}
        </li>
      ))}
      {outcome.error && <li className="field-error">{t(`qcRecord.formulaError.${outcome.error}`)}</li>}
    </ul>
  )
}
