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
      return ewmaChart(statistics, options.sigma ?? usualSigma(kind, statistics), source, options)
    case 'cusum':
      return cusumChart(statistics, options.sigma ?? usualSigma(kind, statistics), source, options)
  }
}

const USUAL_SIGMA = { imr: 'mr', 'xbar-r': 'rbar', 'xbar-s': 'sbar' } as const
/** The σ method of a chart of such subgroups. EWMA and CUSUM use that of the automatic chart. */
export const usualSigma = (kind: MeasuredKind, { size }: SubgroupStatistics): SigmaMethod =>
  USUAL_SIGMA[kind === 'ewma' || kind === 'cusum' ? automaticChart(size).kind : kind]
