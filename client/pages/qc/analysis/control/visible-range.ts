import type { SpcPoint } from '#shared/qc/analysis/schema'
import type { Span } from './scale'

/** The first and the last point in sight, as they were when they were chosen. */
export type Shown = readonly [first: SpcPoint, last: SpcPoint]

/**
 * Where a point that was looked at stands in another answer; -1 where its record is not there. Its number tells it from
 * other points of its record as long as that stays the same, then its value does.
 */
export function placeOf(points: readonly SpcPoint[], kept: SpcPoint): number {
  let found = -1
  for (const [place, { qcValueBaseId, index, mean }] of points.entries()) {
    if (qcValueBaseId !== kept.qcValueBaseId) continue
    if (index === kept.index) return place
    if (found < 0 || (mean === kept.mean && points[found]!.mean !== kept.mean)) found = place
  }
  return found
}

/** The part of the points that is in sight: what lay between the two points, and all where nothing of that is there. */
export function spanOf(points: readonly SpcPoint[], shown: Shown | undefined): Span {
  const all = [0, points.length - 1] as const
  if (!shown) return all
  const [first, last] = shown
  const [begin, end] = [placeOf(points, first), placeOf(points, last)]
  const from = begin < 0 ? points.findIndex(({ at }) => at >= first.at) : begin
  const to = end < 0 ? points.findLastIndex(({ at }) => at <= last.at) : end
  return from >= 0 && to > from ? [from, to] : all
}
