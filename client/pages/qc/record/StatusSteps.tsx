import type { RecordStatus } from '#shared/qc/constants'
import { statusKey } from '#shared/qc/record/workflow'
import type { RecordDetail } from '#shared/qc/record/schema'
import { Icon } from '../../../ui/icons/Icon'
import { Time } from '../../../ui/time'
import { useText } from '../../../ui/useText'

type Step = { status: RecordStatus; at: string | null }

/** The statuses of a record by its template, and its present one. */
export function StatusSteps({ record }: { record: RecordDetail }) {
  const t = useText()
  const steps = stepsOf(record)
  const current = steps.findIndex(({ status }) => status === record.status)
  return (
    <ol className="row stretch wrap record-steps" aria-label={t('qcRecord.way')}>
      {steps.map((step, index) => {
        const place = index < current ? 'done' : index === current ? 'here' : 'ahead'
        const isEnd = place === 'here' && (step.status === 'approved' || step.status === 'voided')
        return (
          <li
            key={step.status}
            className="row gap-6 muted"
            data-place={place}
            data-status={step.status}
            aria-current={place === 'here' ? 'step' : undefined}
          >
            <span className="row inline center record-step-mark">
              {(place === 'done' || isEnd) && <Icon name="check" />}
            </span>
            <span className="record-step-name">
              {t(place === 'done' ? `qc.status.${step.status}` : statusKey({ ...record, status: step.status }))}
            </span>
            {place !== 'ahead' && step.at && (
              <span className="muted small record-step-time">
                <Time value={step.at} />
              </span>
            )}
          </li>
        )
      })}
    </ol>
  )
}

/** A voided record ends there. A rejected one stands before its next submission. */
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
