import { columnOf } from '../series/columns'
import { newSteps, stepAt, type Steps } from '../series/steps'
import type { Chart, Hit, Track } from './track'

/** One plotted series in columns: NaN at gaps, where lines mean nothing. */
export type Plotted = { values: Float64Array; steps: Steps; hits: Hit[] }

export type PlottedChart = Omit<Chart, 'location' | 'dispersion'> & {
  location: Plotted
  dispersion: Plotted | null
}

export const known = (value: number | undefined): number | null =>
  value !== undefined && Number.isFinite(value) ? value : null

/** A plotted point and its lines; null at a gap, and where a line is unknown. */
export function plottedAt({ values, steps }: Pick<Plotted, 'values' | 'steps'>, place: number) {
  const value = known(values[place])
  const step = value === null ? -1 : stepAt(steps, place)
  return {
    value,
    centre: known(steps.centre[step]),
    sigma: known(steps.sigma[step]),
    lower: known(steps.lower[step]),
    upper: known(steps.upper[step]),
  }
}

/** A chart with its tracks written out point by point. */
export const listed = ({ location, dispersion, ...chart }: PlottedChart): Chart => ({
  ...chart,
  location: trackOf(location),
  dispersion: dispersion && trackOf(dispersion),
})

function trackOf(plotted: Plotted): Track {
  const points = Array.from(plotted.values, (_, place) => plottedAt(plotted, place))
  return {
    values: points.map(({ value }) => value),
    centre: points.map(({ centre }) => centre),
    sigma: points.map(({ sigma }) => sigma),
    lower: points.map(({ lower }) => lower),
    upper: points.map(({ upper }) => upper),
    hits: plotted.hits,
  }
}

/** The other way round, as far as rules look at it. */
export function plottedOf({ values, centre, sigma }: Pick<Track, 'values' | 'centre' | 'sigma'>) {
  const steps = newSteps()
  let before: readonly [middle: number, spread: number] | undefined
  values.forEach((value, place) => {
    const [middle, spread] = [centre[place] ?? NaN, sigma[place] ?? NaN]
    if (value === null || (before && Object.is(before[0], middle) && Object.is(before[1], spread))) return
    before = [middle, spread]
    steps.put(place, middle, spread, NaN, NaN)
  })
  return { values: columnOf(values), steps: steps.done() }
}
