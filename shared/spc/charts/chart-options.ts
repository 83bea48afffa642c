import type { RuleFigures } from '../rules/figures'
import type { RuleId, SigmaMethod } from './track'

/** The figures of EWMA (λ, L) and CUSUM (k, h, in σ): the usual value and the bounds. */
export const chartFigures = {
  lambda: { usual: 0.2, bounds: [0.01, 1] },
  L: { usual: 3, bounds: [0.5, 6] },
  k: { usual: 0.5, bounds: [0, 5] },
  h: { usual: 5, bounds: [0.5, 20] },
} as const
export type ChartFigure = keyof typeof chartFigures

/** Options of a chart besides its limits. Each kind ignores the options of other kinds. */
export type ChartOptions = {
  /** Default: rules 1, 2 and 5. */
  rules?: readonly RuleId[] | undefined
  figures?: RuleFigures | undefined
  /** Only hits from this point on. */
  from?: number | undefined
  sigma?: SigmaMethod | undefined
  /** Shares and rates: one limit by the mean size, if all sizes are within a quarter of it. */
  meanSize?: boolean | undefined
  /** EWMA: the weight of the newest point, and the width of the limits in σ. */
  lambda?: number | undefined
  L?: number | undefined
  /** CUSUM in σ: allowance k, decision interval h, head start (h / 2 for a fast initial response); and the target. */
  k?: number | undefined
  h?: number | undefined
  headStart?: number | undefined
  target?: number | undefined
}
