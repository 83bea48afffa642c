import { columnOf } from '../series/columns'
import { newSteps, stepAt, type Steps } from '../series/steps'
import type { Chart, Hit, Track } from './track'

/** One plotted series in columns: NaN at gaps, where lines have no meaning. */
export type Plotted = { values: Float64Array; steps: Steps; hits: Hit[] }

export type PlottedChart = Omit<Chart, 'location' | 'dispersion'> & {
  location: Plotted
  dispersion: Plotted | null
}

export const finiteOrNull = (value: number | undefined): number | null =>
  value !== undefined && Number.isFinite(value) ? value : null

/** A plotted point and its lines. Null at a gap, and for an unknown line. */
export function plottedAt({ values, steps }: Pick<Plotted, 'values' | 'steps'>, index: number) {
  const value = finiteOrNull(values[index])
  const step = value === null ? -1 : stepAt(steps, index)
  return {
    value,
    centre: finiteOrNull(steps.centre[step]),
    sigma: finiteOrNull(steps.sigma[step]),
    lower: finiteOrNull(steps.lower[step]),
    upper: finiteOrNull(steps.upper[step]),
  }
}

/** A chart with its tracks as lists of points. */
export const listed = ({ location, dispersion, ...chart }: PlottedChart): Chart => ({
  ...chart,
  location: trackOf(location),
  dispersion: dispersion && trackOf(dispersion),
})

function trackOf(plotted: Plotted): Track {
  const points = Array.from(plotted.values, (_, index) => plottedAt(plotted, index))
  return {
    values: points.map(({ value }) => value),
    centre: points.map(({ centre }) => centre),
    sigma: points.map(({ sigma }) => sigma),
    lower: points.map(({ lower }) => lower),
    upper: points.map(({ upper }) => upper),
    hits: plotted.hits,
  }
}

/** The reverse of `trackOf`, with the fields for rules. */
export function plottedOf({ values, centre, sigma }: Pick<Track, 'values' | 'centre' | 'sigma'>) {
  const steps = newSteps()
  let before: readonly [middle: number, spread: number] | undefined
  values.forEach((value, index) => {
    const [middle, spread] = [centre[index] ?? NaN, sigma[index] ?? NaN]
    if (value === null || (before && Object.is(before[0], middle) && Object.is(before[1], spread))) return
    before = [middle, spread]
    steps.put(index, middle, spread, NaN, NaN)
  })
  return { values: columnOf(values), steps: steps.done() }
}
