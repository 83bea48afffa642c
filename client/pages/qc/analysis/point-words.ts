import { grouped } from '#shared/format/number'
import type { Spc, SpcPoint } from '#shared/qc/analysis/schema'
import { ruleName } from '../../../ui/qc/rule-words'
import type { T } from '../../../ui/useText'
import { tracksOf } from './control/tracks'
import type { WriteTime } from './line-clock'

/** What is read out of a point when it is reached: which one it is, its figures, what it broke. */
export function pointWords(spc: Spc, point: SpcPoint, t: T, time: WriteTime): string {
  const figures = tracksOf(spc, t).map((track) => {
    const value = track.value(point)
    return `${track.title} ${value === null ? t('qcAnalysis.gap') : track.write(value)}`
  })
  const rules = [...new Set([...point.signals, ...point.rangeSignals])].map((rule) => ruleName(t, rule))
  const isSummed = spc.chart === 'ewma' || spc.chart === 'cusum'
  return [
    t('qcAnalysis.pointOf', { no: grouped(point.index + 1), total: grouped(spc.total) }),
    time(point.at),
    ...figures,
    ...(rules.length > 0
      ? [isSummed ? t('qcAnalysis.breaksBounds') : t('qcAnalysis.breaks', { rules: rules.join(', ') })]
      : []),
    ...point.marks.map((mark) => t(`qcAnalysis.mark.${mark}`)),
  ].reduce((one, more) => t('qcAnalysis.verdict.join', { one, more }))
}
