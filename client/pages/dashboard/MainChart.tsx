import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { Link } from 'wouter'
import { templateOf } from '#shared/qc/localized-name'
import { analysisPath } from '#shared/qc/paths'
import type { Spc, SpcPoint } from '#shared/qc/analysis/schema'
import type { QcOverview } from '#shared/qc/overview'
import type { Signal } from '#shared/qc/signal'
import { shortLineTime } from '#shared/format/line-time'
import { chartQuery } from '../../stores/qc/overview-query'
import { EmptyState } from '../../ui/feedback/EmptyState'
import { ErrorState } from '../../ui/feedback/ErrorState'
import { useLocalizedName } from '../../ui/qc/localized-name'
import { Skeleton } from '../../ui/feedback/Skeleton'
import { LatePart, SOON_MS } from '../../ui/qc/LatePart'
import { dashboardPart } from '../../ui/qc/qc-part'
import { useText, type T } from '../../ui/useText'
import { useWidth } from '../../ui/layout/useWidth'
import { figuresOf } from '../../ui/qc/figures'
import { badgeOf, lineNames } from '../../ui/chart/marks'
import { across } from '../../ui/chart/across'
import { spreadLabels } from '../../ui/chart/labels'
import { linear, spanOf } from '../../ui/chart/scale'

const Reason = dashboardPart(() => import('./Reason'))

/** The last points of a characteristic between its control limits; a click opens the whole analysis. */
export function MainChart({ of: chart, signal }: { of: NonNullable<QcOverview['chart']>; signal: Signal | undefined }) {
  const t = useText()
  const localized = useLocalizedName()
  const box = useRef<HTMLDivElement>(null)
  const width = useWidth(box, 'chart-width')
  const { data, error, isPending, refetch } = useQuery(chartQuery(chart))
  const summary = data && t('dashboard.points', { count: data.points.length, open: data.openSignals })
  return (
    <>
      <header aria-busy={isPending}>
        {data ? (
          <h2>
            <Link href={analysisPath(data.itemKey)}>
              {localized(data.item)} <small>{localized(templateOf(data.item))}</small>
            </Link>
          </h2>
        ) : (
          isPending && <Skeleton width="12em" />
        )}
        <span>{summary}</span>
      </header>
      <div className="dashboard-reason">
        <LatePart of={Reason} with={{ signal, tz: chart.tz }} idleMs={SOON_MS} />
      </div>
      <div ref={box} className="dashboard-chart">
        {error && !data ? (
          <ErrorState error={error} onRetry={() => void refetch()} />
        ) : (
          data &&
          width > 0 &&
          (data.points.length > 0 ? (
            <>
              <ChartDrawing of={data} tz={chart.tz} width={width} label={`${localized(data.item)}: ${summary}`} />
              <p className="hint">{linesWords(t, data)}</p>
            </>
          ) : (
            <EmptyState icon="chart" text={t('dashboard.nothing')} />
          ))
        )}
      </div>
    </>
  )
}

/** Explains the lines, why they may step, and that the specification is different from them. */
function linesWords(t: T, { ucl, lcl, specifications, item }: Spc): string {
  const { lsl = null, usl = null } = specifications.at(-1) ?? {}
  const [low, high] = [lsl, usl].map((limit) => (limit === null ? undefined : String(limit)))
  const range = low && high ? `${low} – ${high}` : high ? `≤ ${high}` : low && `≥ ${low}`
  return [
    t('dashboard.limits'),
    ...(ucl === null && lcl === null ? [t('dashboard.limitsStep')] : []),
    ...(range ? [t('dashboard.specification', { range: item.unit ? `${range} ${item.unit}` : range })] : []),
  ].join(' ')
}

const HEIGHT = 268
const area = { left: 8, right: 112, top: 22, bottom: HEIGHT - 26 }
const LABEL_ROOM = 15

const lines = ['ucl', 'center', 'lcl'] as const

type ChartDrawingProps = {
  of: Spc
  /** The time zone of the product line: times are those of the plant, independent of the viewer. */
  tz: string
  width: number
  label: string
}

/** Points that broke a rule are squares below its number. */
function ChartDrawing({ of: spc, tz, width, label }: ChartDrawingProps) {
  const { points } = spc
  const { write, unit } = figuresOf(spc.chart, spc.item)
  const right = width - area.right
  const y = linear(spanOf(points.flatMap(({ mean, lcl, ucl }) => [mean, lcl, ucl])), [area.bottom, area.top])
  const { x, line, steps } = across(points.length, [area.left + 10, right - 10], y)
  const [first, last] = [points[0], points.at(-1)]
  const labels = lines.flatMap((name) => {
    const value = last?.[name] ?? null
    return value === null ? [] : [{ text: `${lineNames[name]} ${write(value)}`, y: y(value) }]
  })
  return (
    <svg width={width} height={HEIGHT} role="img" aria-label={label}>
      {lines.map((name) => (
        <path
          key={name}
          className={name === 'center' ? undefined : 'dashboard-limit'}
          d={steps(points.map((point) => point[name]))}
        />
      ))}
      <path className="dashboard-line" d={line(points.map(({ mean }) => mean))} />
      {points.map((point, index) => (
        <Mark key={point.index} point={point} x={x(index)} y={y} />
      ))}
      {spreadLabels(labels, LABEL_ROOM).map(({ text, y: at }) => (
        <text key={text} x={right + 4} y={at + 4}>
          {text}
        </text>
      ))}
      <text x={area.left} y={12}>
        {unit}
      </text>
      {first && (
        <text x={area.left} y={HEIGHT - 6}>
          {shortLineTime(first.at, new Date(), tz)}
        </text>
      )}
      {last && points.length > 1 && (
        <text x={right} y={HEIGHT - 6} textAnchor="end">
          {shortLineTime(last.at, new Date(), tz)}
        </text>
      )}
    </svg>
  )
}

function Mark({
  point: { mean, center, signals },
  x,
  y,
}: {
  point: SpcPoint
  x: number
  y: (value: number) => number
}) {
  if (mean === null) return null
  const at = y(mean)
  if (signals.length === 0) return <circle cx={x} cy={at} r="3" />
  return (
    <g className="dashboard-hit">
      <rect x={x - 5} y={at - 5} width="10" height="10" />
      <text x={x} y={mean < (center ?? mean) ? at + 18 : at - 9} textAnchor="middle">
        {badgeOf(signals)}
      </text>
    </g>
  )
}
