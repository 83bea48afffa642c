import { lttb } from './lttb'
import type { Chart, LimitsBy } from './track'

/** All that is drawn of a long series. */
export const MOST_POINTS = 2000
/** The share of it that the line has, and what is left to it where there are very many signals. */
const LINE = 0.75
const LEAST_LINE = 0.25

/** Which points of a chart are drawn, ascending. `isComplete`: whether all signals and their members are among them. */
export type Drawn = { places: number[]; isComplete: boolean }

type Values = Chart['location']['values']

/**
 * The points that keep the shape of the line, and with them those that have a meaning of their own: where phases begin,
 * what was excluded, signals and their members. Of more than may be drawn the line is drawn thinner first, then the
 * members, then the signals. A gap is kept where both its neighbours are.
 */
export function drawnPoints(
  { location, dispersion, phases }: Pick<Chart, 'location' | 'dispersion' | 'phases'>,
  excluded: LimitsBy['excluded'] = new Set(),
  most = MOST_POINTS,
): Drawn {
  const { values } = location
  const known = placesOf(values)
  const line = Math.round(LINE * most)
  if (known.length <= line) return { places: Array.from(values.keys()), isComplete: true }
  const hits = dispersion ? [...location.hits, ...dispersion.hits] : location.hits
  const meant = new Set<number>()
  let isComplete = true
  for (const group of [
    phases.map(({ from }) => from),
    excluded,
    hits.map(({ index }) => index),
    hits.flatMap(({ members }) => members),
  ]) {
    const more = Int32Array.from(new Set(group)).filter((place) => isKnown(values, place) && !meant.has(place))
    const room = Math.floor((1 - LEAST_LINE) * most) - meant.size
    if (more.length > room) isComplete = false
    for (const place of thinned(values, more.sort(), room)) meant.add(place)
  }
  const shape = thinned(values, known, Math.min(line, most - meant.size))
  const places = [...new Set([...shape, ...meant])].toSorted((a, b) => a - b)
  return { places: withGaps(values, places), isComplete }
}

const isKnown = (values: Values, place: number) => (values[place] ?? null) !== null

function placesOf(values: Values): Int32Array {
  const places = new Int32Array(values.length)
  let count = 0
  for (let place = 0; place < values.length; place++) if (isKnown(values, place)) places[count++] = place
  return places.subarray(0, count)
}

function thinned(values: Values, places: Int32Array, room: number): number[] {
  if (places.length <= room || room < 3) return Array.from(places.subarray(0, Math.max(0, room)))
  const line = new Float64Array(places.length)
  for (let at = 0; at < line.length; at++) line[at] = values[places[at]!] ?? 0
  return lttb(places, line, room).map((at) => places[at]!)
}

function withGaps(values: Values, places: readonly number[]): number[] {
  return places.flatMap((place, at) => {
    const next = places[at + 1] ?? place + 1
    for (let between = place + 1; between < next; between++) if (isKnown(values, between)) return [place]
    return next > place + 1 ? [place, place + 1] : [place]
  })
}
