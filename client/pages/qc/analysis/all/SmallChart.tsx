import { memo } from 'react'
import { Link } from 'wouter'
import type { SmallChart as SmallChartAnswer } from '#shared/qc/analysis/all-charts'
import { shortLineTime } from '#shared/format/line-time'
import { templateOf } from '#shared/qc/localized-name'
import { analysisPath } from '#shared/qc/paths'
import { across } from '../../../../ui/chart/across'
import { linear, spanOf } from '../../../../ui/chart/scale'
import { Tag } from '../../../../ui/feedback/Tag'
import { bandLetters, capabilityTone, decidingText } from '../../../../ui/qc/bands'
import { figuresOf } from '../../../../ui/qc/figures'
import { useLocalizedName } from '../../../../ui/qc/localized-name'
import { badgeOf } from '../../../../ui/chart/marks'
import { useText } from '../../../../ui/useText'

type SmallChartProps = { chart: SmallChartAnswer; tz: string }

const [WIDTH, HEIGHT] = [240, 84]
const PADDING = 5

/** A characteristic as a card that leads to its chart: name, rules broken in the last shift, index, last points. */
export const SmallChart = memo(function SmallChart({ chart, tz }: SmallChartProps) {
  const t = useText()
  const localized = useLocalizedName()
  const { item, recentRules, deciding, band, isStable, lastAt } = chart
  const { write, unit } = figuresOf(chart.chart, item)
  const last = `${write(chart.values.at(-1))} ${unit}`.trim()
  const summary = { count: chart.values.length, last, broken: chart.broken.length }
  const tone = capabilityTone(band, isStable)
  return (
    <li>
      <Link className="stack gap-4 card small-chart" href={analysisPath(item.itemKey)}>
        <span className="split stretch">
          <b className="truncate">{localized(item)}</b>
          {recentRules.length > 0 ? (
            <Tag tone="ng">{t('qcAnalysis.ruleBadge', { rules: badgeOf(recentRules) })}</Tag>
          ) : (
            item.openSignals > 0 && <Tag tone="warn">{t('qcWall.signals', { count: item.openSignals })}</Tag>
          )}
        </span>
        <span className="split stretch note">
          <span className="truncate">
            {localized(templateOf(item))}
            {item.isRemoved && ` · ${t('qc.removedItem')}`}
          </span>
          {deciding && (
            <span className="small-chart-index" data-tone={tone}>
              {decidingText(t, deciding)} {isStable ? band && bandLetters[band] : t('qcAnalysis.out')}
            </span>
          )}
        </span>
        <Drawing chart={chart} label={t('qcAnalysis.smallChart', summary)} />
        <span className="split stretch note">
          <span>{last}</span>
          <span>{shortLineTime(lastAt, new Date(), tz)}</span>
        </span>
      </Link>
    </li>
  )
})

/** The last points between their limits; a square marks a point that broke a rule. */
function Drawing({ chart, label }: { chart: SmallChartAnswer; label: string }) {
  const { values, center, lcl, ucl, broken } = chart
  const y = linear(spanOf([...values, ...lcl, ...ucl]), [HEIGHT - PADDING, PADDING])
  const { x, line, steps } = across(values.length, [PADDING, WIDTH - PADDING], y)
  const squares = broken.flatMap((place) => {
    const value = values[place] ?? null
    return value === null ? [] : [`M${x(place).toFixed(1)} ${y(value).toFixed(1)}h.01`]
  })
  return (
    <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" role="img" aria-label={label}>
      <path className="small-chart-limit" d={steps(lcl) + steps(ucl)} />
      <path className="small-chart-center" d={steps(center)} />
      <path className="small-chart-line" d={line(values)} />
      {squares.length > 0 && <path className="small-chart-broken" d={squares.join('')} />}
    </svg>
  )
}
