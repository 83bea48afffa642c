import { isChoice } from '#shared/qc/constants'
import type { Choice } from '#shared/schemas/qc-template'
import { isWorthSomething } from '#shared/spc/formula-order'
import { worthOfChoice } from '#shared/spc/sample'
import { useCalled } from '../../../ui/qc/called'
import { useText, type T } from '../../../ui/useText'
import type { DraftItem } from './draft-item'

/** Whether its options are numbers in formulas. */
export const hasWorths = ({ type }: Pick<DraftItem, 'type'>) => isChoice(type) && isWorthSomething(type)

/** What the options of an item are in formulas: the number to compare it with, and what is answered by it. */
export function Worths({ item: { code, type, choices } }: { item: DraftItem }) {
  const t = useText()
  const called = useCalled()
  const offered = type === 'boolean' && choices.length === 0 ? yesNo(t) : choices
  return (
    <p className="field-hint draft-worths">
      <code>{code}</code>
      {offered.map((choice, place) => (
        // oxlint-disable-next-line react/no-array-index-key -- an option has no name of its own while it is typed
        <span key={place}>
          {worthOfChoice(choice.code, place)} = {called(choice) || choice.code}
        </span>
      ))}
    </p>
  )
}

/** The two answers that a question of yes and no has. */
export const yesNo = (t: T): Choice[] => [
  { code: '1', name: t('changes.yes'), nameEn: '', judgement: 'OK' },
  { code: '0', name: t('changes.no'), nameEn: '', judgement: 'NG' },
]
