import { memo } from 'react'
import type { Spc } from '#shared/qc/analysis/schema'
import { widthOf } from '../../../../ui/chart/labels'
import { useText } from '../../../../ui/useText'
import type { LimitSet } from '#shared/qc/limit'
import type { Across } from './scale'
import { useLineTime } from '../line-clock'

type BoundariesProps = {
  spc: Spc
  across: Across
  /** Where the words stand, and from where to where the lines go. */
  words: number
  /** How far to the right words may go. */
  end: number
  top: number
  bottom: number
  setOf: SetOf
}

/** The limits that a phase goes by, where they are known. */
export type SetOf = (limitSetId: number | null) => LimitSet | undefined

/** In pixels, between a line and its words, and between two words. */
const GAP = 8

/** Where limits change, where the specification does, where a CUSUM says that a shift began. */
export const Boundaries = memo(function Boundaries(props: BoundariesProps) {
  const t = useText()
  const time = useLineTime()
  const { spc, across, words, end, top, bottom, setOf } = props
  const { points, span, x, left } = across
  const [from, to] = [points[span[0]]?.index ?? 0, points[span[1]]?.index ?? 0]
  const placeOf = (index: number) => points.findIndex((point) => point.index >= index)
  /** Half-way between the points that lie apart; what begins before those in sight, at their edge. */
  function atOf({ kind, place }: { kind: string; place: number }) {
    if (kind === 'begun') return left
    return Math.round(kind === 'start' || place === 0 ? x(place) : (x(place - 1) + x(place)) / 2)
  }
  const lines = [
    ...spc.phases
      .filter(({ firstIndex, lastIndex }) => firstIndex <= to && lastIndex >= from)
      .map(({ firstIndex, limitSetId, isFrozen, from: since }) => ({
        // the one that goes on from before what is in sight has words, and no line
        kind: firstIndex > from ? 'phase' : 'begun',
        index: Math.max(firstIndex, from),
        text: isFrozen
          ? t('qcAnalysis.frozenSince', { day: time(setOf(limitSetId)?.validFrom ?? since, '{y}-{m}-{d}') })
          : t(limitSetId === null ? 'qcAnalysis.estimated' : 'qcAnalysis.newPhase'),
        title: `${time(since)} ${setOf(limitSetId)?.reason ?? ''}`,
      })),
    ...spc.specifications
      .filter(({ firstIndex }) => firstIndex > from && firstIndex <= to)
      .map(({ firstIndex, versionNo }) => ({
        kind: 'version',
        index: firstIndex,
        text: t('qcAnalysis.versionStep', { no: versionNo }),
        title: t('qcAnalysis.versionStepLong', { no: versionNo }),
      })),
    ...spc.shiftStarts
      .filter(({ index }) => index >= from && index <= to)
      .map(({ index, side, at }) => ({
        kind: 'start',
        index,
        text: '',
        title: t(side === 'upper' ? 'qcAnalysis.shiftUpSince' : 'qcAnalysis.shiftDownSince', {
          time: time(at),
        }),
      })),
  ]
    .map((line) => ({ ...line, place: placeOf(line.index) }))
    .filter(({ place }) => place >= 0)
    .toSorted((a, b) => a.place - b.place)
  const placed = lines.map((line) => ({ ...line, at: atOf(line) }))
  let written = -Infinity
  return placed.map(({ kind, index, at, text, title }) => {
    const width = widthOf(text) + GAP
    const isAtEnd = at + width > end
    const begin = isAtEnd ? at - width : at
    // Of words that would lie on each other the earlier ones stand: those of the limits before come first.
    const isWritten = text !== '' && begin >= written
    if (isWritten) written = begin + width + GAP
    return (
      <g key={`${kind} ${index}`} className={`spc-boundary spc-boundary-${kind}`}>
        <title>{title}</title>
        {kind !== 'begun' && <line x1={at} x2={at} y1={kind === 'start' ? top : words - 10} y2={bottom} />}
        {kind === 'start' && <path d={`M${at} ${bottom}m-5 0h10l-5 -9z`} />}
        {isWritten && (
          <text x={at + (isAtEnd ? -4 : 4)} y={words} textAnchor={isAtEnd ? 'end' : 'start'}>
            {text}
          </text>
        )}
      </g>
    )
  })
})
