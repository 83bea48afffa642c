import type { RecordStatus } from '#shared/qc/constants'
import { statusKey, type Subject } from '#shared/qc/record/workflow'
import { Tag, type Tone } from '../feedback/Tag'
import { useText } from '../useText'

/** These differ from the tones of judgements: approval of a record does not mean that its parts are good. */
const tones = {
  draft: 'pending',
  submitted: 'info',
  reviewed: 'info',
  approved: 'sign',
  rejected: 'warn',
  voided: 'pending',
} as const satisfies Record<RecordStatus, Tone>

/** The status of a record. */
export function RecordStatusTag({ of }: { of: Pick<Subject, 'status' | 'signLevels'> }) {
  const t = useText()
  return <Tag tone={tones[of.status]}>{t(statusKey(of))}</Tag>
}
