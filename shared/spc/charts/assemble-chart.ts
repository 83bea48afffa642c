import type { InSteps } from '../series/cooperative'
import { brokenRules } from '../rules/rules'
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
}

/** Tests the tracks by the rules that suit them, and assembles the chart. */
export function* applyRules(
  parts: ChartParts,
  source: LimitSource,
  options: ChartOptions,
  isCounted = false,
): InSteps<PlottedChart> {
  const { rules = DEFAULT_RULES, figures, from } = options
  const hitOptions = { phaseStarts: source.phaseStarts, figures, from }
  yield
  const { location, dispersion } = parts
  location.hits = brokenRules(location, isCounted ? countRules(rules) : rules, hitOptions)
  yield
  if (dispersion) dispersion.hits = brokenRules(dispersion, dispersionRules(rules), hitOptions)
  return assembleChart(parts)
}

/** Assembles a chart whose hits are found already. */
export function assembleChart({ kind, segments, sizes, location, dispersion }: ChartParts): PlottedChart {
  const phases = segments.map(phaseOf)
  const { sigma, reason } = phases.at(-1)!
  return { kind, sigma, ...(reason && { reason }), sizes, location, dispersion: dispersion ?? null, phases }
}
