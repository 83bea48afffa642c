import { memo, useMemo, useRef, type PointerEvent } from 'react'
import type { SpcPoint } from '#shared/qc/analysis/schema'
import { useText } from '../../../../ui/useText'
import { linePath } from './paths'
import { acrossOf, upOf, type Margins, type Span } from './scale'

type BrushProps = {
  points: readonly SpcPoint[]
  span: Span
  width: number
  margins: Margins
  onSpan: (span: Span) => void
}

const HEIGHT = 44
/** In pixels: so near to an end of the window it is taken by that end. */
const GRIP = 12
const LEAST = 5

type Drag = { kind: 'from' | 'to' | 'move' | 'new'; at: number; span: Span }

/** All points small, and the window on them that is drawn large: dragged as a whole, by an end, or anew. */
export const Brush = memo(function Brush({ points, span, width, margins, onSpan }: BrushProps) {
  const t = useText()
  const drag = useRef<Drag>(null)
  const last = points.length - 1
  const across = useMemo(() => acrossOf(points, [0, last], width, margins), [points, last, width, margins])
  const path = useMemo(() => {
    const values = points.flatMap(({ mean }) => (mean === null ? [] : [mean]))
    return linePath(across, upOf(values, 4, HEIGHT - 8), ({ mean }) => mean, new Set())
  }, [points, across])
  const [begin, end] = [across.x(span[0]), across.x(span[1])]

  const atOf = (event: PointerEvent<SVGSVGElement>) => event.clientX - event.currentTarget.getBoundingClientRect().left

  function onPointerDown(event: PointerEvent<SVGSVGElement>) {
    const at = atOf(event)
    const isWhole = span[0] === 0 && span[1] === last
    const kind =
      Math.abs(at - begin) <= GRIP
        ? 'from'
        : Math.abs(at - end) <= GRIP
          ? 'to'
          : at > begin && at < end && !isWhole
            ? 'move'
            : 'new'
    drag.current = { kind, at, span }
    event.currentTarget.setPointerCapture(event.pointerId)
  }

  function onPointerMove(event: PointerEvent<SVGSVGElement>) {
    const begun = drag.current
    if (!begun) return
    const [from, to] = begun.span
    const here = across.placeAt(atOf(event))
    const there = across.placeAt(begun.at)
    if (begun.kind === 'from') onSpan([Math.min(here, Math.max(0, to - LEAST)), to])
    else if (begun.kind === 'to') onSpan([from, Math.max(here, Math.min(last, from + LEAST))])
    else if (begun.kind === 'move') {
      const by = Math.max(-from, Math.min(here - there, last - to))
      onSpan([from + by, to + by])
    } else if (Math.abs(here - there) >= LEAST) onSpan([Math.min(here, there), Math.max(here, there)])
  }

  return (
    <svg
      className="spc-brush"
      width={width}
      height={HEIGHT}
      aria-hidden="true"
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={() => (drag.current = null)}
      onPointerCancel={() => (drag.current = null)}
      onDoubleClick={() => onSpan([0, last])}
    >
      <title>{t('qcAnalysis.brush')}</title>
      <rect className="spc-brush-back" x={across.left} y="0" width={across.right - across.left} height={HEIGHT} />
      <path className="spc-brush-line" d={path} />
      <rect className="spc-brush-window" x={begin} y="0.5" width={Math.max(2, end - begin)} height={HEIGHT - 1} />
      {[begin, end].map((at, index) => (
        <rect key={index} className="spc-brush-grip" x={at - 3} y={HEIGHT / 2 - 9} width="6" height="18" rx="3" />
      ))}
    </svg>
  )
})
