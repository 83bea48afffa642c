import type { InSteps } from '../series/cooperative'
import { incrementalHits } from '../rules/incremental'
import type { ChartHow } from './chart-settings'
import { countRules, DEFAULT_RULES, dispersionRules } from '../rules/figures'
import type { Plotted, PlottedChart } from './plotted'
import { phaseOf, type Stretch } from './phases'
import type { ChartKind, LimitsBy } from './track'

type Drawn = {
  kind: ChartKind
  stretches: readonly Stretch[]
  sizes: ArrayLike<number>
  location: Plotted
  dispersion?: Plotted
  /** That of the digest, where each of its points is one that is plotted. */
  trunk?: object | undefined
}

/** A chart out of what was drawn, tested for the rules that its tracks may be tested for. */
export function* tested(drawn: Drawn, by: LimitsBy, how: ChartHow, isCounted = false): InSteps<PlottedChart> {
  const { rules = DEFAULT_RULES, figures, from } = how
  const hitsBy = { phaseStarts: by.phaseStarts, figures, from }
  yield
  const { kind, trunk, location, dispersion } = drawn
  location.hits = yield* incrementalHits(
    trunk,
    `${kind} location`,
    location,
    isCounted ? countRules(rules) : rules,
    hitsBy,
  )
  yield
  if (dispersion) {
    dispersion.hits = yield* incrementalHits(trunk, `${kind} dispersion`, dispersion, dispersionRules(rules), hitsBy)
  }
  return charted(drawn)
}

/** A chart that found its hits by itself. */
export function charted({ kind, stretches, sizes, location, dispersion }: Drawn): PlottedChart {
  const phases = stretches.map(phaseOf)
  const { sigma, reason } = phases.at(-1)!
  return { kind, sigma, ...(reason && { reason }), sizes, location, dispersion: dispersion ?? null, phases }
}
