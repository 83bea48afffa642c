import { grouped, percent } from '#shared/format/number'
import type { Distribution } from '#shared/qc/analysis/schema'
import { isCount } from '#shared/qc/constants'
import { EmptyState } from '../../../../ui/feedback/EmptyState'
import { Tag } from '../../../../ui/feedback/Tag'
import { valueFiguresOf } from '../../../../ui/qc/figures'
import { useText, type T } from '../../../../ui/useText'
import type { AnalysisQuery } from '../analysis-query'
import { Histogram } from '../plots/Histogram'
import { ProbabilityPlot } from '../plots/ProbabilityPlot'
import { Answer } from './Answer'
import { asIndex, asP } from './figures'
import { useCall } from './useCall'

/** How the values lie: histogram, probability plot, what tests and hints say of them in words. */
export default function DistributionTab({ query }: { query: AnalysisQuery }) {
  const t = useText()
  const distribution = useCall('distribution', query)
  return (
    <Answer of={distribution}>
      {(data) =>
        data.histogram ? (
          <>
            <Hints of={data} />
            <Histogram of={data} summary={shapeWords(t, data)} />
            <ProbabilityPlot of={data} summary={normalWords(t, data)} />
            <Normality of={data} />
          </>
        ) : (
          <div>
            <EmptyState text={t(isCount(data.item.type) ? 'qcAnalysis.distribution.counted' : 'qcAnalysis.noValues')} />
          </div>
        )
      }
    </Answer>
  )
}

function shapeWords(t: T, { item, n, mean, sigmaOverall }: Distribution): string {
  const { write } = valueFiguresOf(item)
  if (sigmaOverall === null) return t('qcAnalysis.shape.single', { n: grouped(n), mean: write(mean) })
  return t('qcAnalysis.shape', { n: grouped(n), mean: write(mean), sigma: Number(sigmaOverall.toPrecision(3)) })
}

function normalWords(t: T, { normality: { p, n, reason } }: Distribution): string {
  if (p === null) return t(reason === 'sigma_zero' ? 'qcAnalysis.normal.constant' : 'qcAnalysis.normal.few', { n })
  return t(p < 0.05 ? 'qcAnalysis.normal.no' : 'qcAnalysis.normal.yes', { p: asP(p) })
}

/** What looks odd about the readings, and what may be behind it. */
function Hints({ of: { item, hints, lsl, usl } }: { of: Distribution }) {
  const t = useText()
  const { comb, cliffs } = hints
  const { write } = valueFiguresOf(item)
  if (!comb && cliffs.length === 0) return null
  return (
    <ul className="qa-hints">
      {comb && (
        <li>
          <Tag tone="warn">{t('qcAnalysis.hint.comb')}</Tag>
          <span>
            {comb.kind === 'digit' && comb.digit !== null
              ? t('qcAnalysis.hint.digit', { digit: comb.digit, share: percent(comb.share) })
              : t('qcAnalysis.hint.empty', { share: percent(comb.share) })}
          </span>
        </li>
      )}
      {cliffs.map((side) => (
        <li key={side}>
          <Tag tone="warn">{t('qcAnalysis.hint.cliff')}</Tag>
          <span>{t(`qcAnalysis.hint.cliff.${side}`, { limit: write(side === 'lower' ? lsl : usl) })}</span>
        </li>
      ))}
    </ul>
  )
}

function Normality({ of }: { of: Distribution }) {
  const t = useText()
  const { a2, a2Star, p, skewness, kurtosis, n } = of.normality
  const missing = t('qcAnalysis.why.too_few')
  const facts: [name: string, value: string, words: string][] = [
    [t('qcAnalysis.fact.n'), grouped(n), ''],
    [
      'Anderson-Darling A²',
      a2 === null ? missing : a2.toFixed(3),
      a2Star === null || p === null ? '' : `A²* = ${a2Star.toFixed(3)}, ${asP(p)}`,
    ],
    [t('qcAnalysis.skewness'), skewness === null ? missing : asIndex(skewness), skewWords(t, skewness)],
    [t('qcAnalysis.kurtosis'), kurtosis === null ? missing : asIndex(kurtosis), kurtosisWords(t, kurtosis)],
  ]
  return (
    <section className="qa-section">
      <h2>{t('qcAnalysis.normality')}</h2>
      <p>{normalWords(t, of)}</p>
      <dl className="qa-facts">
        {facts.map(([name, value, words]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              {value} {words && <span className="qa-note">{words}</span>}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

/** A skewness or kurtosis beyond this can be seen in a histogram. */
const VISIBLE = 0.5

const skewWords = (t: T, skewness: number | null) =>
  skewness === null
    ? ''
    : Math.abs(skewness) < VISIBLE
      ? t('qcAnalysis.skew.none')
      : t(skewness > 0 ? 'qcAnalysis.skew.right' : 'qcAnalysis.skew.left')

const kurtosisWords = (t: T, kurtosis: number | null) =>
  kurtosis === null
    ? ''
    : Math.abs(kurtosis) < VISIBLE
      ? t('qcAnalysis.tails.usual')
      : t(kurtosis > 0 ? 'qcAnalysis.tails.heavy' : 'qcAnalysis.tails.light')
