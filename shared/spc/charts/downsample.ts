import type { InSteps } from '../series/cooperative'
import { incrementalFold } from '../series/incremental'
import { columnOf, naturals } from '../series/columns'
import { blocksOf, lttb } from './lttb'
import type { Chart, Hit, LimitSource } from './track'

/** The number of drawn points of a long series. */
const MOST_POINTS = 2000
/** The line's share of the points, and its least share if there are very many signals. */
const LINE = 0.75
const LEAST_LINE = 0.25

/** The indices of the drawn points, ascending. `isComplete`: they include all signals and their members. */
export type Downsampled = { places: number[]; isComplete: boolean }

/** A series as a list, or in columns, where NaN is a gap. */
type Series = { values: readonly (number | null)[] | Float64Array; hits: readonly Hit[] }

/**
 * The points that keep the shape of the line, and the points with their own meaning: starts of phases, excluded
 * points, signals and their members. If these are too many, the line is thinned first, then the members, then the
 * signals. A gap is kept if both its neighbours are kept.
 */
export function* downsample(
  { location, dispersion, phases }: Pick<Chart, 'phases'> & { location: Series; dispersion: Series | null },
  excluded: LimitSource['excluded'] = new Set(),
  maxPoints = MOST_POINTS,
  sourceKey?: object,
): InSteps<Downsampled> {
  const values = columnOf(location.values)
  const present = placesOf(values, sourceKey)
  const line = Math.round(LINE * maxPoints)
  if (present.length <= line) return { places: Array.from({ length: values.length }, (_, at) => at), isComplete: true }
  yield
  const hits = dispersion ? [...location.hits, ...dispersion.hits] : location.hits
  const marked = new Set<number>()
  const marks = new Uint8Array(values.length)
  let isComplete = true
  for (const group of [
    phases.map(({ from }) => from),
    excluded,
    hits.map(({ index }) => index),
    hits.flatMap(({ members }) => members),
  ]) {
    const more: number[] = []
    for (const index of group) {
      if (marks[index] !== 0 || !isPresent(values, index)) continue
      marks[index] = 1
      more.push(index)
    }
    const room = Math.floor((1 - LEAST_LINE) * maxPoints) - marked.size
    if (more.length > room) isComplete = false
    for (const place of more) marks[place] = 0
    for (const place of thinned(values, Int32Array.from(more).sort(), room)) {
      marks[place] = 1
      marked.add(place)
    }
    yield
  }
  if (sourceKey && present.length === values.length) blocksOf(sourceKey, values, values.length)
  yield
  const shape = thinned(values, present, Math.min(line, maxPoints - marked.size), sourceKey)
  const places = [...new Set([...shape, ...marked])].toSorted((a, b) => a - b)
  return { places: withGaps(values, places), isComplete }
}

const isPresent = (values: Float64Array, index: number) => !Number.isNaN(values[index]!)

/** The number of points that are not gaps. */
const counted = incrementalFold<Float64Array, { present: number }>(
  () => ({ present: 0 }),
  (state, values, from, to) => {
    for (let index = from; index < to; index++) if (isPresent(values, index)) state.present++
  },
)

function placesOf(values: Float64Array, sourceKey: object | undefined): Int32Array {
  const all = naturals(values.length)
  return counted(sourceKey, values, values.length).present === values.length
    ? all
    : all.filter((index) => isPresent(values, index))
}

function thinned(values: Float64Array, places: Int32Array, room: number, sourceKey?: object): number[] {
  if (places.length <= room || room < 3) return Array.from(places.subarray(0, Math.max(0, room)))
  const isWhole = places.length === values.length
  return lttb(places, lineAt(values, places), room, isWhole ? sourceKey : undefined).map((at) => places[at]!)
}

function lineAt(values: Float64Array, places: Int32Array): Float64Array {
  if (places.length === values.length) return values
  const line = new Float64Array(places.length)
  for (let at = 0; at < line.length; at++) line[at] = values[places[at]!]!
  return line
}

function withGaps(values: Float64Array, places: readonly number[]): number[] {
  return places.flatMap((index, at) => {
    const next = places[at + 1] ?? index + 1
    for (let between = index + 1; between < next; between++) if (isPresent(values, between)) return [index]
    return next > index + 1 ? [index, index + 1] : [index]
  })
}
