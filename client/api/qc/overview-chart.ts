import type { Spc } from '#shared/qc/analysis/schema'
import { request } from '../http'

/** The chart that the figures name. It comes with them, so that it is not work by itself. */
export const getOverviewChart = ({ itemKey, from }: { itemKey: string; from: string | null }, signal: AbortSignal) =>
  request<Spc>('GET', '/qc/analysis/spc', {
    query: { itemKey, from: from ?? undefined },
    failures: 'pass',
    signal,
    isIdle: true,
  })
