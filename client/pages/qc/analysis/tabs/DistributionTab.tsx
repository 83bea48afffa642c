import { grouped, percent } from '#shared/format/number'
import { roundFigure } from '#shared/spc/decimal'
import type { Distribution } from '#shared/qc/analysis/schema'
import { isCount } from '#shared/qc/constants'
import { NORMALITY_ALPHA } from '#shared/spc/distribution/normality'
import { Tag } from '../../../../ui/feedback/Tag'
import { valueFiguresOf } from '../../../../ui/qc/figures'
import { useText, type T } from '../../../../ui/useText'
import type { AnalysisQuery } from '../analysis-query'
import { Histogram } from '../plots/Histogram'
import { ProbabilityPlot } from '../plots/ProbabilityPlot'
import { Answer } from './Answer'
import { FactList } from './FactList'
import { twoDecimals, pValueText } from './figures'
import { useCall } from './useCall'

/** The distribution of the values: hints, histogram, probability plot and normality test. */
export default function DistributionTab({ query }: { query: AnalysisQuery }) {
  const t = useText()
  const distribution = useCall('distribution', query)
  return (
    <Answer
      of={distribution}
      emptyText={({ histogram, item }) =>
        !histogram && t(isCount(item.type) ? 'qcAnalysis.distribution.counted' : 'qcAnalysis.noValues')
      }
    >
      {(data) => (
        <>
          <Hints of={data} />
          <Histogram of={data} summary={shapeSentence(t, data)} />
          <ProbabilityPlot of={data} summary={normalitySentence(t, data)} />
          <Normality of={data} />
        </>
      )}
    </Answer>
  )
}

function shapeSentence(t: T, { item, n, mean, sigmaOverall }: Distribution): string {
  const { write } = valueFiguresOf(item)
  if (sigmaOverall === null) return t('qcAnalysis.shape.single', { n: grouped(n), mean: write(mean) })
  return t('qcAnalysis.shape', { n: grouped(n), mean: write(mean), sigma: Number(sigmaOverall.toPrecision(3)) })
}

function normalitySentence(t: T, { normality: { p, n, reason } }: Distribution): string {
  if (p === null) return t(reason === 'sigma_zero' ? 'qcAnalysis.normal.constant' : 'qcAnalysis.normal.few', { n })
  return t(p < NORMALITY_ALPHA ? 'qcAnalysis.normal.no' : 'qcAnalysis.normal.yes', { p: pValueText(p) })
}

/** Oddities of the readings, and their likely causes. */
function Hints({ of: { item, hints, lsl, usl } }: { of: Distribution }) {
  const t = useText()
  const { comb, cliffs } = hints
  const { write } = valueFiguresOf(item)
  if (!comb && cliffs.length === 0) return null
  return (
    <ul className="grid qa-hints">
      {comb && (
        <li className="row wrap">
          <Tag tone="warn">{t('qcAnalysis.hint.comb')}</Tag>
          <span>
            {comb.kind === 'digit' && comb.digit !== null
              ? t('qcAnalysis.hint.digit', { digit: comb.digit, share: percent(comb.share) })
              : t('qcAnalysis.hint.empty', { share: percent(comb.share) })}
          </span>
        </li>
      )}
      {cliffs.map((side) => (
        <li key={side} className="row wrap">
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
  const facts: [name: string, value: string, note: string][] = [
    [t('qcAnalysis.fact.n'), grouped(n), ''],
    [
      'Anderson-Darling A²',
      a2 === null ? missing : roundFigure(a2, 3),
      a2Star === null || p === null ? '' : `A²* = ${roundFigure(a2Star, 3)}, ${pValueText(p)}`,
    ],
    [t('qcAnalysis.skewness'), skewness === null ? missing : twoDecimals(skewness), textOf(t, skewness, skewKeys)],
    [t('qcAnalysis.kurtosis'), kurtosis === null ? missing : twoDecimals(kurtosis), textOf(t, kurtosis, tailKeys)],
  ]
  return (
    <section className="qa-section">
      <h2>{t('qcAnalysis.normality')}</h2>
      <p>{normalitySentence(t, of)}</p>
      <FactList facts={facts} />
    </section>
  )
}

/** A skewness or kurtosis beyond this can be seen in a histogram. */
const VISIBLE = 0.5

const skewKeys = ['qcAnalysis.skew.left', 'qcAnalysis.skew.none', 'qcAnalysis.skew.right'] as const
const tailKeys = ['qcAnalysis.tails.light', 'qcAnalysis.tails.usual', 'qcAnalysis.tails.heavy'] as const

/** One of three texts: for a figure below zero, near it, or above. */
const textOf = (t: T, figure: number | null, [below, near, above]: typeof skewKeys | typeof tailKeys) =>
  figure === null ? '' : t(Math.abs(figure) < VISIBLE ? near : figure > 0 ? above : below)
