import { useQuery } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { useLocation } from 'wouter'
import { recordPath } from '#shared/qc/paths'
import type { Spc, SpcPoint } from '#shared/qc/analysis/schema'
import type { LimitSet } from '#shared/qc/limit'
import { exclusionApi } from '../../../api/qc/limit'
import { signalApi } from '../../../api/qc/signal'
import { useAllowed } from '../../../ui/Allow'
import { Button } from '../../../ui/Button'
import { dialogPart } from '../../../ui/overlay/Dialog'
import { EmptyState } from '../../../ui/feedback/EmptyState'
import { useCalled } from '../../../ui/qc/localized-name'
import { isReady } from '../../../ui/ready'
import { useText } from '../../../ui/useText'
import { ControlChart } from './control/ControlChart'
import { placeOf, spanOf, type Shown } from './control/kept-points'
import { HitList } from './HitList'
import { Legend } from './Legend'
import { Note } from './Note'
import { useAction } from '../../../ui/qc/useAction'
import { PointCard } from './PointCard'
import { phaseWords } from './phase-words'
import { pointWords } from './point-words'
import { useLineTime } from './line-clock'
import { SIGNAL_KEY } from '../../../ui/qc/query-keys'

const AskReason = dialogPart(() => import('./limits/AskReason'))

/** More of them are told when they are asked for. */
const FEW_PHASES = 3

type ControlTabProps = {
  spc: Spc
  sets: readonly LimitSet[]
  /** Those that have limits of their own beside the ones that are drawn. */
  machines: readonly string[]
  /** When the last values came in, where there are none in the time that is shown, and how to get there. */
  last: string | undefined
  onLast: () => void
  /** The point that is looked at, as it was when it was chosen. */
  chosen: SpcPoint | undefined
  onChoose: (point: SpcPoint | undefined) => void
  shown: Shown | undefined
  onShow: (shown: Shown | undefined) => void
}

/** The control chart, the point that is looked at, and what was broken. */
export function ControlTab({ spc, sets, machines, last, onLast, chosen, onChoose, shown, onShow }: ControlTabProps) {
  const t = useText()
  const time = useLineTime()
  const called = useCalled()
  const [, navigate] = useLocation()
  const [isAsking, setIsAsking] = useState(false)
  const mayEdit = useAllowed(['qc:limit:edit'])
  const { points } = spc
  const place = chosen ? placeOf(points, chosen) : -1
  const point = points[place]
  const acknowledge = useAcknowledge(spc.itemKey, point)

  const setOf = useCallback((id: number | null) => sets.find(({ limitSetId }) => limitSetId === id), [sets])
  const choose = (to: number | undefined) => onChoose(to === undefined ? undefined : points[to])

  /** Has a point in sight and looked at, wherever it lies. */
  function goTo(index: number) {
    const to = points.findIndex((one) => one.index >= index)
    onChoose(points[to])
    const [from, until] = spanOf(points, shown)
    if (to >= from && to <= until) return
    const half = Math.round((until - from) / 2)
    const [first, last] = [points[Math.max(0, to - half)], points[Math.min(points.length - 1, to + half)]]
    if (first && last) onShow([first, last])
  }

  async function ask() {
    if (await isReady(AskReason)) setIsAsking(true)
  }

  if (spc.values === 0) {
    return (
      <EmptyState
        icon="chart"
        text={
          last
            ? t('qcAnalysis.noneNow', { time: time(last) })
            : t(spc.isScoped ? 'qcAnalysis.noneSeen' : 'qcAnalysis.none')
        }
        action={last && <Button onClick={onLast}>{t('qcAnalysis.goToLast')}</Button>}
      />
    )
  }
  const isExcluded = point?.marks.includes('excluded') ?? false
  return (
    <div className="analysis-control">
      <ControlChart
        spc={spc}
        label={t('qcAnalysis.chartOf', { item: called(spc.item), chart: t(`qcAnalysis.chart.${spc.chart}`) })}
        chosen={point && place}
        onChoose={choose}
        onOpen={({ qcValueBaseId }: SpcPoint) => navigate(recordPath(qcValueBaseId))}
        said={point ? pointWords(spc, point, t, time) : ''}
        setOf={setOf}
        shown={shown}
        onShow={onShow}
      />
      <Legend spc={spc} />
      {machines.length > 0 && (
        <Note tone="info">{t('qcAnalysis.machinesApart', { machines: machines.join(', ') })}</Note>
      )}
      <details className="analysis-phases" open={spc.phases.length <= FEW_PHASES}>
        <summary>{t('qcAnalysis.phases')}</summary>
        <ul>
          {phaseWords(spc, sets, t, time).map((words) => (
            <li key={words}>{words}</li>
          ))}
        </ul>
      </details>
      {point && (
        <PointCard
          spc={spc}
          point={point}
          onExclude={mayEdit ? () => void ask() : undefined}
          onAcknowledge={acknowledge}
          onStep={(by) => points[place + by] && goTo(points[place + by]!.index)}
          onClose={() => onChoose(undefined)}
        />
      )}
      <HitList spc={spc} onGoTo={goTo} />
      {isAsking && point && (
        <AskReason
          title={t(isExcluded ? 'qcLimit.include' : 'qcLimit.exclude')}
          text={t(isExcluded ? 'qcLimit.includeText' : 'qcLimit.excludeText')}
          hasCause={!isExcluded}
          onGiven={(reason, causeCode) => {
            const of = { itemKey: spc.itemKey, qcValueBaseId: point.qcValueBaseId, reason }
            return isExcluded
              ? exclusionApi.include(of)
              : exclusionApi.exclude({ ...of, ...(causeCode && { causeCode }) })
          }}
          onClose={() => setIsAsking(false)}
        />
      )}
    </div>
  )
}

/** Says that the open signals of a point are known; undefined where there are none, or somebody may not. */
function useAcknowledge(itemKey: string, point: SpcPoint | undefined): (() => void) | undefined {
  const may = useAllowed(['qc:signal:acknowledge'])
  const [isBusy, run] = useAction()
  const isBroken = (point?.signals.length ?? 0) + (point?.rangeSignals.length ?? 0) > 0
  const qcValueBaseId = point?.qcValueBaseId
  const { data } = useQuery({
    queryKey: [SIGNAL_KEY, 'of', itemKey, qcValueBaseId],
    queryFn: ({ signal }) => signalApi.list({ itemKey, qcValueBaseId: qcValueBaseId ?? 0, state: 'open' }, signal),
    enabled: may && isBroken,
    retry: false,
  })
  const open = data?.list ?? []
  if (!may || !isBroken || isBusy || open.length === 0) return undefined
  return () =>
    void run(() =>
      Promise.all(
        open.map(({ signalId, lockVersion }) => signalApi.acknowledge(signalId, { lockVersion, comment: '' })),
      ),
    )
}
