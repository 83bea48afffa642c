import type { Track } from './track'

/** A series of gaps, to be plotted on. */
export const emptyTrack = (length: number): Track => ({
  values: gaps(length),
  centre: gaps(length),
  sigma: gaps(length),
  lower: gaps(length),
  upper: gaps(length),
  hits: [],
})

// oxlint-disable-next-line no-new-array -- many times faster than `Array.from` for a line of a million points
const gaps = (length: number) => new Array<number | null>(length).fill(null)

/** What doubles cannot hold is not there. */
export const finite = (value: number): number | null => (Number.isFinite(value) ? value : null)

/** Puts a point on its track, with limits at `reach` times the σ of what is plotted. */
export function plot(
  track: Track,
  place: number,
  value: number,
  centre: number | null,
  sigma: number | null,
  reach: number,
): void {
  track.values[place] = finite(value)
  if (centre === null) return
  track.centre[place] = finite(centre)
  if (sigma === null) return
  track.sigma[place] = finite(sigma)
  track.lower[place] = finite(centre - reach * sigma)
  track.upper[place] = finite(centre + reach * sigma)
}

/** Draws limits no further than the statistic can go; σ, by which the rules go, stays. */
export function clip(track: Track, place: number, least: number, most = Infinity): void {
  const [low, high] = [track.lower[place] ?? null, track.upper[place] ?? null]
  if (low !== null && low < least) track.lower[place] = least
  if (high !== null && high > most) track.upper[place] = most
}
