import { useQuery, useQueryClient } from '@tanstack/react-query'
import { formatTime } from '#shared/format/time'
import { auditField } from '#shared/qc/audit/words'
import type { QcAuditEntry } from '#shared/qc/audit/schema'
import { REDACTED } from '#shared/qc/constants'
import { qcAuditApi } from '../../../api/qc/audit'
import { Allow } from '../../../ui/Allow'
import { Button } from '../../../ui/Button'
import { Dialog } from '../../../ui/overlay/Dialog'
import { ErrorState } from '../../../ui/feedback/ErrorState'
import { Skeleton } from '../../../ui/feedback/Skeleton'
import { Fact } from '../../../ui/layout/Fact'
import { toast } from '../../../ui/overlay/toast'
import { ReasonField } from '../../../ui/qc/sign/ReasonField'
import { useReason } from '../../../ui/qc/sign/useReason'
import { useLocale, useText } from '../../../ui/useText'
import { Reason, sayIn, Sentence, SubjectLink } from './columns'
import { EntryContent } from './EntryContent'
import './audit.css'

type DetailsProps = { entry: QcAuditEntry; onClose: () => void }

/** One entry: the operator, the action, the time, the reason, the values before and after, and the hashes. */
export default function EntryDetails({ entry, onClose }: DetailsProps) {
  const t = useText()
  const locale = useLocale()
  const say = sayIn(locale)
  const queries = useQueryClient()
  const { auditId, actorName, program, at, requestId, prevHash, hash } = entry
  const { data, error, refetch } = useQuery({
    queryKey: ['qc-audit', auditId],
    queryFn: () => qcAuditApi.get(auditId),
    retry: false,
  })
  return (
    <Dialog title={t('qcAudit.details', { id: auditId })} open onClose={onClose} size="medium">
      <p className="audit-sentence">
        <Sentence entry={entry} locale={locale} />
      </p>
      <dl className="grid audit-facts audit-entry-facts">
        <Fact label={t('qcAudit.actor')}>{actorName}</Fact>
        {program && <Fact label={t('operation.program')}>{program}</Fact>}
        <Fact label={t('qcAudit.at')}>{formatTime(at)}</Fact>
        <Fact label={t('qcAudit.subject')}>
          <SubjectLink entry={entry} locale={locale} />
        </Fact>
        <Fact label={t('record.reason')}>
          <Reason entry={entry} />
        </Fact>
        <Fact label={t('operation.requestId')}>{requestId}</Fact>
      </dl>
      {error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : data ? (
        <EntryContent entry={data} field={auditField(data, locale, say)} />
      ) : (
        <Skeleton height="80px" />
      )}
      <details className="audit-hashes">
        <summary>{t('qcAudit.showHash')}</summary>
        <dl>
          <dt>{t('qcAudit.prevHash')}</dt>
          <dd className="audit-hash">{prevHash || '-'}</dd>
          <dt>{t('qcAudit.hash')}</dt>
          <dd className="audit-hash">{hash}</dd>
        </dl>
      </details>
      {hasText(entry) && (
        <Allow tags={['qc:audit:redact']}>
          <RedactForm
            auditId={auditId}
            onDone={() => {
              void queries.invalidateQueries({ queryKey: ['qc-audit'] })
              onClose()
            }}
          />
        </Allow>
      )}
    </Dialog>
  )
}

/** True if an entry has a comment or reason that can be redacted. */
function hasText({ entity, action, new: now, reason }: QcAuditEntry): boolean {
  const text = entity === 'record' && action === 'comment' ? now : reason
  return Boolean(text) && text !== REDACTED && action !== 'redact'
}

/** Redacts the text of an entry; folded at first. */
function RedactForm({ auditId, onDone }: { auditId: number; onDone: () => void }) {
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
