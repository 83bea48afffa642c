/** The `d` attribute of a line through points; it breaks at a missing point. */
export function pathOf(points: Iterable<readonly [x: number, y: number] | null>): string {
  let path = ''
  let isBroken = true
  for (const point of points) {
    if (point) path += `${isBroken ? 'M' : 'L'}${point[0].toFixed(1)} ${point[1].toFixed(1)}`
    isBroken = !point
  }
  return path
}
