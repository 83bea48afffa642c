import type { InSteps } from '../series/cooperative'
import { incrementalHits } from '../rules/incremental'
import type { ChartOptions } from './chart-options'
import { countRules, DEFAULT_RULES, dispersionRules } from '../rules/figures'
import type { Plotted, PlottedChart } from './plotted'
import { phaseOf, type Segment } from './phases'
import type { ChartKind, LimitSource } from './track'

type ChartParts = {
  kind: ChartKind
  segments: readonly Segment[]
  sizes: ArrayLike<number>
  location: Plotted
  dispersion?: Plotted
  /** The `sourceKey` of the subgroup statistics, if each of their points is plotted. */
  sourceKey?: object | undefined
}

/** Tests the tracks by their applicable rules, and assembles the chart. */
export function* applyRules(
  parts: ChartParts,
  source: LimitSource,
  options: ChartOptions,
  isCounted = false,
): InSteps<PlottedChart> {
  const { rules = DEFAULT_RULES, figures, from } = options
  const hitOptions = { phaseStarts: source.phaseStarts, figures, from }
  yield
  const { kind, sourceKey, location, dispersion } = parts
  location.hits = yield* incrementalHits(
    sourceKey,
    `${kind} location`,
    location,
    isCounted ? countRules(rules) : rules,
    hitOptions,
  )
  yield
  if (dispersion) {
    dispersion.hits = yield* incrementalHits(
      sourceKey,
      `${kind} dispersion`,
      dispersion,
      dispersionRules(rules),
      hitOptions,
    )
  }
  return assembleChart(parts)
}

/** Assembles a chart whose hits are already known. */
export function assembleChart({ kind, segments, sizes, location, dispersion }: ChartParts): PlottedChart {
  const phases = segments.map(phaseOf)
  const { sigma, reason } = phases.at(-1)!
  return { kind, sigma, ...(reason && { reason }), sizes, location, dispersion: dispersion ?? null, phases }
}
