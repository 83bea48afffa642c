import type { RecordDetail, RecordSignature } from '#shared/qc/record/schema'
import { EmptyState } from '../../../../ui/feedback/EmptyState'
import { Tag, type Tone } from '../../../../ui/feedback/Tag'
import { Time } from '../../../../ui/time'
import { useText } from '../../../../ui/useText'

const tones = { valid: 'ok', superseded: 'pending', broken: 'ng' } as const satisfies Record<
  RecordSignature['state'],
  Tone
>

/** The signatures of a record with meaning and validity, and the unsigned steps. */
export function Signatures({ signatures, unsigned }: Pick<RecordDetail, 'signatures' | 'unsigned'>) {
  const t = useText()
  if (signatures.length + unsigned.length === 0) return <EmptyState icon="sign" text={t('qcRecord.noSignatures')} />
  return (
    <ol className="record-signatures">
      {signatures.map(({ signatureId, meaning, signerName, signedAt, rev, reason, state, contentSha256 }) => (
        <li key={signatureId} data-state={state}>
          <div className="row wrap">
            <b>{t(`qcRecord.meaning.${meaning}`)}</b>
            <Tag tone={tones[state]}>{t(`qcRecord.signature.${state}`)}</Tag>
          </div>
          <p>
            {signerName} · <Time value={signedAt} /> · {t('qcRecord.revision', { rev })}
          </p>
          {reason && <p>{t('qcRecord.because', { reason })}</p>}
          {state !== 'valid' && <p className="muted record-signature-note">{t(`qcRecord.signatureNote.${state}`)}</p>}
          <p className="muted record-signature-hash">
            SHA-256 <code>{contentSha256}</code>
          </p>
        </li>
      ))}
      {unsigned.map(({ auditId, meaning, actorName, at, reason }) => (
        <li key={`unsigned ${auditId}`}>
          <div className="row wrap">
            <b>{t(`qcRecord.meaning.${meaning}`)}</b>
            <Tag tone="pending">{t('qcRecord.notSigned')}</Tag>
          </div>
          <p>
            {actorName} · <Time value={at} />
          </p>
          {reason && <p>{t('qcRecord.because', { reason })}</p>}
          <p className="muted record-signature-note">{t('qcRecord.unsigned')}</p>
        </li>
      ))}
    </ol>
  )
}
