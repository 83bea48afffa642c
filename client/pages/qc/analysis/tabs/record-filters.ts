import { dayOf, toDate } from '#shared/format/time'
import type { recordsPath } from '#shared/qc/paths'
import type { AnalysisItem } from '#shared/qc/analysis/schema'
import type { AnalysisQuery } from '../analysis-query'

/** The filters that find the records of an analysis in the list of records. */
export function recordFilters(
  query: AnalysisQuery,
  { product, templateId }: AnalysisItem,
): Parameters<typeof recordsPath>[0] {
  const { from, to, equipmentId, shiftId, operatorId, lotId } = query
  const day = (moment: string | undefined) => {
    const date = toDate(moment)
    return date && dayOf(date)
  }
  return {
    product,
    templateId,
    equipmentId,
    shiftId,
    operatorId,
    lotId,
    // the list takes a range by both its days
    ...((from ?? to) && { beginTime: day(from) ?? '2000-01-01', endTime: day(to) ?? dayOf(new Date()) }),
  }
}
