import { useQuery } from '@tanstack/react-query'
import { useCallback, useMemo, useState } from 'react'
import { useLocation } from 'wouter'
import { grouped } from '#shared/format/number'
import { recordPath } from '#shared/qc/paths'
import type { Spc, SpcPoint } from '#shared/qc/analysis/schema'
import { exclusionApi } from '../../../api/qc/limit'
import { signalApi } from '../../../api/qc/signal'
import { useAllowed } from '../../../ui/Allow'
import { Button } from '../../../ui/Button'
import { dialogPart } from '../../../ui/overlay/Dialog'
import { EmptyState } from '../../../ui/feedback/EmptyState'
import { figuresOf } from '../../../ui/qc/figures'
import { useLocalizedName } from '../../../ui/qc/localized-name'
import { SIGNAL_KEY } from '../../../ui/qc/query-keys'
import { ruleName } from '#shared/qc/analysis/rule-words'
import { useAction } from '../../../ui/qc/useAction'
import { isReady } from '../../../ui/ready'
import { useText, type T } from '../../../ui/useText'
import type { AnalysisQuery } from './analysis-query'
import { AnnotationList } from './annotations/AnnotationList'
import { useAnnotations } from './annotations/useAnnotations'
import { phaseNotes } from './caveats'
import { beside, type Period } from './control/compare'
import { ControlChart } from './control/ControlChart'
import { tracksOf } from './control/tracks'
import { indexIn, spanOf, type VisibleRange } from './control/visible-range'
import { HitList } from './HitList'
import { Legend } from './Legend'
import { useLimits } from './limits/useLimitSets'
import { useLineTime, type WriteTime } from './line-clock'
import { Note } from './Note'
import { PointCard } from './PointCard'
import { hasRunRules } from './verdict-words'

const AskReason = dialogPart(() => import('./limits/AskReason'))

/** A longer list of phases is folded at first. */
const FEW_PHASES = 3

type ControlTabProps = {
  spc: Spc
  /** The chart of the compared period. */
  other: Spc | undefined
  query: AnalysisQuery
  /** The time of the last values, if the range has none. */
  lastAt: string | undefined
  onGoToLast: () => void
  /** The selected point, in the state of its selection. */
  selected: SpcPoint | undefined
  onSelect: (point: SpcPoint | undefined) => void
  range: VisibleRange | undefined
  onRange: (range: VisibleRange | undefined) => void
}

