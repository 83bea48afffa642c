import type { SpcPoint } from '#shared/qc/analysis/schema'
import type { Span } from './axes'

/** Identifies a point in another answer. A point from an address has only record and index. */
type PointKey = Pick<SpcPoint, 'qcValueBaseId' | 'index'> & Partial<Pick<SpcPoint, 'mean' | 'at'>>

/** The first and the last visible point, in the state of the choice. */
export type VisibleRange = readonly [first: PointKey, last: PointKey]

/** The address form of a visible range: record and number of its two points, `120.0-164.44`. */
export const addressPattern = /^\d{1,15}\.\d{1,9}-\d{1,15}\.\d{1,9}$/
export const addressOf = (range: VisibleRange | undefined): string | undefined =>
  range?.map(({ qcValueBaseId, index }) => `${qcValueBaseId}.${index}`).join('-')

/** The range of an address; undefined if it has none. */
export function rangeOf(address: string | undefined): VisibleRange | undefined {
  const [first, last] = (address?.match(addressPattern)?.[0] ?? '').split('-').map((point) => {
    const [qcValueBaseId = 0, index = 0] = point.split('.').map(Number)
    return { qcValueBaseId, index }
  })
  return first && last && [first, last]
}

/**
 * The index in `points` of a point of an earlier answer; -1 if its record is missing. Points of one record are
 * distinguished by their number as long as it is the same, then by their value.
 */
export function indexIn(points: readonly SpcPoint[], { qcValueBaseId, index, mean }: PointKey): number {
  const sameNumber = points.findIndex((point) => point.qcValueBaseId === qcValueBaseId && point.index === index)
  if (sameNumber >= 0) return sameNumber
  const sameValue = points.findIndex((point) => point.qcValueBaseId === qcValueBaseId && point.mean === mean)
  return sameValue >= 0 ? sameValue : points.findIndex((point) => point.qcValueBaseId === qcValueBaseId)
}

/** The span between the two points of `range`; the span of all points if none of these is left. */
export function spanOf(points: readonly SpcPoint[], range: VisibleRange | undefined): Span {
  const all = [0, points.length - 1] as const
  if (!range) return all
  const [first, last] = range
  const [begin, end] = [indexIn(points, first), indexIn(points, last)]
  const from = begin < 0 && first.at ? points.findIndex(({ at }) => at >= first.at!) : begin
  const to = end < 0 && last.at ? points.findLastIndex(({ at }) => at <= last.at!) : end
  return from >= 0 && to > from ? [from, to] : all
}
