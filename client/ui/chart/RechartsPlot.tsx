import { Bar, CartesianGrid, ComposedChart, Line, ReferenceLine, XAxis, YAxis, type BarShapeProps } from 'recharts'
import { Link } from 'wouter'
import { grouped } from '#shared/format/number'
import { useFrame, type Margin } from './frame'
import { linear, type Span, type Tick } from './scale'

/** An axis: its ends, and its ticks. A line break in the text of a tick begins a new line. */
export type Axis = { span: Span; ticks: readonly Tick[]; title?: string }

/** The figures at a position of the lower axis, by the keys of their series. */
type PlotRow = {
  x: number
  values: Readonly<Record<string, number | null>>
  /** The text of the tip; screen readers read it out. A row without a tip is no mark. */
  tip?: string
  /** A link to the counted records. */
  href?: string | undefined
}

/** A series of figures. Bars are stacked in the order of their series. */
type Series = { key: string; axis?: 'left' | 'right' } & (
  | {
      as: 'bar'
      tone?: 'ng' | 'pending'
      /** Each bar has its figure on top. */
      isLabelled?: boolean
    }
  | {
      as: 'line'
      /** A class of the style sheet, such as `plot-curve`. */
      className: string
      hasDots?: boolean
      /** Its own points, in place of the rows'. */
      points?: readonly { x: number; y: number | null }[]
    }
)

/** A straight line across the chart: vertical at a value of the lower axis, else horizontal. */
export type PlotLine = { at: number; axis: 'x' | 'left' | 'right'; kind: 'limit' | 'target' | 'level'; label?: string }

type PlotProps = {
  margin: Margin
  x: Axis
  left: Axis
  right?: Axis
  rows: readonly PlotRow[]
  /** The distance between two rows, in the unit of the lower axis. */
  step: number
  /** The width of a bar as a part of a step, and its maximum in pixels. */
  bars?: { share: number; most: number }
  series: readonly Series[]
  lines?: readonly PlotLine[]
}

