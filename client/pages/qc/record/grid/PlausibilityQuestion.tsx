import type { MouseEvent } from 'react'
import { Button } from '../../../../ui/Button'
import { Icon } from '../../../../ui/Icon'
import { useText } from '../../../../ui/useText'
import { askedCell, leaveQuestion } from './cell-keys'

type PlausibilityQuestionProps = {
  /** The cell it is about. */
  label: string
  sampleNo: number
  value: string
  onConfirm: () => void
}

/**
 * Asks whether so improbable a value is true, below its cell: it stays in sight until somebody says so. It never takes the
 * focus by itself, so that nobody who types on without looking says yes.
 */
export function PlausibilityQuestion({ label, sampleNo, value, onConfirm }: PlausibilityQuestionProps) {
  const t = useText()

  function confirm({ currentTarget }: MouseEvent<HTMLElement>) {
    leaveQuestion(currentTarget) // it is about to go
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
