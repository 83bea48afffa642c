import { grouped } from '#shared/format/number'
import type { Capability } from '#shared/qc/analysis/schema'
import { Tag, type Tone } from '../../../../ui/feedback/Tag'
import { useText } from '../../../../ui/useText'
import { stableWords, yesNo } from '../caveats'

const answerTones = { yes: 'ok', no: 'warn', unknown: 'pending' } as const
const amountTones = { full: 'ok', caution: 'warn', indicative: 'ng' } as const

type CapabilityConditionsProps = { capability: Capability; openSignals: number }

/**
 * The conditions of capability indices, as questions and answers: indices are always shown, but may be less meaningful.
 */
export function CapabilityConditions({ capability, openSignals }: CapabilityConditionsProps) {
  const t = useText()
  const { n, subgroups, conditions } = capability
  const { amount } = conditions
  const isStable = yesNo(conditions.isStable)
  const isNormal = yesNo(conditions.isNormal)
  const rows: [question: string, tone: Tone, answer: string, text: string][] = [
    [
      t('qcAnalysis.term.stable'),
      answerTones[isStable],
      t(`qcAnalysis.term.${isStable}`),
      stableWords(conditions, openSignals, t),
    ],
    [
      t('qcAnalysis.term.enough'),
      amountTones[amount],
      t(`qcAnalysis.term.amount.${amount}`),
      t(`qcAnalysis.term.enough.${amount}`, { n: grouped(n), subgroups: grouped(subgroups) }),
    ],
    [
      t('qcAnalysis.term.normal'),
      answerTones[isNormal],
      t(isNormal === 'yes' ? 'qcAnalysis.term.noDeparture' : `qcAnalysis.term.${isNormal}`),
      t(`qcAnalysis.term.normal.${isNormal}`),
    ],
  ]
  return (
    <dl className="grid gap-12 qa-terms">
      {rows.map(([question, tone, answer, text]) => (
        <div key={question}>
          <dt>{question}</dt>
          <dd className="grid small">
            <Tag tone={tone}>{answer}</Tag>
            <span>{text}</span>
          </dd>
        </div>
      ))}
    </dl>
  )
}
