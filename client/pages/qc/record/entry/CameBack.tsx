import type { RecordDetail } from '#shared/qc/record/schema'
import { Time } from '../../../../ui/time'
import { useText } from '../../../../ui/useText'
import { Notice } from './Notice'

/** Why a record came back to whom it is by: rejected, or opened again, by whom, when and for what reason. */
export function CameBack({ record }: { record: RecordDetail }) {
  const t = useText()
  const step = cameBack(record)
  if (!step) return null
  const { meaning, name, reason, at } = step
  return (
    <Notice tone="warn" text={t(`qcRecord.cameBack.${meaning}`, { name, reason: reason ?? '-' })}>
      <Time value={at} />
    </Notice>
  )
}

type Back = { meaning: 'rejected' | 'reopened'; name: string; reason: string | null; at: string }

function cameBack({ status, submittedAt, signatures, unsigned }: RecordDetail): Back | undefined {
  const meaning =
    status === 'rejected' ? 'rejected' : status === 'draft' && submittedAt !== null ? 'reopened' : undefined
  if (!meaning) return undefined
  const steps = [
    ...signatures.map(({ signerName, signedAt, ...step }) => ({ ...step, name: signerName, at: signedAt })),
    ...unsigned.map(({ actorName, ...step }) => ({ ...step, name: actorName })),
  ]
  // What was opened again before it was submitted last says nothing of a record that was taken back since.
  const last = steps
    .filter((step) => step.meaning === meaning && Date.parse(step.at) >= Date.parse(submittedAt ?? step.at))
    .toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at))
    .at(-1)
  return last && { name: last.name, reason: last.reason, at: last.at, meaning }
}
