import type { RuleFigures } from '../rules/figures'
import type { RuleId, SigmaMethod } from './track'

/** What EWMA (λ, L) and CUSUM (k, h, in σ) take: the usual figure, and between which it may be. */
export const chartFigures = {
  lambda: { usual: 0.2, bounds: [0.01, 1] },
  L: { usual: 3, bounds: [0.5, 6] },
  k: { usual: 0.5, bounds: [0, 5] },
  h: { usual: 5, bounds: [0.5, 20] },
} as const
export type ChartFigure = keyof typeof chartFigures

/** What may be chosen about a chart besides its limits; each kind looks at what concerns it. */
export type ChartOptions = {
  /** Rules 1, 2 and 5 where nothing is said. */
  rules?: readonly RuleId[] | undefined
  figures?: RuleFigures | undefined
  /** Only hits from this point on. */
  from?: number | undefined
  sigma?: SigmaMethod | undefined
  /** Shares and rates: one limit by the mean size, where all sizes are within a quarter of it. */
  meanSize?: boolean | undefined
  /** EWMA: the weight of the newest point, and how many σ wide. */
  lambda?: number | undefined
  L?: number | undefined
  /** CUSUM in σ: what is let pass, where it signals, where it starts (h / 2 for a fast initial response), and from what. */
  k?: number | undefined
  h?: number | undefined
  headStart?: number | undefined
  target?: number | undefined
}