/** The control chart, the selected point, and the broken rules. */
export function ControlTab(props: ControlTabProps) {
  const { other, query, lastAt, onGoToLast, selected, onSelect, range, onRange } = props
  const { spc, periods } = useMemo(() => (other ? beside(props.spc, other) : alone(props.spc)), [props.spc, other])
  const t = useText()
  const time = useLineTime()
  const localized = useLocalizedName()
  const [, navigate] = useLocation()
  const [isAsking, setIsAsking] = useState(false)
  const mayEdit = useAllowed(['qc:limit:edit'])
  const { sets, machines } = useLimits(query, spc)
  const { points } = spc
  const index = selected ? indexIn(points, selected) : -1
  const point = points[index]
  const acknowledge = useAcknowledge(spc.itemKey, point)
  const annotations = useAnnotations(spc.itemKey, points)
  const setOf = useCallback((id: number | null) => sets.find(({ limitSetId }) => limitSetId === id), [sets])

  /** Selects the point with a number, or the next existing one, and makes it visible. */
  function goTo(pointNumber: number) {
    const to = points.findIndex((candidate) => candidate.index >= pointNumber)
    onSelect(points[to])
    const [from, until] = spanOf(points, range)
    if (to >= from && to <= until) return
    const half = Math.round((until - from) / 2)
    const [first, last] = [points[Math.max(0, to - half)], points[Math.min(points.length - 1, to + half)]]
    if (first && last) onRange([first, last])
  }

  async function ask() {
    if (await isReady(AskReason)) setIsAsking(true)
  }

  if (spc.values === 0) {
    const text = lastAt
      ? t('qcAnalysis.noneNow', { time: time(lastAt) })
      : t(spc.isScoped ? 'qcAnalysis.noneSeen' : 'qcAnalysis.none')
    const action = lastAt && <Button onClick={onGoToLast}>{t('qcAnalysis.goToLast')}</Button>
    return <EmptyState icon="chart" text={text} action={action} />
  }
  const isExcluded = point?.marks.includes('excluded') ?? false
  return (
    <div>
      <ControlChart
        spc={spc}
        label={t('qcAnalysis.chartOf', { item: localized(spc.item), chart: t(`qcAnalysis.chart.${spc.chart}`) })}
        selected={point && index}
        onSelect={(to) => onSelect(to === undefined ? undefined : points[to])}
        onOpen={({ qcValueBaseId }: SpcPoint) => navigate(recordPath(qcValueBaseId))}
        announcement={point ? announcementOf(spc, point, t, time) : ''}
        setOf={setOf}
        annotations={annotations}
        periods={periods}
        range={range}
        onRange={onRange}
      />
      <Legend spc={spc} />
      {periods.length > 0 && (
        <ul className="note" aria-label={t('qcAnalysis.periods')}>
          {periods.map((period) => (
            <li key={period.firstIndex}>{periodWords(spc, period, t, time)}</li>
          ))}
        </ul>
      )}
      {machines.length > 0 && (
        <Note tone="info">{t('qcAnalysis.machinesApart', { machines: machines.join(', ') })}</Note>
      )}
      <details className="note analysis-phases" open={spc.phases.length <= FEW_PHASES}>
        <summary>{t('qcAnalysis.phases')}</summary>
        <ul>
          {phaseNotes(spc, sets, t, time).map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      </details>
      {point && (
        <PointCard
          spc={spc}
          point={point}
          onExclude={mayEdit ? () => void ask() : undefined}
          onAcknowledge={acknowledge}
          onStep={(by) => points[index + by] && goTo(points[index + by]!.index)}
          onClose={() => onSelect(undefined)}
        />
      )}
      <AnnotationList
        itemKey={spc.itemKey}
        annotations={annotations}
        point={point}
        onGoTo={(to) => goTo(points[to]!.index)}
      />
      <HitList spc={spc} onGoTo={goTo} />
      {isAsking && point && (
        <AskReason
          title={t(isExcluded ? 'qcLimit.include' : 'qcLimit.exclude')}
          text={t(isExcluded ? 'qcLimit.includeText' : 'qcLimit.excludeText')}
          hasCause={!isExcluded}
          onSubmit={(reason, causeCode) => {
            const exclusion = { itemKey: spc.itemKey, qcValueBaseId: point.qcValueBaseId, reason }
            return isExcluded
              ? exclusionApi.include(exclusion)
              : exclusionApi.exclude({ ...exclusion, ...(causeCode && { causeCode }) })
          }}
          onClose={() => setIsAsking(false)}
        />
      )}
    </div>
  )
}

const alone = (spc: Spc) => ({ spc, periods: [] as Period[] })

/** A period with its number of points and values, and its limits if they are the same for all its last points. */
function periodWords({ points, chart, item }: Spc, period: Period, t: T, time: WriteTime): string {
  const { write } = figuresOf(chart, item)
  const last = points.findLast(({ index, mean }) => index < period.firstIndex + period.points && mean !== null)
  return t('qcAnalysis.period', {
    from: time(period.from, '{y}-{m}-{d}'),
    to: time(period.to, '{y}-{m}-{d}'),
    points: grouped(period.points),
    values: grouped(period.values),
    center: write(last?.center),
    lcl: write(last?.lcl),
    ucl: write(last?.ucl),
  })
}

/** Acknowledges the open signals of a point; undefined if it has none, or the operator may not. */
function useAcknowledge(itemKey: string, point: SpcPoint | undefined): (() => void) | undefined {
  const may = useAllowed(['qc:signal:acknowledge'])
  const [isBusy, run] = useAction()
  const hasSignals = (point?.signals.length ?? 0) + (point?.rangeSignals.length ?? 0) > 0
  const qcValueBaseId = point?.qcValueBaseId
  const { data } = useQuery({
    queryKey: [SIGNAL_KEY, 'of', itemKey, qcValueBaseId],
    queryFn: ({ signal }) => signalApi.list({ itemKey, qcValueBaseId: qcValueBaseId ?? 0, state: 'open' }, signal),
    enabled: may && hasSignals,
    retry: false,
  })
  const open = data?.list ?? []
  if (!may || !hasSignals || isBusy || open.length === 0) return undefined
  return () =>
    void run(() =>
      Promise.all(
        open.map(({ signalId, lockVersion }) => signalApi.acknowledge(signalId, { lockVersion, comment: '' })),
      ),
    )
}

/** The announcement of a selected point: its number, time, figures, broken rules and marks. */
function announcementOf(spc: Spc, point: SpcPoint, t: T, time: WriteTime): string {
  const figures = tracksOf(spc, t).map((track) => {
    const value = track.value(point)
    return `${track.title} ${value === null ? t('qcAnalysis.gap') : track.write(value)}`
  })
  const rules = [...new Set([...point.signals, ...point.rangeSignals])].map((rule) => ruleName(t, rule)).join(', ')
  return [
    t('qcAnalysis.pointOf', { no: grouped(point.index + 1), total: grouped(spc.total) }),
    time(point.at),
    ...figures,
    ...(rules ? [hasRunRules(spc) ? t('qcAnalysis.breaks', { rules }) : t('qcAnalysis.breaksBounds')] : []),
    ...point.marks.map((mark) => t(`qcAnalysis.mark.${mark}`)),
  ].reduce((one, more) => t('qcAnalysis.verdict.join', { one, more }))
}
