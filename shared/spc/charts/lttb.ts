import { incrementalFold } from '../series/incremental'

/**
 * Largest-Triangle-Three-Buckets (Steinarsson 2013): the indices of `most` values that keep the shape of a line. From
 * each bucket it keeps the value with the largest triangle between the previously kept value and the average of the
 * next bucket. It keeps the first and the last value. It keeps all values if they are not more than `most` or `most`
 * is below 3.
 * @param places of the values on the axis, ascending
 * @param sourceKey of a growing series of values
 */
export function lttb(places: ArrayLike<number>, values: ArrayLike<number>, most: number, sourceKey?: object): number[] {
  const { length } = values
  if (most >= length || most < 3) return Array.from({ length }, (_, at) => at)
  const line: Line = { x: asColumn(places, Int32Array), y: asColumn(values, Float64Array) }
  const blocks = sourceKey && blocksOf(sourceKey, line.y, length)
  const every = (length - 2) / (most - 2)
  const startOf = (bucket: number) => Math.min(Math.floor(bucket * every) + 1, length - 1)
  const kept = [0]
  let last = 0
  for (let bucket = 0; bucket < most - 2; bucket++) {
    const [start, end] = [startOf(bucket), startOf(bucket + 1)]
    const after = Math.min(Math.floor((bucket + 2) * every) + 1, length)
    const size = after - end
    last = furthest(line, start, end, last, sumOfX(line, end, after) / size, sumOfY(line, end, after) / size, blocks)
    kept.push(last)
  }
  kept.push(length - 1)
  return kept
}

type Line = { x: Int32Array; y: Float64Array }

/** Typed arrays make loops over a million points fast. */
const asColumn = <Column extends Int32Array | Float64Array>(
  list: ArrayLike<number>,
  kind: { new (of: ArrayLike<number>): Column },
): Column => (list instanceof kind ? list : new kind(list))

/** The block size of the lowest and highest values. */
const BLOCK = 64
type Blocks = { low: number[]; high: number[] }

/** Computed in advance to save time during the thinning of the line. */
export const blocksOf = incrementalFold<Float64Array, Blocks>(
  () => ({ low: [], high: [] }),
  ({ low, high }, y, _, to) => {
    for (let end = BLOCK * (low.length + 1); end <= to; end += BLOCK) {
      let [lowest, highest] = [Infinity, -Infinity]
      for (let at = end - BLOCK; at < end; at++) {
        lowest = Math.min(lowest, y[at]!)
        highest = Math.max(highest, y[at]!)
      }
      low.push(lowest)
      high.push(highest)
    }
  },
)

/** The point with the largest triangle between the last kept point and another point. */
function furthest(
  { x, y }: Line,
  start: number,
  end: number,
  last: number,
  nextX: number,
  nextY: number,
  blocks: Blocks | undefined,
): number {
  const [fromX, fromY] = [x[last]!, y[last]!]
  const [width, height] = [fromX - nextX, nextY - fromY]
  const areaOf = (alongX: number, alongY: number) => Math.abs(width * (alongY - fromY) - (fromX - alongX) * height)
  /** No point of a block has a larger triangle than a corner of its bounding box; rounding keeps this order. */
  const mostIn = (block: number, firstX: number, lastX: number, { low, high }: Blocks) =>
    Math.max(
      Math.max(areaOf(firstX, low[block]!), areaOf(lastX, low[block]!)),
      Math.max(areaOf(firstX, high[block]!), areaOf(lastX, high[block]!)),
    )
  let largest = -1
  let chosen = start
  for (let at = start; at < end;) {
    const next = Math.min(end, at - (at % BLOCK) + BLOCK)
    const isWhole = blocks !== undefined && next - at === BLOCK
    if (isWhole && mostIn(at / BLOCK, x[at]!, x[next - 1]!, blocks) <= largest) at = next
    for (; at < next; at++) {
      const area = areaOf(x[at]!, y[at]!)
      if (area > largest) {
        largest = area
        chosen = at
      }
    }
  }
  return chosen
}

function sumOfX({ x }: Line, from: number, to: number): number {
  // Places are whole numbers: without gaps their sum has a closed form.
  const [first, last] = [x[from] ?? 0, x[to - 1] ?? 0]
  if (to > from && last - first === to - 1 - from) return ((first + last) * (to - from)) / 2
  let sum = 0
  for (let at = from; at < to; at++) sum += x[at]!
  return sum
}

function sumOfY({ y }: Line, from: number, to: number): number {
  let sum = 0
  for (let at = from; at < to; at++) sum += y[at]!
  return sum
}
