import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { across } from '../../../client/ui/chart/across'
import { FrameContext } from '../../../client/ui/chart/frame'
import RechartsPlot from '../../../client/ui/chart/RechartsPlot'
import { linear } from '../../../client/ui/chart/scale'

/** In the page of `bench:plots`: the same points as a line with dots, by the library and by our SVG. */
const [WIDTH, HEIGHT] = [900, 320]
const margin = { top: 20, right: 20, bottom: 40, left: 56 }
const span = [0, 100] as const

type Drawn = { values: readonly number[] }

const Library = ({ values }: Drawn) => (
  <FrameContext value={{ name: 'bench', width: WIDTH, height: HEIGHT }}>
    <RechartsPlot
      margin={margin}
      x={{ span: [0, values.length], ticks: [] }}
      left={{ span, ticks: [] }}
      rows={values.map((value, x) => ({ x, values: { value } }))}
      step={1}
      series={[{ key: 'value', as: 'line', className: 'plot-curve', hasDots: true }]}
    />
  </FrameContext>
)

/** As the control chart does: one path for the line, one for all dots. */
function Own({ values }: Drawn) {
  const y = linear(span, [HEIGHT - margin.bottom, margin.top])
  const { x, line } = across(values.length, [margin.left, WIDTH - margin.right], y)
  const dots = values.map((value, index) => `M${x(index).toFixed(1)} ${y(value).toFixed(1)}h0`).join('')
  return (
    <svg width={WIDTH} height={HEIGHT} viewBox={`0 0 ${WIDTH} ${HEIGHT}`}>
      <path className="plot-curve" fill="none" stroke="blue" d={line(values)} />
      <path stroke="blue" strokeWidth={6} strokeLinecap="round" d={dots} />
    </svg>
  )
}

const kinds = { library: Library, own: Own }
export type Kind = keyof typeof kinds

declare global {
  /** Draws so many points of new figures again and again; milliseconds of each. */
  var redraw: (kind: Kind, points: number, times: number) => number[]
}

globalThis.redraw = (kind, points, times) => {
  const box = document.body.appendChild(document.createElement('div'))
  const root = createRoot(box)
  const Drawing = kinds[kind]
  const valuesOf = (round: number) => Array.from({ length: points }, (_, at) => 50 + 40 * Math.sin(at / 9 + round))
  const took: number[] = []
  for (let round = -2; round < times; round++) {
    const values = valuesOf(round)
    const began = performance.now()
    flushSync(() => root.render(<Drawing values={values} />))
    box.getBoundingClientRect() // laid out
    if (round >= 0) took.push(performance.now() - began) // the first drawings are not those that are asked about
  }
  root.unmount()
  box.remove()
  return took
}
