import { useLocale, useText } from '../../useText'
import { choicesOf } from './choices'
import type { EnteredValue } from '../../../stores/qc/entered'
import { shapePath } from './shapes'
import { useReadingAtAnswers } from './useStrayReading'
import type { Step } from './steps'

type ChoiceAnswersProps = {
  step: Step
  name: string
  /** The chosen codes, joined by commas. */
  raw: string
  isWrong: boolean
  onChange: (change: Pick<EnteredValue, 'raw'>) => void
}

/** Answers as large buttons, each with its judgement; a multiple choice accepts any number. */
export function ChoiceAnswers({ step: { item, key }, name, raw, isWrong, onChange }: ChoiceAnswersProps) {
  const t = useText()
  const locale = useLocale()
  const onKeyDown = useReadingAtAnswers()
  const isMany = item.type === 'multi'
  const chosen = raw === '' ? [] : raw.split(',')

  function choose(code: string, isOn: boolean) {
    if (!isMany) return onChange({ raw: code })
    const codes = item.choices.map((choice) => choice.code)
    const next = isOn ? [...chosen, code] : chosen.filter((other) => other !== code)
    onChange({ raw: codes.filter((choice) => next.includes(choice)).join(',') })
  }

  return (
    <fieldset className="stack phone-answers" onKeyDown={onKeyDown}>
      <legend className="sr-only">{name}</legend>
      {choicesOf(item, t, locale).map(({ code, name: answer, judgement }) => (
        <label key={code} className="phone-answer row gap-12 phone-choice" data-judgement={judgement}>
          <input
            type={isMany ? 'checkbox' : 'radio'}
            name={key}
            value={code}
            checked={chosen.includes(code)}
            aria-invalid={isWrong || undefined}
            onChange={(event) => choose(code, event.target.checked)}
          />
          <span>{answer}</span>
          <svg viewBox="0 0 12 12" role="img" aria-label={t(`qc.judgement.${judgement}`)}>
            <path d={shapePath[judgement]} />
          </svg>
        </label>
      ))}
    </fieldset>
  )
}
