import type { ReactNode } from 'react'
import type { RecordDetail } from '#shared/qc/record/schema'
import { Icon } from '../../../ui/icons/Icon'
import { Time } from '../../../ui/time'
import { useText } from '../../../ui/useText'

type NoticeProps = {
  tone?: 'info' | 'warn' | 'error'
  text: string
  /** The remedy. */
  children?: ReactNode
}

/** A notice above a record. */
export const Notice = ({ tone = 'info', text, children }: NoticeProps) => (
  <div className="row wrap record-notice card" data-tone={tone} role={tone === 'error' ? 'alert' : 'status'}>
    <Icon name={tone === 'info' ? 'info' : 'warning'} size={20} />
    <span>{text}</span>
    {children}
  </div>
)

/** The reason why a record came back to its author: rejected or reopened, with person, time and reason. */
export function ReturnNotice({ record }: { record: RecordDetail }) {
  const t = useText()
  const meaning =
    record.status === 'rejected'
      ? 'rejected'
      : record.status === 'draft' && record.submittedAt !== null
        ? 'reopened'
        : undefined
  const step = meaning && lastStep(record, meaning)
  if (!step) return null
  return (
    <Notice tone="warn" text={t(`qcRecord.cameBack.${meaning}`, { name: step.name, reason: step.reason ?? '-' })}>
      <Time value={step.at} />
    </Notice>
  )
}

/** The last step of this meaning since the last submission. Earlier steps do not explain a record withdrawn since. */
function lastStep({ submittedAt, signatures, unsigned }: RecordDetail, meaning: 'rejected' | 'reopened') {
  const steps = [
    ...signatures.map(({ signerName, signedAt, ...step }) => ({ ...step, name: signerName, at: signedAt })),
    ...unsigned.map(({ actorName, ...step }) => ({ ...step, name: actorName })),
  ]
  return steps
    .filter((step) => step.meaning === meaning && Date.parse(step.at) >= Date.parse(submittedAt ?? step.at))
    .toSorted((step, other) => Date.parse(step.at) - Date.parse(other.at))
    .at(-1)
}
