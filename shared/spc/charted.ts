import type { ChartHow } from './chart-how'
import { countRules, DEFAULT_RULES, dispersionRules } from './rule-figures'
import { hitsOf } from './rules'
import { phaseOf, type Stretch } from './phases'
import type { Chart, ChartKind, LimitsBy, Track } from './track'

type Drawn = {
  kind: ChartKind
  stretches: readonly Stretch[]
  sizes: ArrayLike<number>
  location: Track
  dispersion?: Track
}

/** A chart out of what was drawn, tested for the rules that its tracks may be tested for. */
export function tested(drawn: Drawn, by: LimitsBy, how: ChartHow, isCounted = false): Chart {
  const { rules = DEFAULT_RULES, figures, from } = how
  const hitsBy = { phaseStarts: by.phaseStarts, figures, from }
  drawn.location.hits = hitsOf(drawn.location, isCounted ? countRules(rules) : rules, hitsBy)
  if (drawn.dispersion) drawn.dispersion.hits = hitsOf(drawn.dispersion, dispersionRules(rules), hitsBy)
  return charted(drawn)
}

/** A chart that found its hits by itself. */
export function charted({ kind, stretches, sizes, location, dispersion }: Drawn): Chart {
  const phases = stretches.map(phaseOf)
  const { sigma, reason } = phases.at(-1)!
  return { kind, sigma, ...(reason && { reason }), sizes, location, dispersion: dispersion ?? null, phases }
}
