import { useState } from 'react'
import { Button } from '../../Button'
import { useText } from '../../useText'
import type { EnteredValue } from '../../../stores/qc/entered'
import { useMissingReasons } from './useMissingReasons'

type Chosen = Pick<EnteredValue, 'state' | 'missingCode'>
type MissingReasonsProps = {
  chosen: EnteredValue | undefined
  /** True if "does not apply" also needs a reason, as for a required item. */
  isReasonNeeded: boolean
  onChoose: (chosen: Chosen) => void
}

/** The reasons for a missing value, each a large button. */
export function MissingReasons({ chosen, isReasonNeeded, onChoose }: MissingReasonsProps) {
  const t = useText()
  const [state, setState] = useState<'missing' | 'na'>('missing')
  const { reasons } = useMissingReasons()
  return (
    <fieldset className="stack phone-answers">
      <legend>{t(state === 'na' ? 'qcEntry.notApplicableWhy' : 'qcEntry.notMeasuredWhy')}</legend>
      {reasons.map(({ value, label }) => (
        <Button
          key={value}
          className="phone-answer"
          aria-pressed={chosen?.state === state && chosen.missingCode === value}
          onClick={() => onChoose({ state, missingCode: value })}
        >
          {label}
        </Button>
      ))}
      {state === 'missing' && (
        <Button
          className="phone-answer"
          aria-pressed={chosen?.state === 'na'}
          onClick={() => (isReasonNeeded ? setState('na') : onChoose({ state: 'na', missingCode: null }))}
        >
          {t('qcEntry.notApplicable')}
        </Button>
      )}
    </fieldset>
  )
}
