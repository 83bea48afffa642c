import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { Link } from 'wouter'
import { templateOf } from '#shared/qc/localized-name'
import { analysisPath } from '#shared/qc/paths'
import type { Spc } from '#shared/qc/analysis/schema'
import type { QcOverview } from '#shared/qc/overview'
import { EmptyState } from '../../ui/feedback/EmptyState'
import { ErrorState } from '../../ui/feedback/ErrorState'
import { useCalled } from '../../ui/qc/localized-name'
import { Skeleton } from '../../ui/feedback/Skeleton'
import { useText, type T } from '../../ui/useText'
import { useWidth } from '../../ui/layout/useWidth'
import { chartQuery } from './chart-query'
import { ChartDrawing } from './ChartDrawing'

/** The last points of a characteristic between its control limits; all of it is a click away. */
export function MainChart({ of: chart }: { of: NonNullable<QcOverview['chart']> }) {
  const t = useText()
  const called = useCalled()
  const box = useRef<HTMLDivElement>(null)
  const width = useWidth(box)
  const { data, error, isPending, refetch } = useQuery(chartQuery(chart))
  const summary = data && t('dashboard.points', { count: data.points.length, open: data.openSignals })
  return (
    <>
      <header aria-busy={isPending}>
        {data ? (
          <h2>
            <Link href={analysisPath(data.itemKey)}>
              {called(data.item)} <small>{called(templateOf(data.item))}</small>
            </Link>
          </h2>
        ) : (
          isPending && <Skeleton width="12em" />
        )}
        <span>{summary}</span>
      </header>
      <div ref={box} className="dashboard-chart">
        {error && !data ? (
          <ErrorState error={error} onRetry={() => void refetch()} />
        ) : (
          data &&
          width > 0 &&
          (data.points.length > 0 ? (
            <>
              <ChartDrawing of={data} tz={chart.tz} width={width} label={`${called(data.item)}: ${summary}`} />
              <p className="dashboard-chart-note">{linesWords(t, data)}</p>
            </>
          ) : (
            <EmptyState icon="chart" text={t('dashboard.nothing')} />
          ))
        )}
      </div>
    </>
  )
}

/** What the lines are, why they may step, and that the specification is something else. */
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
