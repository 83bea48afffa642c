import type { MouseEvent } from 'react'
import { Button } from '../../../../ui/Button'
import { Icon } from '../../../../ui/Icon'
import { useText } from '../../../../ui/useText'
import { askedCell, leaveQuestion } from './cell-keys'

type PlausibilityQuestionProps = {
  /** Names the cell. */
  label: string
  sampleNo: number
  value: string
  onConfirm: () => void
}

/**
 * Asks below its cell whether an implausible value is true, until it is confirmed or changed. It never takes the focus, so
 * that nobody confirms by typing on.
 */
export function PlausibilityQuestion({ label, sampleNo, value, onConfirm }: PlausibilityQuestionProps) {
  const t = useText()

  function confirm({ currentTarget }: MouseEvent<HTMLElement>) {
    leaveQuestion(currentTarget) // the question is about to disappear
    onConfirm()
  }

  return (
    <p className="entry-question" role="alert" data-sample={sampleNo}>
      <Icon name="warning" />
      <span>
        {label}: {t('qcRecord.reallyValue', { value })}
      </span>
      <Button variant="text" onClick={confirm}>
        {t('qcRecord.reallyYes')}
      </Button>
      <Button variant="text" onClick={({ currentTarget }) => askedCell(currentTarget)?.focus()}>
        {t('action.edit')}
      </Button>
    </p>
  )
}
