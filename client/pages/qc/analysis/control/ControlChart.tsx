import { useCallback, useId, useMemo, useRef, type KeyboardEvent } from 'react'
import type { Spc, SpcPoint } from '#shared/qc/analysis/schema'
import { Button } from '../../../../ui/Button'
import { useText } from '../../../../ui/useText'
import { useWidth } from '../../../../ui/layout/useWidth'
import { Boundaries, type SetOf } from './Boundaries'
import { Brush } from './Brush'
import { Chosen } from './Chosen'
import { Hover } from './Hover'
import { spanOf, type Shown } from './kept-points'
import { acrossOf, margins, upOf, type Span } from './scale'
import { TimeAxis } from './TimeAxis'
import { TrackLayer } from './TrackLayer'
import { seenOf, tracksOf } from './tracks'
import './control-chart.css'

type ControlChartProps = {
  spc: Spc
  label: string
  /** The place of the point that is looked at. */
  chosen: number | undefined
  onChoose: (index: number | undefined) => void
  onOpen: (point: SpcPoint) => void
  /** What is read out of the point reached. */
  said: string
  setOf: SetOf
  /** The first and last point in sight; undefined for all. When points come in, the same stay in sight. */
  shown: Shown | undefined
  onShow: (shown: Shown | undefined) => void
}

/** In pixels: the axis of time, and the words above that say what limits come from. */
const AXIS = 22
const HEAD = 16
const NARROW = 560
const heights = { wide: { location: 264, dispersion: 132 }, narrow: { location: 208, dispersion: 112 } }
/** Fewer are not zoomed into. */
const LEAST = 6

/**
 * Where the process lies, and below it how far it spreads, on one axis of time. It is one stop of the tab key: arrows
 * walk the points, Enter opens the record, Escape leaves the point, + and − draw nearer and further.
 */
export function ControlChart(props: ControlChartProps) {
  const { spc, label, chosen, onChoose, onOpen, said, setOf, shown, onShow } = props
  const t = useText()
  const help = useId()
  const box = useRef<HTMLDivElement>(null)
  const width = useWidth(box)
  const { points } = spc
  const last = points.length - 1
  const isNarrow = width < NARROW
  const room = isNarrow ? margins.narrow : margins.wide
  const height = isNarrow ? heights.narrow : heights.wide

  const span = useMemo(() => spanOf(points, shown), [points, shown])
  const isWhole = span[0] === 0 && span[1] === last

  const show = useCallback(
    ([from, to]: Span) => {
      const [first, until] = [points[from], points[to]]
      onShow((from === 0 && to === last) || !first || !until ? undefined : [first, until])
    },
    [onShow, points, last],
  )

  const starts = useMemo(() => new Set(spc.phases.map(({ firstIndex }) => firstIndex)), [spc.phases])
  const isFrozen = useCallback(
    ({ index }: SpcPoint) => spc.phases.findLast(({ firstIndex }) => firstIndex <= index)?.isFrozen ?? false,
    [spc.phases],
  )
  const tracks = useMemo(() => tracksOf(spc, t), [spc, t])
  const across = useMemo(() => acrossOf(points, span, width, room), [points, span, width, room])
  const ups = useMemo(() => {
    const tops = tracks.map((_, which) =>
      tracks.slice(0, which).reduce((top, { name }) => top + height[name] + room.top + room.bottom, HEAD + room.top),
    )
    return tracks.map((track, which) =>
      upOf(seenOf(track, points, span), tops[which]!, height[track.name], track.floor),
    )
  }, [tracks, points, span, room, height])
  const bottom = ups.reduce((_, up) => up.top + up.height, 0)

  /** Nearer by half, or further by double, around the point that is looked at, else around the middle. */
  function zoom(factor: number) {
    const [from, to] = span
    const middle = chosen !== undefined && chosen >= from && chosen <= to ? chosen : (from + to) / 2
    const half = Math.max(LEAST, (to - from) * factor) / 2
    show([Math.max(0, Math.floor(middle - half)), Math.min(last, Math.ceil(middle + half))])
  }

  function walkTo(index: number) {
    const to = Math.max(0, Math.min(index, last))
    onChoose(to)
    const size = span[1] - span[0]
    if (to < span[0]) show([to, Math.min(last, to + size)])
    else if (to > span[1]) show([Math.max(0, to - size), to])
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.ctrlKey || event.metaKey || event.altKey || last < 0) return
    const here = chosen ?? span[1] + 1
    const deeds: Record<string, () => void> = {
      ArrowLeft: () => walkTo(here - 1),
      '[': () => walkTo(here - 1),
      ArrowRight: () => walkTo(chosen === undefined ? span[0] : here + 1),
      ']': () => walkTo(chosen === undefined ? span[0] : here + 1),
      PageUp: () => walkTo(here - 10),
      PageDown: () => walkTo(here + 10),
      Home: () => walkTo(0),
      End: () => walkTo(last),
      '+': () => zoom(0.5),
      '-': () => zoom(2),
      ...(chosen !== undefined && {
        Enter: () => onOpen(points[chosen]!),
        Escape: () => onChoose(undefined),
      }),
    }
    const deed = deeds[event.key === '=' ? '+' : event.key]
    if (!deed) return
    event.preventDefault()
    event.stopPropagation() // the same keys do other things on the page
    deed()
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
              {tracks.map((track, which) => (
                <TrackLayer
                  key={track.name}
                  track={track}
                  across={across}
                  up={ups[which]!}
                  starts={starts}
                  isFrozen={isFrozen}
                  isNarrow={isNarrow}
                />
              ))}
              <Boundaries
                spc={spc}
                across={across}
                words={HEAD - 4}
                end={width}
                top={HEAD + room.top}
                bottom={bottom}
                setOf={setOf}
              />
              {chosen !== undefined && (
                <Chosen spc={spc} index={chosen} tracks={tracks} ups={ups} across={across} bottom={bottom} />
              )}
              <TimeAxis across={across} y={bottom + AXIS - 6} />
            </svg>
            <Hover
              tracks={tracks}
              ups={ups}
              across={across}
              top={HEAD + room.top}
              bottom={bottom}
              chosen={chosen}
              onChoose={onChoose}
            />
          </>
        )}
      </div>
      {width > 0 && last > LEAST && <Brush points={points} span={span} width={width} margins={room} onSpan={show} />}
      <div className="spc-below">
        <p id={help} className="spc-help">
          {t('qcAnalysis.chartHelp')}
        </p>
        {!isWhole && (
          <Button variant="text" onClick={() => show([0, last])}>
            {t('qcAnalysis.showAll')}
          </Button>
        )}
      </div>
      <p className="sr-only" aria-live="polite">
        {said}
      </p>
    </div>
  )
}
