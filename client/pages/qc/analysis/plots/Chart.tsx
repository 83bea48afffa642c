import { createContext, use, useId, useRef, useState, type ReactNode, type SyntheticEvent } from 'react'
import { useWidth } from '../../../../ui/layout/useWidth'
import './chart.css'

/** The space around a drawing, in pixels: for the numbers of its axes and the names of its lines. */
type Margin = { top: number; right: number; bottom: number; left: number }
const usualMargin: Margin = { top: 20, right: 20, bottom: 40, left: 56 }

/** The inner edges of a drawing, in pixels. */
export type Area = { left: number; right: number; top: number; bottom: number }

const AreaContext = createContext<Area>({ left: 0, right: 0, top: 0, bottom: 0 })

/** The area of the chart around a component. */
export const useArea = (): Area => use(AreaContext)

type ChartProps = {
  /** The name of its file, in ASCII. */
  name: string
  title: string
  /** The result in a sentence: a summary, also for those who cannot see the chart. */
  summary: ReactNode
  height?: number
  margin?: Margin
  /** A narrower chart scrolls inside its card. */
  minWidth?: number
  /** It has links, which take the focus; else it is one picture. */
  hasLinks?: boolean
  /** The meaning of colours and lines. */
  legend?: ReactNode
  /** The same figures as a table, below the drawing. */
  children?: ReactNode
  /** Draws inside the area of {@link useArea}. */
  drawing: ReactNode
}

/**
 * The frame of a chart: title, summary, and the drawing in the available width. Elements with `data-tip` show that text on
 * hover and focus. Elements with `data-chart` can be saved as a picture (see save-chart).
 */
export function Chart(props: ChartProps) {
  const { name, title, summary, height = 320, margin = usualMargin, minWidth = 0, hasLinks = false, drawing } = props
  const box = useRef<HTMLDivElement>(null)
  const room = useWidth(box)
  const [tip, setTip] = useState<Tip>()
  const id = useId()
  const width = Math.max(room, minWidth)
  const show = ({ target }: SyntheticEvent) => setTip(box.current ? tipAt(target, box.current) : undefined)
  return (
    <figure className="plot">
      <figcaption>
        <h2>{title}</h2>
        <p id={id} className="muted">
          {summary}
        </p>
        {props.legend && <div className="row stretch wrap hint plot-legend">{props.legend}</div>}
      </figcaption>
      <div
        ref={box}
        className="plot-box"
        onPointerOver={show}
        onFocus={show}
        onPointerLeave={() => setTip(undefined)}
        onBlur={() => setTip(undefined)}
      >
        {room > 0 && (
          <svg
            data-chart={name}
            width={width}
            height={height}
            viewBox={`0 0 ${width} ${height}`}
            role={hasLinks ? 'group' : 'img'}
            aria-label={title}
            aria-describedby={id}
          >
            <AreaContext
              value={{
                left: margin.left,
                right: width - margin.right,
                top: margin.top,
                bottom: height - margin.bottom,
              }}
            >
              {drawing}
            </AreaContext>
          </svg>
        )}
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
      {props.children}
    </figure>
  )
}

type Tip = { text: string; x: number; y: number; side: 'start' | 'middle' | 'end'; isBelow: boolean }

/** The greatest height of a tip, in pixels. */
const MAX_TIP_HEIGHT = 90

/** The tip of a mark: above it if it fits, else below; near an edge it stays inside. */
function tipAt(target: EventTarget, box: HTMLElement): Tip | undefined {
  const mark = target instanceof Element ? target.closest('[data-tip]') : null
  const text = mark?.getAttribute('data-tip')
  if (!mark || !text) return undefined
  const [at, around] = [mark.getBoundingClientRect(), box.getBoundingClientRect()]
  const x = at.left + at.width / 2 - around.left
  const side = x < 110 ? 'start' : x > around.width - 110 ? 'end' : 'middle'
  const above = at.top - around.top
  const isBelow = above < MAX_TIP_HEIGHT
  const y = isBelow ? Math.min(at.bottom - around.top, around.height - MAX_TIP_HEIGHT) : above
  return { text, x: x + box.scrollLeft, y, side, isBelow }
}

/** One entry of a legend: a mark as it is drawn, and what it means. */
export const Key = ({ mark, children }: { mark: string; children: ReactNode }) => (
  <span className="row inline gap-6 plot-key">
    <svg width="22" height="10" aria-hidden="true" focusable="false">
      <line className={mark} x1="0" x2="22" y1="5" y2="5" />
    </svg>
    {children}
  </span>
)
