import type { TemplateItem } from '#shared/schemas/qc-template'
import type { ItemOutcome } from '#shared/spc/inspection'
import type { EnteredValue } from '../../../stores/qc-draft'
import { useText } from '../../../ui/useText'
import { cellKey } from '../entered'
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
      {said.map(({ sampleNo, words }) => (
        <li key={sampleNo} className="field-error">
          {item.sampleSize > 1 && `${t('qcRecord.sample', { sample: sampleNo })}: `}
          {words}
        </li>
      ))}
      {outcome.error && <li className="field-error">{t(`qcRecord.formulaError.${outcome.error}`)}</li>}
    </ul>
  )
}
