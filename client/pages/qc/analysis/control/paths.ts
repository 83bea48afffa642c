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
  for (let index = from; index <= to; index++) {
    const point = points[index]!
    const value = of(point)
    if (value === null) {
      isBroken = true
      continue
    }
    path += `${isBroken || starts.has(point.index) ? 'M' : 'L'}${round(x(index))} ${round(y(value))}`
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
  for (let index = from; index <= to; index++) {
    const point = points[index]!
    const value = of(point)
    if (value !== null && isDot(point)) path += `M${round(x(index))} ${round(y(value))}h0`
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
  for (let index = from; index <= to; index++) {
    const point = points[index]!
    const value = of(point)
    if (value !== null && isOne(point)) path += `M${round(x(index))} ${round(y(value))}${shape}`
  }
  return path
}

/** Where the part of a step that belongs to a point begins and ends: half-way to its neighbours. */
const stepAt = ({ x, span: [from, to], left, right }: Across, index: number): readonly [number, number] => [
  index === from ? left : round((x(index - 1) + x(index)) / 2),
  index === to ? right : round((x(index) + x(index + 1)) / 2),
]

/** A line that holds for each point by itself, such as limits of subgroups that differ in size. */
export function stepPath(across: Across, { y }: Up, of: Of): string {
  const { points, span } = across
  let path = ''
  let before: number | null = null
  for (let index = span[0]; index <= span[1]; index++) {
    const value = of(points[index]!)
    if (value !== null) {
      const [begin, end] = stepAt(across, index)
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
  for (let index = span[0]; index <= span[1]; index++) {
    const [low, high] = [lower(points[index]!), upper(points[index]!)]
    if (low === null || high === null) {
      close()
      continue
    }
    const [begin, end] = stepAt(across, index)
    const [top, bottom] = [round(y(high)), round(y(low))]
    const before = steps.at(-1)
    if (before?.top === top && before.bottom === bottom) before.end = end
    else steps.push({ begin, end, top, bottom })
  }
  close()
  return path
}
