import { isChoice } from '#shared/qc/constants'
import type { Choice } from '#shared/qc/template/schema'
import { isWorthSomething } from '#shared/spc/formula/order'
import { worthOfChoice } from '#shared/spc/sampling/sample'
import { useCalled } from '../../../../ui/qc/localized-name'
import type { DraftItem } from './draft-item'

/** Whether its options are numbers in formulas. */
export const hasWorths = ({ type }: Pick<DraftItem, 'type'>) => isChoice(type) && isWorthSomething(type)

/** What the options of an item are in formulas: the number to compare it with, and what is answered by it. */
export function Worths({ item: { code, type, choices } }: { item: DraftItem }) {
  const called = useCalled()
  const offered = type === 'boolean' && choices.length === 0 ? yesNo : choices
  return (
    <p className="field-hint draft-worths">
      <code>{code}</code>
      {offered.map((choice, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- an option has no name of its own while it is typed
        <span key={index}>
          {worthOfChoice(choice.code, index)} = {called(choice) || choice.code}
        </span>
      ))}
    </p>
  )
}

/** The two answers of a yes/no item that names none, in both languages: they become content of the template. */
export const yesNo: readonly Choice[] = [
  { code: '1', name: '是', nameEn: 'Yes', judgement: 'OK' },
  { code: '0', name: '否', nameEn: 'No', judgement: 'NG' },
]
