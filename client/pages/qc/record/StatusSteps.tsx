import type { RecordStatus } from '#shared/qc/constants'
import { statusKey } from '#shared/qc/record/workflow'
import type { RecordDetail } from '#shared/qc/record/schema'
import { Icon } from '../../../ui/Icon'
import { Time } from '../../../ui/time'
import { useText } from '../../../ui/useText'

type Step = { status: RecordStatus; at: string | null }

/** The way of a record through its states, as far as its template makes it go, and where it is. */
export function StatusSteps({ record }: { record: RecordDetail }) {
  const t = useText()
  const steps = stepsOf(record)
  const at = steps.findIndex(({ status }) => status === record.status)
  return (
    <ol className="record-steps" aria-label={t('qcRecord.way')}>
      {steps.map((step, index) => {
        const place = index < at ? 'done' : index === at ? 'here' : 'ahead'
        const isEnd = place === 'here' && (step.status === 'approved' || step.status === 'voided')
        return (
          <li
            key={step.status}
            data-place={place}
            data-status={step.status}
            aria-current={place === 'here' ? 'step' : undefined}
          >
            <span className="record-step-mark">{(place === 'done' || isEnd) && <Icon name="check" />}</span>
            <span className="record-step-name">
              {t(place === 'done' ? `qc.status.${step.status}` : statusKey({ ...record, status: step.status }))}
            </span>
            {place !== 'ahead' && step.at && (
              <span className="record-step-time">
                <Time value={step.at} />
              </span>
            )}
          </li>
        )
      })}
    </ol>
  )
}

/** What was voided ends there; what was rejected stands before it is submitted again. */
function stepsOf(record: RecordDetail): Step[] {
  const { signLevels, status, createdAt, submittedAt, reviewedAt, approvedAt, voidedAt } = record
  const draft: Step = { status: 'draft', at: createdAt }
  const submitted: Step = { status: 'submitted', at: submittedAt }
  const reviewed: Step = { status: 'reviewed', at: reviewedAt }
  const approved: Step = { status: 'approved', at: approvedAt }
  if (status === 'voided') {
    const passed = [draft, submitted, reviewed, approved].filter(({ at }) => at !== null)
    return [...passed, { status: 'voided', at: voidedAt }]
  }
  return [
    draft,
    ...(status === 'rejected' ? [{ status, at: null } satisfies Step] : []),
    ...(signLevels > 0 || status === 'submitted' ? [submitted] : []),
    ...(signLevels === 2 || status === 'reviewed' ? [reviewed] : []),
    approved,
  ]
}
