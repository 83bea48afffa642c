import type { recordsPath } from '#shared/qc/paths'
import type { AnalysisItem } from '#shared/qc/analysis/schema'
import type { AnalysisQuery } from '../analysis-query'

/** The filters that find the records of an analysis in the list of records. */
export function recordFilters(
  { from, to, equipmentId, shiftId, operatorId, lotId, status, versionNo }: AnalysisQuery,
  { product, templateId }: AnalysisItem,
): Parameters<typeof recordsPath>[0] {
  const filters = { equipmentId, shiftId, operatorId, lotId, status, versionNo }
  return { product, templateId, ...filters, beginTime: from, endTime: to }
}
