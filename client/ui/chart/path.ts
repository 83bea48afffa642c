/** A line through points as the `d` of a path; it breaks where there is none. */
export function pathOf(points: Iterable<readonly [x: number, y: number] | null>): string {
  let path = ''
  let isBroken = true
  for (const point of points) {
    if (point) path += `${isBroken ? 'M' : 'L'}${point[0].toFixed(1)} ${point[1].toFixed(1)}`
    isBroken = !point
  }
  return path
}
