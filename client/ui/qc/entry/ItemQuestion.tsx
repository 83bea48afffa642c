import type { ReactNode } from 'react'
import { Button } from '../../Button'
import { useLocale, useText } from '../../useText'
import { choicesOf } from './choices'
import { beyondText } from './limits-text'
import type { Step } from './steps'

/** The question before the next step: whether an implausible value is true, or how to continue with an NG value. */
export type Question = 'implausible' | 'ng'

type ItemQuestionProps = {
  question: Question
  step: Step
  /** The label of the button that continues. */
  nextText: string
  remarkButton: ReactNode
  onAgain: () => void
  onConfirm: () => void
}

/** Shown above the buttons until it is answered. */
export function ItemQuestion({ question, step, nextText, remarkButton, onAgain, onConfirm }: ItemQuestionProps) {
  const t = useText()
  const locale = useLocale()
  const value = step.sample?.raw ?? ''
  const chosen = choicesOf(step.item, t, locale).filter(({ code }) => value.split(',').includes(code))
  return question === 'ng' ? (
    <div className="phone-question" role="alert">
      <p>
        {chosen.length > 0 ? (
          t('qcEntry.ngChosen', { answer: chosen.map(({ name }) => name).join(', '), next: nextText })
        ) : (
          <>
            <strong>{[value, beyondText(step, t)].filter(Boolean).join(' · ')}</strong>{' '}
            {t('qcEntry.ngAsks', { next: nextText })}
          </>
        )}
      </p>
      <div className="row stretch phone-choices">
        <Button onClick={onAgain}>{t('qcEntry.again')}</Button>
        {remarkButton}
      </div>
    </div>
  ) : (
    <div className="phone-question" role="alert">
      <p>
        <strong>{t('qcEntry.reallyTitle', { value })}</strong> {t('qcEntry.reallyText')}
      </p>
      <div className="row stretch phone-choices">
        <Button onClick={onAgain}>{t('qcEntry.change')}</Button>
        <Button onClick={onConfirm}>{t('qcEntry.really', { value })}</Button>
      </div>
    </div>
  )
}
