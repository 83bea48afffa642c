import { useState, type SyntheticEvent } from 'react'
import { REDACTED } from '#shared/qc/constants'
import type { QcAuditEntry } from '#shared/qc/audit/schema'
import { Failure } from '../../../api/http'
import { qcAuditApi } from '../../../api/qc/audit'
import { Button } from '../../../ui/Button'
import { ReasonField } from '../../../ui/qc/ReasonField'
import { toast } from '../../../ui/overlay/toast'
import { useText } from '../../../ui/useText'

/** Whether an entry has a comment or reason that can be redacted. */
export function hasText({ entity, action, new: now, reason }: QcAuditEntry): boolean {
  const text = entity === 'record' && action === 'comment' ? now : reason
  return Boolean(text) && text !== REDACTED && action !== 'redact'
}

/** Redacts the text of an entry; folded at first. */
export function RedactForm({ auditId, onDone }: { auditId: number; onDone: () => void }) {
  const t = useText()
  const [reason, setReason] = useState('')
  const [error, setError] = useState<string>()
  const [isBusy, setIsBusy] = useState(false)

  async function submit(event: SyntheticEvent) {
    event.preventDefault()
    if (isBusy) return
    if (reason.trim() === '') return setError(t('field.required'))
    setIsBusy(true)
    try {
      await qcAuditApi.redact(auditId, reason)
      toast.show(t('qcAudit.redactDone'), { tone: 'success' })
      onDone()
    } catch (failure) {
      if (!(failure instanceof Failure)) throw failure
      setError(failure.errors?.['reason'] ?? failure.message)
      setIsBusy(false)
    }
  }

  return (
    <details className="audit-hashes">
      <summary>{t('qcAudit.redact')}</summary>
      <form noValidate onSubmit={(event) => void submit(event)}>
        <p>{t('qcAudit.redactHint')}</p>
        <ReasonField label={t('qcAudit.redactReason')} value={reason} error={error} onChange={setReason} />
        <Button type="submit" variant="danger" busy={isBusy}>
          {t('qcAudit.redact')}
        </Button>
      </form>
    </details>
  )
}
