import { memo, useMemo, useRef, type PointerEvent } from 'react'
import type { SpcPoint } from '#shared/qc/analysis/schema'
import { useText } from '../../../../ui/useText'
import { xAxisOf, yAxisOf, type Margins, type Span } from './axes'
import { linePath } from './paths'

type BrushProps = {
  points: readonly SpcPoint[]
  span: Span
  width: number
  margins: Margins
  onSpan: (span: Span) => void
}

const HEIGHT = 44
/** Within this many pixels of an end of the window, dragging moves that end. */
const GRIP_WIDTH = 12
const MIN_POINTS = 5

type Drag = { kind: 'from' | 'to' | 'move' | 'new'; x: number; span: Span }

/** All points in small, and the window of the visible ones: dragged as a whole, by an end, or redrawn. */
export const Brush = memo(function Brush({ points, span, width, margins, onSpan }: BrushProps) {
  const t = useText()
  const drag = useRef<Drag>(null)
  const last = points.length - 1
  const xAxis = useMemo(() => xAxisOf(points, [0, last], width, margins), [points, last, width, margins])
  const path = useMemo(() => {
    const values = points.flatMap(({ mean }) => mean ?? [])
    return linePath(xAxis, yAxisOf(values, 4, HEIGHT - 8), ({ mean }) => mean, new Set())
  }, [points, xAxis])
  const [begin, end] = [xAxis.x(span[0]), xAxis.x(span[1])]

  const xOf = (event: PointerEvent<SVGSVGElement>) => event.clientX - event.currentTarget.getBoundingClientRect().left

  function kindAt(x: number): Drag['kind'] {
    if (Math.abs(x - begin) <= GRIP_WIDTH) return 'from'
    if (Math.abs(x - end) <= GRIP_WIDTH) return 'to'
    const isWhole = span[0] === 0 && span[1] === last
    return x > begin && x < end && !isWhole ? 'move' : 'new'
  }

  function onPointerDown(event: PointerEvent<SVGSVGElement>) {
    const x = xOf(event)
    drag.current = { kind: kindAt(x), x, span }
    event.currentTarget.setPointerCapture(event.pointerId)
  }

  function onPointerMove(event: PointerEvent<SVGSVGElement>) {
    if (!drag.current) return
    const { kind, x, span: initial } = drag.current
    const [from, to] = initial
    const [start, current] = [xAxis.indexAt(x), xAxis.indexAt(xOf(event))]
    if (kind === 'from') onSpan([Math.min(current, Math.max(0, to - MIN_POINTS)), to])
    else if (kind === 'to') onSpan([from, Math.max(current, Math.min(last, from + MIN_POINTS))])
    else if (kind === 'move') {
      const distance = Math.max(-from, Math.min(current - start, last - to))
      onSpan([from + distance, to + distance])
    } else if (Math.abs(current - start) >= MIN_POINTS) onSpan([Math.min(current, start), Math.max(current, start)])
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
      <rect className="spc-brush-back" x={xAxis.left} y="0" width={xAxis.right - xAxis.left} height={HEIGHT} />
      <path className="spc-brush-line" d={path} />
      <rect className="spc-brush-window" x={begin} y="0.5" width={Math.max(2, end - begin)} height={HEIGHT - 1} />
      {[begin, end].map((x, index) => (
        <rect key={index} className="spc-brush-grip" x={x - 3} y={HEIGHT / 2 - 9} width="6" height="18" rx="3" />
      ))}
    </svg>
  )
})
