import { isChoice } from '#shared/qc/constants'
import type { Choice } from '#shared/qc/template/schema'
import { hasFormulaValue } from '#shared/spc/formula/order'
import { choiceFormulaValue } from '#shared/spc/sampling/sample'
import { useLocalizedName } from '../../../../ui/qc/localized-name'
import type { DraftItem } from './draft-item'

/** True if the options of an item are numbers in formulas. */
export const hasNumbers = ({ type }: Pick<DraftItem, 'type'>) => isChoice(type) && hasFormulaValue(type)

/** The number of each option in formulas. */
export function ChoiceNumbers({ item: { code, type, choices } }: { item: DraftItem }) {
  const localized = useLocalizedName()
  const options = type === 'boolean' && choices.length === 0 ? yesNo : choices
  return (
    <p className="row stretch wrap field-hint draft-worths">
      <code>{code}</code>
      {options.map((choice, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- an option has no identity while it is typed
        <span key={index}>
          {choiceFormulaValue(choice.code, index)} = {localized(choice) || choice.code}
        </span>
      ))}
    </p>
  )
}

/** The default answers of a yes/no item, in both languages: they become content of the template. */
export const yesNo: readonly Choice[] = [
  { code: '1', name: '是', nameEn: 'Yes', judgement: 'OK' },
  { code: '0', name: '否', nameEn: 'No', judgement: 'NG' },
]
