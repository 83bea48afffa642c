import type { RefObject } from 'react'
import type { RecordDetail } from '#shared/qc/record/schema'
import { Button } from '../../../../ui/Button'
import { useLocalizedName } from '../../../../ui/qc/localized-name'
import { RecordStatusTag } from '../../../../ui/qc/RecordStatusTag'
import { useText } from '../../../../ui/useText'
import { CorrectionList } from '../Corrections'
import { Notice } from '../Notices'

/** True if the record has changed since it was shown. */
export const isOther = (before: RecordDetail, now: RecordDetail) => before.lockVersion !== now.lockVersion

type ChangesSinceProps = {
  before: RecordDetail
  now: RecordDetail
  button: RefObject<HTMLButtonElement | null>
  onSeen: () => void
}

/** The changes by other operators while the record was open. */
export function ChangesSince({ before, now, button, onSeen }: ChangesSinceProps) {
  const t = useText()
  const localized = useLocalizedName()
  const corrections = now.corrections.filter(
    ({ auditId, field }) => field !== 'judgement' && before.corrections.every((known) => known.auditId !== auditId),
  )
  const signatures = now.signatures.filter(
    ({ signatureId }) => !before.signatures.some((known) => known.signatureId === signatureId),
  )
  const byItem = [...Map.groupBy(corrections, ({ itemKey }) => itemKey)]
  return (
    <div className="card inbox-changes">
      <Notice tone="warn" text={t('qcInbox.changed')}>
        <Button ref={button} variant="primary" onClick={onSeen}>
          {t('qcInbox.seen')}
        </Button>
      </Notice>
      <ul className="grid gap-12">
        {before.status !== now.status && (
          <li>
            <RecordStatusTag of={before} /> → <RecordStatusTag of={now} />
          </li>
        )}
        {signatures.map(({ signatureId, signerName, meaning }) => (
          <li key={signatureId}>
            {t('qcRecord.signedMeanwhile', { name: signerName, meaning: t(`qcRecord.meaning.${meaning}`) })}
          </li>
        ))}
        {byItem.map(([itemKey, changes]) => {
          const item = now.items.find((known) => known.itemKey === itemKey)
          return (
            <li key={itemKey}>
              <b>{item ? localized(item) : t('qcRecord.headCorrections')}</b>
              <CorrectionList corrections={changes} {...(item && { item })} />
            </li>
          )
        })}
        {before.status === now.status && signatures.length === 0 && byItem.length === 0 && (
          <li>{t('qcRecord.changedMeanwhile')}</li>
        )}
      </ul>
    </div>
  )
}
