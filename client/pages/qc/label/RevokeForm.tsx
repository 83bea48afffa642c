import { useState, type FormEvent } from 'react'
import { spokenCode } from '#shared/qc/label/sizes'
import type { QrCode } from '#shared/qc/label/schema'
import { qrApi } from '../../../api/qc/label'
import { Button } from '../../../ui/Button'
import { Dialog } from '../../../ui/overlay/Dialog'
import { ReasonField } from '../../../ui/qc/sign/ReasonField'
import { isDone } from '../../../ui/record/record-actions'
import type { RowDialogProps } from '../../../ui/record/list-page'
import { toast } from '../../../ui/overlay/toast'
import { tr, useText } from '../../../ui/useText'
import { DialogFooter } from '../../../ui/overlay/DialogFooter'

/** Asks for the reason to revoke a code. The audit trail stores it. */
export default function RevokeForm({ row: { code }, onSaved, onClose }: RowDialogProps<QrCode>) {
  const t = useText()
  const [reason, setReason] = useState('')
  const [isTried, setIsTried] = useState(false)
  const [isSaving, setIsSaving] = useState(false)
  const isBlank = reason.trim() === ''

  async function save(event: FormEvent) {
    event.preventDefault()
    setIsTried(true)
    if (isBlank) return
    setIsSaving(true)
    const isRevoked = await isDone(qrApi.revoke(code, reason))
    setIsSaving(false)
    if (!isRevoked) return
    toast.show(tr('qcQr.revokedDone', { code: spokenCode(code) }), { tone: 'success' })
    onSaved()
    onClose()
  }

  return (
    <Dialog
      title={t('qcQr.revokeTitle', { code: spokenCode(code) })}
      open
      isChanged={reason !== '' && !isSaving}
      onClose={onClose}
    >
      <form onSubmit={(event) => void save(event)} noValidate>
        <p>{t('qcQr.revokeText')}</p>
        <ReasonField label={t('record.reason')} value={reason} isTried={isTried} onChange={setReason} />
        <DialogFooter>
          <Button onClick={onClose}>{t('action.cancel')}</Button>
          <Button variant="danger" type="submit" busy={isSaving}>
            {t('qcQr.revokeSubmit')}
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  )
}
