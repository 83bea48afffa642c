import type { recordsPath, signalsPath } from '#shared/qc/paths'
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

/** The filters that find the signals of the records of an analysis in the list of signals. */
export function signalFilters(
  { from, to, equipmentId, shiftId, operatorId, lotId, status, versionNo }: AnalysisQuery,
  { templateId }: AnalysisItem,
): Parameters<typeof signalsPath>[0] {
  return { templateId, from, to, equipmentId, shiftId, operatorId, lotId, recordStatus: status, versionNo }
}
