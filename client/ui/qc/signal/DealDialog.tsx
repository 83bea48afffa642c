import { useState, type SyntheticEvent } from 'react'
import { templateOf } from '#shared/qc/localized-name'
import { qcDicts } from '#shared/qc/constants'
import type { Signal } from '#shared/qc/signal'
import { Button } from '../../Button'
import { Dialog } from '../../overlay/Dialog'
import { DictField } from '../../dict'
import { TextAreaField } from '../../form/fields'
import { toast } from '../../overlay/toast'
import { keepFocus } from '../../record/record-actions'
import { useText } from '../../useText'
import { useLocalizedName } from '../localized-name'
import { useAction } from '../useAction'
import { actOnSignals, type SignalAction, type Outcome } from './act-on-signals'
import { signalWords } from './signal-words'
import './signal.css'
import { DialogFooter } from '../../overlay/DialogFooter'

type DealDialogProps = {
  action: SignalAction
  /** One or several signals that allow the action. */
  signals: readonly Signal[]
  onDone?: () => void
  onClose: () => void
}

/** Acknowledges signals, or closes them with cause and action. */
export default function DealDialog({ action, signals, onDone, onClose }: DealDialogProps) {
  const t = useText()
  const localized = useLocalizedName()
  const [causeCode, setCauseCode] = useState('')
  const [actionCode, setActionCode] = useState('')
  const [comment, setComment] = useState('')
  const [isTried, setIsTried] = useState(false)
  const [isBusy, run] = useAction(onDone)
  const [outcome, setOutcome] = useState<Outcome>()
  const isClosing = action === 'close'
  const [only] = signals
  const title =
    signals.length === 1
      ? t(`qcSignal.${action}One`)
      : t(isClosing ? 'qcSignal.closeMany' : 'qcSignal.acknowledgeMany', { count: signals.length })
  const missing = (code: string) => (isTried && !code ? t('field.required') : undefined)

  async function submit(event: SyntheticEvent<HTMLFormElement>) {
    event.preventDefault()
    setIsTried(true)
    if (isBusy || outcome || (isClosing && !(causeCode && actionCode))) return
    await run(async () => {
      const after = await actOnSignals(action, signals, { comment, causeCode, actionCode })
      if (after.left.length > 0) return setOutcome(after)
      toast.show(t(`qcSignal.done.${action}`, { count: after.done }), { tone: 'success' })
      onClose()
      keepFocus() // the button that opened it may be gone
    })
  }

  return (
    <Dialog title={title} open onClose={onClose} isChanged={!outcome && (comment + causeCode + actionCode).length > 0}>
      <form noValidate onSubmit={(event) => void submit(event)}>
        {only && signals.length === 1 ? (
          <>
            <p>
              <b>{localized({ name: only.itemName, nameEn: only.itemNameEn })}</b> · {localized(templateOf(only))} ·{' '}
              {only.recordNo}
            </p>
            <p className="dialog-text">{signalWords(t, only)}</p>
          </>
        ) : (
          <p className="dialog-text">{t(`qcSignal.${action}Text`)}</p>
        )}
        {isClosing && (
          <>
            <DictField
              label={t('qcSignal.cause')}
              error={missing(causeCode)}
              required
              placeholder={t('choice.none')}
              type={qcDicts.cause}
              value={causeCode || undefined}
              onSelect={(code) => setCauseCode(code ?? '')}
            />
            <DictField
              label={t('qcSignal.action')}
              error={missing(actionCode)}
              required
              placeholder={t('choice.none')}
              type={qcDicts.action}
              value={actionCode || undefined}
              onSelect={(code) => setActionCode(code ?? '')}
            />
          </>
        )}
        <TextAreaField
          label={t('qcSignal.comment')}
          maxLength={1000}
          value={comment}
          onChange={({ target }) => setComment(target.value)}
        />
        {outcome && (
          <p className="signal-refused" role="alert">
            {signals.length === 1
              ? outcome.reason
              : t('qcSignal.left', { count: outcome.done, left: outcome.left.length, reason: outcome.reason })}
          </p>
        )}
        <DialogFooter>
          <Button onClick={onClose}>{t(outcome ? 'action.close' : 'action.cancel')}</Button>
          {!outcome && (
            <Button type="submit" variant="primary" busy={isBusy}>
              {title}
            </Button>
          )}
        </DialogFooter>
      </form>
    </Dialog>
  )
}
