import { useState, type SyntheticEvent } from 'react'
import { qcDicts } from '#shared/qc/constants'
import { isReason } from '#shared/qc/record/workflow'
import { Dialog } from '../../../../ui/overlay/Dialog'
import { DictField } from '../../../../ui/dict'
import { TextAreaField } from '../../../../ui/form/fields'
import { FormFooter } from '../../../../ui/form/FormFooter'
import { useText } from '../../../../ui/useText'
import type { Reasons } from '../entry/useRecordEdit'

type ReasonDialogProps = {
  /** The label of the submit button. */
  label: string
  /** From an attempt that failed. */
  given: Reasons
  onSubmit: (reasons: Reasons) => void
  onClose: () => void
}

/** Asks for the reason of a change after the submission. */
export default function ReasonDialog({ label, given, onSubmit, onClose }: ReasonDialogProps) {
  const t = useText()
  const [reasonCode, setReasonCode] = useState(given.reasonCode)
  const [reason, setReason] = useState(given.reason ?? '')
  const [isTried, setIsTried] = useState(false)
  const isComplete = isReason({ reasonCode, reason })

  function submit(event: SyntheticEvent<HTMLFormElement>) {
    event.preventDefault()
    setIsTried(true)
    if (!isComplete) return
    onSubmit({ ...(reasonCode && { reasonCode }), ...(reason.trim() && { reason: reason.trim() }) })
    onClose()
  }

  return (
    <Dialog title={t('qcRecord.changeReason')} open onClose={onClose}>
      <form noValidate onSubmit={submit}>
        <p className="dialog-text">{t('qcRecord.changeReasonText')}</p>
        <DictField
          label={t('record.reason')}
          placeholder={t('choice.none')}
          error={isTried && !reasonCode && !isComplete ? t('field.required') : undefined}
          type={qcDicts.changeReason}
          value={reasonCode}
          onSelect={setReasonCode}
          required
        />
        <TextAreaField
          label={t('qcRecord.reasonText')}
          error={isTried && reasonCode && !isComplete ? t('qcRecord.reasonOther') : undefined}
          maxLength={500}
          value={reason}
          onChange={({ target }) => setReason(target.value)}
        />
        <FormFooter onCancel={onClose}>{label}</FormFooter>
      </form>
    </Dialog>
  )
}
