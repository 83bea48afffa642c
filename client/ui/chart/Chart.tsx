import { useId, useRef, useState, type KeyboardEvent, type ReactNode, type SyntheticEvent } from 'react'
import { useWidth } from '../layout/useWidth'
import { useText } from '../useText'
import { FrameContext } from './frame'
import './chart.css'

type ChartProps = {
  /** The name of the picture file, in ASCII. */
  name: string
  title: string
  /** The result in a sentence, also for screen readers. */
  summary: ReactNode
  height?: number
  /** Below this width, the chart scrolls inside its card. */
  minWidth?: number
  /** The meaning of colours and lines. */
  legend?: ReactNode
  /** A table of the same figures, below the drawing. */
  children?: ReactNode
  /** True if its marks are links. */
  opens?: boolean
  /** Draws in the size of `useFrame`: a `Plot`, or its own SVG. */
  drawing: ReactNode
}

/** The marks of a drawing, in document order. */
const MARKS = '[data-tip]'
/** The number of marks that PageUp and PageDown skip. */
const FAR = 10

/**
 * The frame of a chart: title, summary, and the drawing in the available width. Elements with `data-tip` are its marks: they
 * show that text on hover. The drawing is one stop of the Tab key: arrow keys walk the marks and have their texts read out,
 * Enter follows the link of a mark. Elements with `data-chart` can be saved as a picture (see save-chart).
 */
export function Chart(props: ChartProps) {
  const { name, title, summary, height = 320, minWidth = 0, legend, opens = false, drawing, children } = props
  const t = useText()
  const box = useRef<HTMLDivElement>(null)
  const room = useWidth(box)
  const [tip, setTip] = useState<Tip>()
  /** The index of the mark selected by keyboard. */
  const [walked, setWalked] = useState<number>()
  const id = useId()
  const help = useId()
  const width = Math.max(room, minWidth)

  function show({ target }: SyntheticEvent) {
    const mark = target instanceof Element ? target.closest(MARKS) : null
    setTip(mark && box.current ? tipOf(mark, box.current) : undefined)
    setWalked(undefined)
  }

  function leave() {
    setTip(undefined)
    setWalked(undefined)
  }

  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const marks = [...event.currentTarget.querySelectorAll(MARKS)]
    const last = marks.length - 1
    const at = walked ?? -1
    const goals: Record<string, number> = {
      ArrowRight: at + 1,
      ArrowDown: at + 1,
      ArrowLeft: walked === undefined ? last : at - 1,
      ArrowUp: walked === undefined ? last : at - 1,
      PageDown: at + FAR,
      PageUp: at - FAR,
      Home: 0,
      End: last,
    }
    const goal = goals[event.key]
    if (goal !== undefined) {
      const place = Math.max(0, Math.min(goal, last))
      const mark = marks[place]
      if (!mark) return
      mark.scrollIntoView({ block: 'nearest', inline: 'nearest' })
      setTip(tipOf(mark, event.currentTarget))
      setWalked(place)
    } else if (event.key === 'Enter' && walked !== undefined) {
      marks[walked]?.closest('a')?.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }))
    } else if (event.key === 'Escape' && tip) leave()
    else return
    event.preventDefault()
    event.stopPropagation() // the page uses the same keys
  }

  return (
    <figure className="plot">
      <figcaption>
        <h2>{title}</h2>
        <p id={id} className="muted">
          {summary}
        </p>
        {legend && <div className="row stretch wrap hint plot-legend">{legend}</div>}
      </figcaption>
      <div
        ref={box}
        className="plot-box"
        role="application"
        aria-label={title}
        aria-describedby={`${id} ${help}`}
        tabIndex={0} // oxlint-disable-line jsx-a11y/no-noninteractive-tabindex -- arrow keys walk its marks
        style={{ minBlockSize: height }}
        onPointerOver={show}
        onPointerLeave={leave}
        onBlur={leave}
        onKeyDown={onKeyDown}
      >
        {room > 0 && <FrameContext value={{ name, width, height }}>{drawing}</FrameContext>}
        {tip && walked !== undefined && <div className="plot-walked" aria-hidden="true" style={tip.mark} />}
        {tip && (
          <div
            className="plot-tip"
            aria-hidden="true"
            data-side={tip.side}
            data-below={tip.isBelow}
            style={{ left: tip.x, top: tip.y }}
          >
            {tip.text}
          </div>
        )}
      </div>
      <p id={help} className="sr-only">
        {t(opens ? 'chart.helpOpens' : 'chart.help')}
      </p>
      <p className="sr-only" aria-live="polite">
        {walked !== undefined && tip?.text}
      </p>
      {children}
    </figure>
  )
}

type Tip = {
  text: string
  x: number
  y: number
  side: 'start' | 'middle' | 'end'
  isBelow: boolean
  /** The position of the mark. */
  mark: { left: number; top: number; width: number; height: number }
}

/** The maximum height of a tip, in pixels. */
const MAX_TIP_HEIGHT = 90

/** The tip of a mark: above it if it fits, else below; near an edge it stays inside. */
function tipOf(mark: Element, box: HTMLElement): Tip {
  const [at, around] = [mark.getBoundingClientRect(), box.getBoundingClientRect()]
  const x = at.left + at.width / 2 - around.left
  const side = x < 110 ? 'start' : x > around.width - 110 ? 'end' : 'middle'
  const above = at.top - around.top
  const isBelow = above < MAX_TIP_HEIGHT
  const y = isBelow ? Math.min(at.bottom - around.top, around.height - MAX_TIP_HEIGHT) : above
  return {
    text: mark.getAttribute('data-tip') ?? '',
    x: x + box.scrollLeft,
    y,
    side,
    isBelow,
    mark: { left: at.left - around.left + box.scrollLeft, top: above, width: at.width, height: at.height },
  }
}

/** One entry of a legend: a mark as drawn, and its meaning. */
export const Key = ({ mark, children }: { mark: string; children: ReactNode }) => (
  <span className="row inline gap-6 plot-key">
    <svg width="22" height="10" aria-hidden="true" focusable="false">
      <line className={mark} x1="0" x2="22" y1="5" y2="5" />
    </svg>
    {children}
  </span>
)
