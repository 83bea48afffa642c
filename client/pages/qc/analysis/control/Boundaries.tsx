import { memo } from 'react'
import type { Spc } from '#shared/qc/analysis/schema'
import type { LimitSet } from '#shared/qc/limit'
import { widthOf } from '../../../../ui/chart/labels'
import { useText } from '../../../../ui/useText'
import type { XAxis } from './axes'
import type { Period } from './compare'
import { useLineTime } from '../line-clock'

type BoundariesProps = {
  spc: Spc
  periods: readonly Period[]
  xAxis: XAxis
  /** The pixel of the baseline of the texts. */
  textY: number
  /** The right edge in pixels that texts do not cross. */
  end: number
  top: number
  bottom: number
  setOf: SetOf
}

/** Finds the limit set of a phase, if the operator may see it. */
export type SetOf = (limitSetId: number | null) => LimitSet | undefined

/** The gap between a line and its text, and between two texts, in pixels. */
const GAP = 8

/** The changes of limits, the changes of the specification, and the starts of shifts that a CUSUM found. */
export const Boundaries = memo(function Boundaries(props: BoundariesProps) {
  const t = useText()
  const time = useLineTime()
  const { spc, periods, xAxis, textY, end, top, bottom, setOf } = props
  const { points, span, x, left } = xAxis
  const [from, to] = [points[span[0]]?.index ?? 0, points[span[1]]?.index ?? 0]
  /** Half-way between the two points at a boundary; for a phase that began earlier, the left edge. */
  function xOf({ kind, index }: { kind: string; index: number }) {
    if (kind === 'continued') return left
    return Math.round(kind === 'start' || index === 0 ? x(index) : (x(index - 1) + x(index)) / 2)
  }
  const boundaries = [
    ...periods
      .filter(({ firstIndex }) => firstIndex > from && firstIndex <= to)
      .map(({ firstIndex, from: since }) => ({
        kind: 'period',
        pointNumber: firstIndex,
        text: '',
        title: t('qcAnalysis.periodSince', { day: time(since, '{y}-{m}-{d}') }),
      })),
    ...spc.phases
      .filter(({ firstIndex, lastIndex }) => firstIndex <= to && lastIndex >= from)
      .map(({ firstIndex, limitSetId, isFrozen, from: since }) => ({
        // a phase that began before the visible points has a text, and no line
        kind: firstIndex > from ? 'phase' : 'continued',
        pointNumber: Math.max(firstIndex, from),
        text: isFrozen
          ? t('qcAnalysis.frozenSince', { day: time(setOf(limitSetId)?.validFrom ?? since, '{y}-{m}-{d}') })
          : t(limitSetId === null ? 'qcAnalysis.estimated' : 'qcAnalysis.newPhase'),
        title: `${time(since)} ${setOf(limitSetId)?.reason ?? ''}`,
      })),
    ...spc.specifications
      .filter(({ firstIndex }) => firstIndex > from && firstIndex <= to)
      .map(({ firstIndex, versionNo }) => ({
        kind: 'version',
        pointNumber: firstIndex,
        text: t('qcAnalysis.versionStep', { no: versionNo }),
        title: t('qcAnalysis.versionStepLong', { no: versionNo }),
      })),
    ...spc.shiftStarts
      .filter(({ index }) => index >= from && index <= to)
      .map(({ index, side, at }) => ({
        kind: 'start',
        pointNumber: index,
        text: '',
        title: t(side === 'upper' ? 'qcAnalysis.shiftUpSince' : 'qcAnalysis.shiftDownSince', { time: time(at) }),
      })),
  ]
    .map((boundary) => ({ ...boundary, index: points.findIndex(({ index }) => index >= boundary.pointNumber) }))
    .filter(({ index }) => index >= 0)
    .toSorted((a, b) => a.index - b.index)
    .map((boundary) => ({ ...boundary, lineX: xOf(boundary) }))
  let textEnd = -Infinity
  return boundaries.map(({ kind, pointNumber, lineX, text, title }) => {
    const width = widthOf(text) + GAP
    const isBefore = lineX + width > end
    const begin = isBefore ? lineX - width : lineX
    // Of overlapping texts only the first one is drawn.
    const hasText = text !== '' && begin >= textEnd
    if (hasText) textEnd = begin + width + GAP
    return (
      <g key={`${kind} ${pointNumber}`} className={`spc-boundary spc-boundary-${kind}`}>
        <title>{title}</title>
        {kind !== 'continued' && <line x1={lineX} x2={lineX} y1={kind === 'start' ? top : textY - 10} y2={bottom} />}
        {kind === 'start' && <path d={`M${lineX} ${bottom}m-5 0h10l-5 -9z`} />}
        {hasText && (
          <text x={lineX + (isBefore ? -4 : 4)} y={textY} textAnchor={isBefore ? 'end' : 'start'}>
            {text}
          </text>
        )}
      </g>
    )
  })
})
