import { grouped } from '#shared/format/number'
import type { Capability } from '#shared/qc/analysis/schema'
import { Tag, type Tone } from '../../../../ui/feedback/Tag'
import { useText } from '../../../../ui/useText'

/** What indices stand on, as questions with their answers: they are shown all the same, but say less. */
export function CapabilityTerms({ of, openSignals }: { of: Capability; openSignals: number }) {
  const t = useText()
  const { n, subgroups, conditions } = of
  const { isStable, amount, isNormal } = conditions
  const terms: [question: string, tone: Tone, answer: string, words: string][] = [
    [
      t('qcAnalysis.term.stable'),
      isStable === null ? 'pending' : isStable ? 'ok' : 'warn',
      t(isStable === null ? 'qcAnalysis.term.unknown' : isStable ? 'qcAnalysis.term.yes' : 'qcAnalysis.term.no'),
      isStable === null
        ? t('qcAnalysis.term.stable.scoped')
        : isStable
          ? t('qcAnalysis.term.stable.yes')
          : openSignals > 0
            ? t('qcAnalysis.term.stable.open', { count: openSignals })
            : t('qcAnalysis.term.stable.no'),
    ],
    [
      t('qcAnalysis.term.enough'),
      amount === 'full' ? 'ok' : amount === 'caution' ? 'warn' : 'ng',
      t(`qcAnalysis.term.amount.${amount}`),
      t(`qcAnalysis.term.enough.${amount}`, { n: grouped(n), subgroups: grouped(subgroups) }),
    ],
    [
      t('qcAnalysis.term.normal'),
      isNormal === null ? 'pending' : isNormal ? 'ok' : 'warn',
      t(
        isNormal === null ? 'qcAnalysis.term.unknown' : isNormal ? 'qcAnalysis.term.noDeparture' : 'qcAnalysis.term.no',
      ),
      t(
        isNormal === null
          ? 'qcAnalysis.term.normal.unknown'
          : isNormal
            ? 'qcAnalysis.term.normal.yes'
            : 'qcAnalysis.term.normal.no',
      ),
    ],
  ]
  return (
    <dl className="qa-terms">
      {terms.map(([question, tone, answer, words]) => (
        <div key={question}>
          <dt>{question}</dt>
          <dd>
            <Tag tone={tone}>{answer}</Tag>
            <span>{words}</span>
          </dd>
        </div>
      ))}
    </dl>
  )
}
