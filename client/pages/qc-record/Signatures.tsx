import type { RecordSignature } from '#shared/schemas/qc-record'
import { EmptyState } from '../../ui/EmptyState'
import { Tag, type Tone } from '../../ui/Tag'
import { Time } from '../../ui/time'
import { useText } from '../../ui/useText'

const tones = { valid: 'ok', superseded: 'pending', broken: 'ng' } as const satisfies Record<
  RecordSignature['state'],
  Tone
>

/** Who signed a record, what that means, and whether it still stands for what is there. */
export function Signatures({ signatures }: { signatures: readonly RecordSignature[] }) {
  const t = useText()
  if (signatures.length === 0) return <EmptyState icon="sign" text={t('qcRecord.noSignatures')} />
  return (
    <ol className="record-signatures">
      {signatures.map(({ signatureId, meaning, signerName, signedAt, rev, reason, state, contentSha256 }) => (
        <li key={signatureId} data-state={state}>
          <div className="record-signature-head">
            <b>{t(`qcRecord.meaning.${meaning}`)}</b>
            <Tag tone={tones[state]}>{t(`qcRecord.signature.${state}`)}</Tag>
          </div>
          <p>
            {signerName} · <Time value={signedAt} /> · {t('qcRecord.revision', { rev })}
          </p>
          {reason && <p>{t('qcRecord.because', { reason })}</p>}
          {state !== 'valid' && <p className="record-signature-note">{t(`qcRecord.signatureNote.${state}`)}</p>}
          <p className="record-signature-hash">
            SHA-256 <code>{contentSha256}</code>
          </p>
        </li>
      ))}
    </ol>
  )
}
