import { useState, type SyntheticEvent } from 'react'
import { Failure } from '../../api/http'
import { lotApi } from '../../api/qc/lot'
import { Dialog } from '../overlay/Dialog'
import { FormFooter } from '../form/FormFooter'
import { toast } from '../overlay/toast'
import { useText } from '../useText'
import { ReasonField } from './ReasonField'

type HoldFormProps = { lotId: number; lotNo: string; onDone: () => void; onClose: () => void }

/** Puts an open lot on hold, with a reason. */
export function HoldForm({ lotId, lotNo, onDone, onClose }: HoldFormProps) {
  const t = useText()
  const [reason, setReason] = useState('')
  const [fault, setFault] = useState<string>()
  const [isBusy, setIsBusy] = useState(false)

  async function submit(event: SyntheticEvent) {
    event.preventDefault()
    if (isBusy) return
    if (reason.trim() === '') return setFault(t('field.required'))
    setIsBusy(true)
    try {
      await lotApi.hold(lotId, reason)
      toast.show(t('qcLot.held', { lotNo }), { tone: 'success' })
      onDone()
      onClose()
    } catch (error) {
      if (!(error instanceof Failure)) throw error
      setFault(error.errors?.['reason'] ?? error.message)
      setIsBusy(false)
    }
  }

  return (
    <Dialog title={t('qcLot.holdTitle', { lotNo })} open onClose={onClose} isChanged={reason.trim() !== ''}>
      <form noValidate onSubmit={(event) => void submit(event)}>
        <ReasonField label={t('qcLot.reason')} value={reason} error={fault} onChange={setReason} />
        <FormFooter onCancel={onClose} isBusy={isBusy}>
          {t('qcLot.holdIt')}
        </FormFooter>
      </form>
    </Dialog>
  )
}
