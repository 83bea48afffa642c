/**
 * The places of `most` values that keep the shape of a line (Largest-Triangle-Three-Buckets): of each bucket the value
 * that makes the largest triangle with the one kept before it and the average of the next bucket. First and last are
 * kept; where there are no more than `most`, or fewer than 3 are asked for, all are.
 * `places` are where the values stand on the axis, ascending.
 */
export function lttb(places: ArrayLike<number>, values: ArrayLike<number>, most: number): number[] {
  const { length } = values
  if (most >= length || most < 3) return Array.from({ length }, (_, at) => at)
  const every = (length - 2) / (most - 2)
  const startOf = (bucket: number) => Math.min(Math.floor(bucket * every) + 1, length - 1)
  const kept = [0]
  let last = 0
  for (let bucket = 0; bucket < most - 2; bucket++) {
    const [start, end] = [startOf(bucket), startOf(bucket + 1)]
    const next = averageOf(places, values, end, Math.min(Math.floor((bucket + 2) * every) + 1, length))
    const [x, y] = [places[last]!, values[last]!]
    let [largest, chosen] = [-1, start]
    for (let at = start; at < end; at++) {
      const area = Math.abs((x - next.x) * (values[at]! - y) - (x - places[at]!) * (next.y - y))
      if (area > largest) {
        largest = area
        chosen = at
      }
    }
    kept.push(chosen)
    last = chosen
  }
  kept.push(length - 1)
  return kept
}

function averageOf(places: ArrayLike<number>, values: ArrayLike<number>, start: number, end: number) {
  let [x, y] = [0, 0]
  for (let at = start; at < end; at++) {
    x += places[at]!
    y += values[at]!
  }
  return { x: x / (end - start), y: y / (end - start) }
}
