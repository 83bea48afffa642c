/** A range, in the units of the data or in pixels. */
export type Span = readonly [from: number, to: number]

/** Maps values in `span` to positions in `pixels`. Vertical scales run from bottom to top: `[height, 0]`. */
export const linear =
  ([from, to]: Span, [start, end]: Span) =>
  (value: number): number =>
    start + ((value - from) / (to - from || 1)) * (end - start)

/** The range of the numbers, with some room beyond both ends. Missing numbers are skipped. */
export function spanOf(numbers: Iterable<number | null | undefined>, room = 0.06): Span {
  let [low, high] = [Infinity, -Infinity]
  for (const value of numbers) {
    if (value === null || value === undefined || !Number.isFinite(value)) continue
    if (value < low) low = value
    if (value > high) high = value
  }
  if (low > high) return [0, 1]
  const beyond = (high - low || Math.abs(high) * 0.1 || 1) * room
  return [low - beyond, high + beyond]
}

/** About this many round figures between two others. */
export function roundFigures(low: number, high: number, about: number): number[] {
  const step = roundStep(low, high, about)
  const ticks: number[] = []
  for (let at = Math.ceil(low / step); at * step <= high; at++) ticks.push(at * step)
  return ticks
}

function roundStep(low: number, high: number, about: number): number {
  const raw = (high - low) / about
  const power = 10 ** Math.floor(Math.log10(raw))
  return [1, 2, 5, 10].map((factor) => factor * power).find((step) => step >= raw) ?? raw
}

export type Tick = { value: number; text: string }

/** About this many round numbers within a span, each with the decimals needed to tell them apart. */
export function ticksIn([from, to]: Span, about = 6): Tick[] {
  if (!(to > from) || !Number.isFinite(to - from)) return []
  const step = roundStep(from, to, about)
  const decimals = Math.min(12, Math.max(0, -Math.floor(Math.log10(step) + 1e-9)))
  return roundFigures(from, to, about).map((value) => ({
    value,
    text: (Math.abs(value) < step / 2 ? 0 : value).toFixed(decimals),
  }))
}
