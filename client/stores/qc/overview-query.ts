import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { QcOverview } from '#shared/qc/overview'
import { getOverview } from '../../api/access/operator'
import { getOverviewChart } from '../../api/qc/analysis'

/** The data of the first page; loading starts before it is drawn. */
export const overviewQuery = queryOptions({
  queryKey: ['overview'],
  queryFn: ({ signal }) => getOverview(signal),
  meta: { isKept: true },
})

/** The first part of the query key of the chart beside the figures. */
export const CHART_KEY = 'overview-chart'

export const chartQuery = (chart: NonNullable<QcOverview['chart']>) =>
  queryOptions({
    queryKey: [CHART_KEY, chart],
    queryFn: ({ signal }) => getOverviewChart(chart, signal),
    placeholderData: keepPreviousData,
    meta: { isKept: true },
  })
