import { useQuery } from '@tanstack/react-query'
import { grouped } from '#shared/format/number'
import { enoughFor, type FreezableChart } from '#shared/qc/analysis/kinds'
import type { Spc } from '#shared/qc/analysis/schema'
import type { SigmaMethod } from '#shared/spc/charts/track'
import { limitSetApi } from '../../../../api/qc/limit'
import { figuresOf } from '../../../../ui/qc/figures'
import { LIMIT_KEY } from '../../../../ui/qc/query-keys'
import { Skeleton } from '../../../../ui/feedback/Skeleton'
import { useText } from '../../../../ui/useText'
import { useLineTime } from '../line-clock'
import { Note } from '../Note'
import { isFrozen } from '../verdict-words'

type EstimateProps = {
  spc: Spc
  from: string
  to: string
  equipmentId: number | undefined
  chart: FreezableChart | undefined
  sigmaMethod: SigmaMethod | undefined
  /** The number of points in the range. */
  points: number
}

/** A preview of freezing: the figures, the stability of the base, and the limit set that would end. */
export function Estimate({ spc, from, to, equipmentId, chart, sigmaMethod, points: pointCount }: EstimateProps) {
  const t = useText()
  const time = useLineTime()
  const query = { itemKey: spc.itemKey, from, to, equipmentId, chart, sigmaMethod, rules: spc.rules }
  const { data, error } = useQuery({
    queryKey: [LIMIT_KEY, 'estimate', query],
    queryFn: ({ signal }) => limitSetApi.estimate(query, signal),
    retry: false,
  })
  if (error) return <Note tone="warn">{error.message}</Note>
  if (!data) {
    const expectedNotes = [pointCount < enoughFor(chart ?? spc.chart), isFrozen(spc)].filter(Boolean)
    return (
      <>
        <p className="muted analysis-base analysis-estimate">{t('qcLimit.estimating')}</p>
        {expectedNotes.map((_, index) => (
          <Skeleton key={index} height="2rem" />
        ))}
      </>
    )
  }
  const { centre, sigma, points, enough, excluded, apart, brokenPoints, inForce } = data
  const { write, unit } = figuresOf(data.chart, spc.item)
  const figures = { centre: write(centre), sigma: Number(sigma.toPrecision(4)) }
  return (
    <>
      <p className="muted analysis-base analysis-estimate">
        {t('qcLimit.estimate', { figures: `${t('qcLimit.figures', figures)} ${unit}`.trim(), count: grouped(points) })}
        {data.sigmaMethod && ` ${t('qcLimit.sigmaBy', { method: t(`qcAnalysis.sigma.${data.sigmaMethod}`) })}`}
        {apart > 0 && ` ${t('qcLimit.estimateApart', { count: grouped(apart) })}`}
        {excluded > 0 && ` ${t('qcLimit.estimateWithout', { count: grouped(excluded) })}`}
      </p>
      {brokenPoints > 0 && (
        <Note tone="warn">{t('qcLimit.unsteady', { count: grouped(brokenPoints), points: grouped(points) })}</Note>
      )}
      {points < enough && <Note tone="warn">{t('qcLimit.fewPoints', { count: points, enough })}</Note>}
      {inForce && (
        <Note tone="info">
          {t('qcLimit.endsSet', { time: time(inForce.validFrom, '{y}-{m}-{d}'), reason: inForce.reason })}
        </Note>
      )}
    </>
  )
}
