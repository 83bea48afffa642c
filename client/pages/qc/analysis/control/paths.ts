import type { SpcPoint } from '#shared/qc/analysis/schema'
import type { XAxis, YAxis } from './axes'

/** Reads a figure of a point; null for none. */
export type Accessor = (point: SpcPoint) => number | null

/** Tenths of a pixel keep paths of many points short. */
const round = (pixel: number) => Math.round(pixel * 10) / 10

/** The line from point to point. It breaks at gaps, and before the points with the numbers of `starts`. */
export function linePath(
  { points, span: [from, to], x }: XAxis,
  { y }: Pick<YAxis, 'y'>,
  figure: Accessor,
  starts: ReadonlySet<number>,
): string {
  let path = ''
  let isBroken = true
  for (let index = from; index <= to; index++) {
    const point = points[index]!
    const value = figure(point)
    if (value === null) {
      isBroken = true
      continue
    }
    path += `${isBroken || starts.has(point.index) ? 'M' : 'L'}${round(x(index))} ${round(y(value))}`
    isBroken = false
  }
  return path
}

/** A line of no length, whose round ends make a dot. */
export const DOT = 'h0'

/** One path for all points that fulfil `isDrawn`, each drawn as `shape`: a path that begins at the point. */
export function shapesPath(
  { points, span: [from, to], x }: XAxis,
  { y }: YAxis,
  figure: Accessor,
  shape: string,
  isDrawn: (point: SpcPoint) => boolean,
): string {
  let path = ''
  for (let index = from; index <= to; index++) {
    const point = points[index]!
    const value = figure(point)
    if (value !== null && isDrawn(point)) path += `M${round(x(index))} ${round(y(value))}${shape}`
  }
  return path
}

/** The horizontal part of a point's step: half-way to its neighbours. */
const stepOf = ({ x, span: [from, to], left, right }: XAxis, index: number): readonly [begin: number, end: number] => [
  index === from ? left : round((x(index - 1) + x(index)) / 2),
  index === to ? right : round((x(index) + x(index + 1)) / 2),
]

/** A line in steps: each point has its own figure, like the limits of subgroups of different sizes. */
export function stepPath(xAxis: XAxis, { y }: YAxis, figure: Accessor): string {
  const { points, span } = xAxis
  let path = ''
  let before: number | null = null
  for (let index = span[0]; index <= span[1]; index++) {
    const value = figure(points[index]!)
    if (value === null) {
      before = null
      continue
    }
    const [begin, end] = stepOf(xAxis, index)
    const level = round(y(value))
    if (before === null) path += `M${begin} ${level}`
    else if (level !== before) path += `V${level}`
    path += `H${end}`
    before = level
  }
  return path
}

/** The band between two lines in steps. */
export function bandPath(xAxis: XAxis, { y }: YAxis, lower: Accessor, upper: Accessor): string {
  const { points, span } = xAxis
  let path = ''
  let steps: { begin: number; end: number; top: number; bottom: number }[] = []
  const close = () => {
    if (steps.length === 0) return
    const forth = steps.map(({ begin, end, top }) => `${begin} ${top}L${end} ${top}`)
    const back = steps.toReversed().map(({ begin, end, bottom }) => `${end} ${bottom}L${begin} ${bottom}`)
    path += `M${[...forth, ...back].join('L')}Z`
    steps = []
  }
  for (let index = span[0]; index <= span[1]; index++) {
    const [low, high] = [lower(points[index]!), upper(points[index]!)]
    if (low === null || high === null) {
      close()
      continue
    }
    const [begin, end] = stepOf(xAxis, index)
    const [top, bottom] = [round(y(high)), round(y(low))]
    const before = steps.at(-1)
    if (before?.top === top && before.bottom === bottom) before.end = end
    else steps.push({ begin, end, top, bottom })
  }
  close()
  return path
}
