import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { QcOverview } from '#shared/qc/overview'
import { getOverviewChart } from '../../api/qc/analysis'

/** Begins the key of the chart beside the figures. */
export const CHART_KEY = 'overview-chart'

export const chartQuery = (chart: NonNullable<QcOverview['chart']>) =>
  queryOptions({
    queryKey: [CHART_KEY, chart],
    queryFn: ({ signal }) => getOverviewChart(chart, signal),
    placeholderData: keepPreviousData,
  })
