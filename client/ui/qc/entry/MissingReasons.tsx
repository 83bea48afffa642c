import { Button } from '../../Button'
import { useText } from '../../useText'
import type { EnteredValue } from './entry'
import { useMissingReasons } from './useMissingReasons'

type Chosen = Pick<EnteredValue, 'state' | 'missingCode'>
type MissingReasonsProps = { chosen: EnteredValue | undefined; onChoose: (chosen: Chosen) => void }

/** Why there is no value, each reason a large button. */
export function MissingReasons({ chosen, onChoose }: MissingReasonsProps) {
  const t = useText()
  const { reasons } = useMissingReasons()
  return (
    <fieldset className="phone-answers">
      <legend>{t('qcEntry.notMeasuredWhy')}</legend>
      {reasons.map(({ value, label }) => (
        <Button
          key={value}
          className="phone-answer"
          aria-pressed={chosen?.state === 'missing' && chosen.missingCode === value}
          onClick={() => onChoose({ state: 'missing', missingCode: value })}
        >
          {label}
        </Button>
      ))}
      <Button
        className="phone-answer"
        aria-pressed={chosen?.state === 'na'}
        onClick={() => onChoose({ state: 'na', missingCode: null })}
      >
        {t('qcEntry.notApplicable')}
      </Button>
    </fieldset>
  )
}
