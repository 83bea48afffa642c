import { REDACTED } from '#shared/qc/constants'
import type { QcAuditEntry } from '#shared/qc/audit/schema'
import { qcAuditApi } from '../../../api/qc/audit'
import { Button } from '../../../ui/Button'
import { ReasonField } from '../../../ui/qc/ReasonField'
import { useReason } from '../../../ui/qc/useReason'
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
  const { isBusy, formProps, fieldProps } = useReason(async (reason) => {
    await qcAuditApi.redact(auditId, reason)
    toast.show(t('qcAudit.redactDone'), { tone: 'success' })
    onDone()
  })
  return (
    <details className="audit-hashes">
      <summary>{t('qcAudit.redact')}</summary>
      <form {...formProps}>
        <p>{t('qcAudit.redactHint')}</p>
        <ReasonField label={t('qcAudit.redactReason')} {...fieldProps} />
        <Button type="submit" variant="danger" busy={isBusy}>
          {t('qcAudit.redact')}
        </Button>
      </form>
    </details>
  )
}
