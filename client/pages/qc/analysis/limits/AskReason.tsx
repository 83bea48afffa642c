import { useState, type SyntheticEvent } from 'react'
import { qcDicts } from '#shared/qc/constants'
import { Dialog } from '../../../../ui/overlay/Dialog'
import { DictSelect } from '../../../../ui/dict'
import { Field } from '../../../../ui/form/Field'
import { FormFooter } from '../../../../ui/form/FormFooter'
import { useText } from '../../../../ui/useText'
import { ReasonField } from '../../../../ui/qc/sign/ReasonField'
import { useAction } from '../../../../ui/qc/useAction'

type AskReasonProps = {
  /** The action, also the label of the button. */
  title: string
  text: string
  /** True if it also asks for the cause, which is optional. */
  hasCause?: boolean
  onSubmit: (reason: string, causeCode: string | undefined) => Promise<unknown>
  onClose: () => void
}

/** Asks for the reason of a change of limits. */
export default function AskReason({ title, text, hasCause = false, onSubmit, onClose }: AskReasonProps) {
  const t = useText()
  const [reason, setReason] = useState('')
  const [causeCode, setCauseCode] = useState<string>()
  const [isTried, setIsTried] = useState(false)
  const [isBusy, run] = useAction(onClose)

  function submit(event: SyntheticEvent<HTMLFormElement>) {
    event.preventDefault()
    setIsTried(true)
    if (reason.trim()) void run(() => onSubmit(reason.trim(), causeCode))
  }

  return (
    <Dialog title={title} open onClose={onClose}>
      <form noValidate onSubmit={submit}>
        <p className="dialog-text">{text}</p>
        {hasCause && (
          <Field label={t('qcSignal.cause')}>
            {(control) => (
              <DictSelect
                {...control}
                label={t('qcSignal.cause')}
                placeholder={t('choice.none')}
                type={qcDicts.cause}
                value={causeCode}
                onSelect={setCauseCode}
              />
            )}
          </Field>
        )}
        <ReasonField label={t('qcLimit.reason')} value={reason} isTried={isTried} onChange={setReason} />
        <FormFooter onCancel={onClose} isBusy={isBusy}>
          {title}
        </FormFooter>
      </form>
    </Dialog>
  )
}