/** Bars and lines over one axis. The only module that imports Recharts (ADR 74). */
export default function RechartsPlot(props: PlotProps) {
  const { margin, x, left, right, rows, step, bars = { share: 0.76, most: 40 }, series, lines = [] } = props
  const { name, width, height } = useFrame()
  const [from, to] = [margin.left, width - margin.right]
  const [top, bottom] = [margin.top, height - margin.bottom]
  const placeOf = linear(x.span, [from, to])
  const stepWidth = Math.abs(placeOf(step) - placeOf(0))
  const barWidth = Math.max(1, Math.min(stepWidth * bars.share, bars.most))
  const data = rows.map(({ x: at, values }) => ({ x: at, ...values }))

  const axisOf = ({ span, ticks }: Axis) => ({
    type: 'number' as const,
    domain: [...span],
    ticks: ticks.map(({ value }) => value),
    tick: <TickText ticks={ticks} />,
    interval: 0,
    tickLine: false,
  })
  return (
    <ComposedChart
      data={data}
      width={width}
      height={height}
      margin={{ top, right: right ? 0 : margin.right, bottom: 0, left: 0 }}
      accessibilityLayer={false} // the frame of the chart handles keys and the live text
      data-chart={name}
      aria-hidden="true"
    >
      <CartesianGrid vertical={false} yAxisId="left" syncWithTicks />
      <XAxis {...axisOf(x)} dataKey="x" height={margin.bottom} />
      <YAxis {...axisOf(left)} yAxisId="left" width={margin.left} axisLine={false} />
      {right && <YAxis {...axisOf(right)} yAxisId="right" orientation="right" width={margin.right} axisLine={false} />}
      {series.map((own) =>
        own.as === 'bar' ? (
          <Bar
            key={own.key}
            dataKey={own.key}
            yAxisId={own.axis ?? 'left'}
            stackId="bars"
            isAnimationActive={false}
            // on a numeric axis the library has no bands to derive the width from
            shape={(bar: BarShapeProps) => barIn(own, bar, placeOf(bar.payload.x), barWidth)}
          />
        ) : (
          <Line
            key={own.key}
            className={own.className}
            {...(own.points ? { data: [...own.points], dataKey: 'y' } : { dataKey: own.key })}
            yAxisId={own.axis ?? 'left'}
            type="linear"
            dot={own.hasDots ? { r: 3, className: own.className } : false}
            activeDot={false}
            isAnimationActive={false}
          />
        ),
      )}
      {lines.map(({ at, axis, kind, label }) => (
        <ReferenceLine
          key={`${axis} ${at} ${label}`}
          className={`plot-line plot-line-${kind}`}
          {...(axis === 'x' ? { x: at, yAxisId: 'left' } : { y: at, yAxisId: axis })}
        />
      ))}
      {lines.map(({ at, axis, kind, label }) => {
        const up = axis === 'x' ? undefined : linear(((axis === 'right' && right) || left).span, [bottom, top])
        const place = up ? { x: to + 4, y: up(at) + 4 } : { x: placeOf(at), y: top - 6, textAnchor: 'middle' as const }
        return (
          label && (
            <text key={`${axis} ${at} ${label}`} className={`plot-name plot-name-${kind}`} {...place}>
              {label}
            </text>
          )
        )
      })}
      <g className="plot-axis">
        {left.title && (
          <text x={4} y={Math.max(11, top - (lines.some(({ axis }) => axis === 'x') ? 25 : 9))}>
            {left.title}
          </text>
        )}
        {right?.title && (
          <text x={width - 4} y={Math.max(11, top - 9)} textAnchor="end">
            {right.title}
          </text>
        )}
        {x.title && (
          <text x={to} y={bottom + 33} textAnchor="end">
            {x.title}
          </text>
        )}
      </g>
      {rows.map(({ x: at, tip, href }) => {
        if (tip === undefined) return null
        const room = { x: placeOf(at) - stepWidth / 2, width: stepWidth, y: top, height: bottom - top }
        const mark = <rect key={at} className="plot-target" data-tip={tip} {...room} />
        return href ? (
          <Link key={at} href={href} className="plot-link" aria-label={tip} tabIndex={-1}>
            {mark}
          </Link>
        ) : (
          mark
        )
      })}
    </ComposedChart>
  )
}

type BarSeries = Extract<Series, { as: 'bar' }>

/** A bar centred on `middle`, in pixels; the library gives its height. */
function barIn({ key, tone, isLabelled }: BarSeries, bar: BarShapeProps, middle: number, width: number) {
  const { y, height, payload } = bar
  return (
    height > 0 && (
      <>
        <rect className="plot-bar" data-tone={tone} x={middle - width / 2} width={width} y={y} height={height} />
        {isLabelled && (
          <text className="plot-value" x={middle} y={y - 6} textAnchor="middle">
            {grouped(payload[key] ?? 0)}
          </text>
        )}
      </>
    )
  )
}

type TickProps = {
  ticks: readonly Tick[]
  /** Given by the library. */
  x?: number
  y?: number
  textAnchor?: 'start' | 'middle' | 'end'
  payload?: { value: number }
}

/** The text of a tick from its axis: the library would format numbers differently, and measure them. */
function TickText({ ticks, x = 0, y = 0, textAnchor, payload }: TickProps) {
  const lines = ticks.find(({ value }) => value === payload?.value)?.text.split('\n') ?? []
  const first = textAnchor === 'middle' ? '0.9em' : '0.33em' // below its position, or beside it
  return (
    <text className="plot-tick" textAnchor={textAnchor}>
      {lines.map((line, index) => (
        <tspan key={index} x={x} {...(index === 0 && { y })} dy={index === 0 ? first : '1.2em'}>
          {line}
        </tspan>
      ))}
    </text>
  )
}
