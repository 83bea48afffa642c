import { useCallback, useId, useMemo, useRef, type KeyboardEvent } from 'react'
import type { Spc, SpcPoint } from '#shared/qc/analysis/schema'
import { Button } from '../../../../ui/Button'
import { useText } from '../../../../ui/useText'
import { useWidth } from '../../../../ui/layout/useWidth'
import type { PlacedAnnotation } from '../annotations/useAnnotations'
import { AnnotationMarks } from './AnnotationMarks'
import { margins as allMargins, xAxisOf, type Span } from './axes'
import { Boundaries, type SetOf } from './Boundaries'
import { Brush } from './Brush'
import type { Period } from './compare'
import { Hover } from './Hover'
import { SelectedPoint } from './SelectedPoint'
import { TimeAxis } from './TimeAxis'
import { TrackLayer } from './TrackLayer'
import { lanesOf, tracksOf } from './tracks'
import { spanOf, type VisibleRange } from './visible-range'
import './control-chart.css'

type ControlChartProps = {
  spc: Spc
  label: string
  /** The index of the selected point. */
  selected: number | undefined
  onSelect: (index: number | undefined) => void
  onOpen: (point: SpcPoint) => void
  /** Read out when a point is selected. */
  announcement: string
  setOf: SetOf
  annotations: readonly PlacedAnnotation[]
  /** The two periods of a comparison; empty without one. */
  periods: readonly Period[]
  /** Undefined for all points. The same points stay visible when points are added. */
  range: VisibleRange | undefined
  onRange: (range: VisibleRange | undefined) => void
}

/** The heights in pixels of the time axis, and of the texts above the tracks. */
const AXIS = 22
const HEAD = 16
const NARROW = 560
const heights = { wide: { location: 264, dispersion: 132 }, narrow: { location: 208, dispersion: 112 } }
/** Zooming in ends at this many points. */
const MIN_POINTS = 6

/**
 * The location of a process and below it its dispersion, on one time axis. It is one stop of the Tab key: arrow keys walk
 * the points, Enter opens the record, Escape deselects the point, + and − zoom.
 */
export function ControlChart(props: ControlChartProps) {
  const { spc, label, selected, onSelect, onOpen, announcement, setOf, annotations, periods, range, onRange } = props
  const t = useText()
  const help = useId()
  const box = useRef<HTMLDivElement>(null)
  const width = useWidth(box)
  const { points } = spc
  const last = points.length - 1
  const isNarrow = width < NARROW
  const size = isNarrow ? 'narrow' : 'wide'
  const margins = allMargins[size]
  const top = HEAD + margins.top

  const span = useMemo(() => spanOf(points, range), [points, range])
  const isWhole = span[0] === 0 && span[1] === last

  const show = useCallback(
    ([from, to]: Span) => {
      const [first, until] = [points[from], points[to]]
      onRange((from === 0 && to === last) || !first || !until ? undefined : [first, until])
    },
    [onRange, points, last],
  )

  const starts = useMemo(() => new Set(spc.phases.map(({ firstIndex }) => firstIndex)), [spc.phases])
  const isFrozen = useCallback(
    ({ index }: SpcPoint) => spc.phases.findLast(({ firstIndex }) => firstIndex <= index)?.isFrozen ?? false,
    [spc.phases],
  )
  const tracks = useMemo(() => tracksOf(spc, t), [spc, t])
  const xAxis = useMemo(() => xAxisOf(points, span, width, margins), [points, span, width, margins])
  const lanes = useMemo(
    () => lanesOf(tracks, points, span, { heights: heights[size], margins, top: HEAD }),
    [tracks, points, span, size, margins],
  )
  const bottom = lanes.reduce((_, { yAxis }) => yAxis.top + yAxis.height, 0)

  /** Shows `factor` times as many points, around the selected point, else around the middle. */
  function zoom(factor: number) {
    const [from, to] = span
    const middle = selected !== undefined && selected >= from && selected <= to ? selected : (from + to) / 2
    const half = Math.max(MIN_POINTS, (to - from) * factor) / 2
    show([Math.max(0, Math.floor(middle - half)), Math.min(last, Math.ceil(middle + half))])
  }

  function walkTo(index: number) {
    const to = Math.max(0, Math.min(index, last))
    onSelect(to)
    const length = span[1] - span[0]
    if (to < span[0]) show([to, Math.min(last, to + length)])
    else if (to > span[1]) show([Math.max(0, to - length), to])
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.ctrlKey || event.metaKey || event.altKey || last < 0) return
    const index = selected ?? span[1] + 1
    const previous = () => walkTo(index - 1)
    const next = () => walkTo(selected === undefined ? span[0] : index + 1)
    const actions: Record<string, () => void> = {
      ArrowLeft: previous,
      '[': previous,
      ArrowRight: next,
      ']': next,
      PageUp: () => walkTo(index - 10),
      PageDown: () => walkTo(index + 10),
      Home: () => walkTo(0),
      End: () => walkTo(last),
      '+': () => zoom(0.5),
      '-': () => zoom(2),
      '=': () => zoom(0.5), // the + key without Shift
      ...(selected !== undefined && {
        Enter: () => onOpen(points[selected]!),
        Escape: () => onSelect(undefined),
      }),
    }
    const action = actions[event.key]
    if (!action) return
    event.preventDefault()
    event.stopPropagation() // the page uses the same keys
    action()
  }

  return (
    <div className="spc">
      <div
        ref={box}
        className="spc-box"
        role="application"
        aria-label={label}
        aria-describedby={help}
        tabIndex={0} // oxlint-disable-line jsx-a11y/no-noninteractive-tabindex -- arrow keys walk its points
        style={{ minBlockSize: bottom + AXIS }}
        onKeyDown={onKeyDown}
      >
        {width > 0 && last >= 0 && (
          <>
            <svg className="spc-chart" data-chart="control" width={width} height={bottom + AXIS} aria-hidden="true">
              {lanes.map(({ track, yAxis }) => (
                <TrackLayer key={track.name} {...{ track, xAxis, yAxis, starts, isFrozen, isNarrow }} />
              ))}
              <Boundaries {...{ spc, periods, xAxis, top, bottom, setOf }} textY={HEAD - 4} end={width} />
              <AnnotationMarks {...{ annotations, xAxis, top, bottom }} />
              {selected !== undefined && <SelectedPoint {...{ spc, lanes, xAxis, top, bottom }} index={selected} />}
              <TimeAxis xAxis={xAxis} y={bottom + AXIS - 6} />
            </svg>
            <Hover {...{ lanes, xAxis, top, bottom, selected, onSelect }} />
          </>
        )}
      </div>
      {width > 0 && last > MIN_POINTS && <Brush {...{ points, span, width, margins }} onSpan={show} />}
      <div className="split spc-below">
        <p id={help} className="hint spc-help">
          {t('qcAnalysis.chartHelp')}
        </p>
        {!isWhole && (
          <Button variant="text" onClick={() => show([0, last])}>
            {t('qcAnalysis.showAll')}
          </Button>
        )}
      </div>
      <p className="sr-only" aria-live="polite">
        {announcement}
      </p>
    </div>
  )
}
