import type { SpcPoint } from '#shared/qc/analysis/schema'
import type { Across, Up } from './scale'

/** A figure of a point, or none. */
export type Of = (point: SpcPoint) => number | null

const round = (value: number) => Math.round(value * 10) / 10

/** The line from point to point; it breaks at gaps, and where a phase begins. */
export function linePath(
  { points, span: [from, to], x }: Across,
  { y }: Pick<Up, 'y'>,
  of: Of,
  starts: ReadonlySet<number>,
): string {
  let path = ''
  let isBroken = true
  for (let place = from; place <= to; place++) {
    const point = points[place]!
    const value = of(point)
    if (value === null) {
      isBroken = true
      continue
    }
    path += `${isBroken || starts.has(point.index) ? 'M' : 'L'}${round(x(place))} ${round(y(value))}`
    isBroken = false
  }
  return path
}

/** Points as dots of one path: lines of no length, whose round ends are drawn. */
export function dotsPath(
  { points, span: [from, to], x }: Across,
  { y }: Up,
  of: Of,
  isDot: (point: SpcPoint) => boolean,
) {
  let path = ''
  for (let place = from; place <= to; place++) {
    const point = points[place]!
    const value = of(point)
    if (value !== null && isDot(point)) path += `M${round(x(place))} ${round(y(value))}h0`
  }
  return path
}

/** The same with a shape of their own, given as a path around its middle. */
export function shapesPath(
  { points, span: [from, to], x }: Across,
  { y }: Up,
  of: Of,
  isOne: (point: SpcPoint) => boolean,
  shape: string,
) {
  let path = ''
  for (let place = from; place <= to; place++) {
    const point = points[place]!
    const value = of(point)
    if (value !== null && isOne(point)) path += `M${round(x(place))} ${round(y(value))}${shape}`
  }
  return path
}

/** Where the part of a step that belongs to a point begins and ends: half-way to its neighbours. */
const stepAt = ({ x, span: [from, to], left, right }: Across, place: number): readonly [number, number] => [
  place === from ? left : round((x(place - 1) + x(place)) / 2),
  place === to ? right : round((x(place) + x(place + 1)) / 2),
]

/** A line that holds for each point by itself, such as limits of subgroups that differ in size. */
export function stepPath(across: Across, { y }: Up, of: Of): string {
  const { points, span } = across
  let path = ''
  let before: number | null = null
  for (let place = span[0]; place <= span[1]; place++) {
    const value = of(points[place]!)
    if (value !== null) {
      const [begin, end] = stepAt(across, place)
      const at = round(y(value))
      if (before === null) path += `M${begin} ${at}`
      else if (at !== before) path += `V${at}`
      path += `H${end}`
      before = at
    } else before = null
  }
  return path
}

/** The band between two such lines. */
export function bandPath(across: Across, { y }: Up, lower: Of, upper: Of): string {
  const { points, span } = across
  let path = ''
  let steps: { begin: number; end: number; top: number; bottom: number }[] = []
  const close = () => {
    if (steps.length === 0) return
    const forth = steps.map(({ begin, end, top }) => `${begin} ${top}L${end} ${top}`)
    const back = steps.toReversed().map(({ begin, end, bottom }) => `${end} ${bottom}L${begin} ${bottom}`)
    path += `M${[...forth, ...back].join('L')}Z`
    steps = []
  }
  for (let place = span[0]; place <= span[1]; place++) {
    const [low, high] = [lower(points[place]!), upper(points[place]!)]
    if (low === null || high === null) {
      close()
      continue
    }
    const [begin, end] = stepAt(across, place)
    const [top, bottom] = [round(y(high)), round(y(low))]
    const before = steps.at(-1)
    if (before?.top === top && before.bottom === bottom) before.end = end
    else steps.push({ begin, end, top, bottom })
  }
  close()
  return path
}
