import { atOnce, type InSteps } from '../series/cooperative'
import { automaticChart } from './automatic'
import type { ChartOptions } from './chart-options'
import { cusumChart } from './cusum'
import { subgroupStatisticsOf, type SubgroupStatistics } from '../series/subgroup-statistics'
import { ewmaChart } from './ewma'
import { imrChart } from './imr'
import { listed, type PlottedChart } from './plotted'
import type { Chart, LimitSource, MeasuredKind, Subgroup, SigmaMethod } from './track'
import { xbarChart } from './xbar'

/**
 * The chart of measured subgroups, or of their existing statistics; `attributeChart` draws counts. Single values are
 * subgroups of one.
 */
export const chartOf = (
  kind: MeasuredKind,
  subgroups: readonly Subgroup[] | SubgroupStatistics,
  source: LimitSource = {},
  options: ChartOptions = {},
): Chart =>
  listed(atOnce(plottedChart(kind, 'mean' in subgroups ? subgroups : subgroupStatisticsOf(subgroups), source, options)))

/** The same in columns and in steps, for long series. */
export function plottedChart(
  kind: MeasuredKind,
  statistics: SubgroupStatistics,
  source: LimitSource = {},
  options: ChartOptions = {},
): InSteps<PlottedChart> {
  switch (kind) {
    case 'imr':
      return imrChart(statistics, source, options)
    case 'xbar-r':
    case 'xbar-s':
      return xbarChart(kind, statistics, source, options)
    case 'ewma':
      return ewmaChart(statistics, options.sigma ?? usualSigma(statistics), source, options)
    case 'cusum':
      return cusumChart(statistics, options.sigma ?? usualSigma(statistics), source, options)
  }
}

/** The σ method of the automatic chart of such subgroups. EWMA and CUSUM use the same one. */
const USUAL_SIGMA = { imr: 'mr', 'xbar-r': 'rbar', 'xbar-s': 'sbar' } as const
export const usualSigma = ({ size }: SubgroupStatistics): SigmaMethod => USUAL_SIGMA[automaticChart(size).kind]
