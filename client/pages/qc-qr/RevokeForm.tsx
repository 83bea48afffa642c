import { useState, type FormEvent } from 'react'
import { spokenCode } from '#shared/qc/label'
import type { QrCode } from '#shared/schemas/qc-qr'
import { qrApi } from '../../api/qc-qr'
import { Button } from '../../ui/Button'
import { Dialog, DialogFooter } from '../../ui/Dialog'
import { Field } from '../../ui/Field'
import { isDone } from '../../ui/record-actions'
import type { RowDialogProps } from '../../ui/resource'
import { toast } from '../../ui/toast'
import { tr, useText } from '../../ui/useText'

/** Asks why a code is revoked: the audit trail keeps it. */
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
        <Field label={t('qcQr.revokeReason')} required error={isTried && isBlank ? t('field.required') : undefined}>
          {(control) => (
            <textarea
              {...control}
              rows={2}
              maxLength={500}
              value={reason}
              onChange={(event) => setReason(event.target.value)}
            />
          )}
        </Field>
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
