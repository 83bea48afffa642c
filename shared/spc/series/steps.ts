/**
 * The lines of a plotted series as steps, in columns. Each step holds from the point `from` until the next step. NaN
 * for an unknown line. A million points of one size are one step.
 */
export type Steps = {
  readonly from: Int32Array
  readonly centre: Float64Array
  /** Sigma of the plotted statistic (of the mean in a chart of means), the unit of zones and rules. */
  readonly sigma: Float64Array
  readonly lower: Float64Array
  readonly upper: Float64Array
}

const LINES = ['centre', 'sigma', 'lower', 'upper'] as const

/** NaN for figures outside of the range of doubles. */
export const finite = (value: number): number => (Number.isFinite(value) ? value : NaN)

/** The distance of limits from the centre in σ, and the bounds of the statistic itself. */
export type Limits = { reach: number; least?: number; most?: number }

/** Collects steps one by one. A null line is unknown. */
export function newSteps() {
  let room = stepsFor(8)
  let size = 0

  /** Adds a step from a point on. The bounds of the statistic cut the limits, but not σ, which the rules use. */
  function add(
    index: number,
    centre: number | null,
    sigma: number | null,
    { reach, least = -Infinity, most = Infinity }: Limits,
  ): void {
    const middle = finite(centre ?? NaN)
    const spread = Number.isNaN(middle) ? NaN : finite(sigma ?? NaN)
    put(
      index,
      middle,
      spread,
      Math.max(least, finite(middle - reach * spread)),
      Math.min(most, finite(middle + reach * spread)),
    )
  }

  /** Adds a step with given lines. */
  function put(index: number, centre: number, sigma: number, lower: number, upper: number): void {
    if (size === room.from.length) room = grown(room, 2 * size)
    room.from[size] = index
    room.centre[size] = centre
    room.sigma[size] = sigma
    room.lower[size] = lower
    room.upper[size++] = upper
  }

  return { add, put, done: (): Steps => cut(room, size) }
}

const stepsFor = (size: number): Steps => ({
  from: new Int32Array(size),
  centre: new Float64Array(size),
  sigma: new Float64Array(size),
  lower: new Float64Array(size),
  upper: new Float64Array(size),
})

function grown(steps: Steps, size: number): Steps {
  const room = stepsFor(size)
  room.from.set(steps.from)
  for (const line of LINES) room[line].set(steps[line])
  return room
}

const cut = ({ from, centre, sigma, lower, upper }: Steps, size: number): Steps => ({
  from: from.subarray(0, size),
  centre: centre.subarray(0, size),
  sigma: sigma.subarray(0, size),
  lower: lower.subarray(0, size),
  upper: upper.subarray(0, size),
})

/** The step of a point; −1 before the first. */
export function stepAt({ from }: Steps, index: number): number {
  let [low, high] = [0, from.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (from[middle]! <= index) low = middle + 1
    else high = middle
  }
  return low - 1
}

/** Concatenated steps; each part begins at its own `from`. */
export function joinedSteps(parts: readonly { from: number; steps: Steps }[]): Steps {
  const all = stepsFor(parts.reduce((sum, { steps }) => sum + steps.from.length, 0))
  let at = 0
  for (const { from, steps } of parts) {
    all.from.set(
      steps.from.map((index) => index + from),
      at,
    )
    for (const line of LINES) all[line].set(steps[line], at)
    at += steps.from.length
  }
  return all
}
