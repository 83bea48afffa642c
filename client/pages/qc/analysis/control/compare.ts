import type { Spc } from '#shared/qc/analysis/schema'

/** A period of a comparison: the number of its first point, its first and last time, its points and values. */
export type Period = { firstIndex: number; from: string; to: string; points: number; values: number }

const periodOf = ({ points, total, values }: Spc, firstIndex: number): Period => ({
  firstIndex,
  from: points[0]!.at,
  to: points.at(-1)!.at,
  points: total,
  values,
})

/**
 * Two periods of a characteristic in one chart, the earlier one first; each keeps its own limits and hits. If one
 * period has no points, or the kinds of chart differ, `spc` is returned unchanged.
 *
 * @param spc the main period: everything except the drawing is taken from it
 */
export function beside(spc: Spc, other: Spc): { spc: Spc; periods: Period[] } {
  const isDrawn = ({ points }: Spc) => points.length > 0
  if (!isDrawn(spc) || !isDrawn(other) || spc.chart !== other.chart) return { spc, periods: [] }
  const [first, second] = other.points[0]!.at < spc.points[0]!.at ? [other, spc] : [spc, other]
  const moved = movedBy(second, first.total)
  const both = <Name extends 'points' | 'phases' | 'specifications' | 'hits' | 'shiftStarts'>(name: Name) =>
    [...first[name], ...moved[name]] as Spc[Name]
  return {
    spc: {
      ...spc,
      total: first.total + second.total,
      points: both('points'),
      phases: both('phases'),
      specifications: both('specifications'),
      hits: both('hits'),
      shiftStarts: both('shiftStarts'),
      lowerSum: first.lowerSum && moved.lowerSum && [...first.lowerSum, ...moved.lowerSum],
    },
    periods: [periodOf(first, 0), periodOf(second, first.total)],
  }
}

/** The same chart with the numbers of its points shifted. */
function movedBy(spc: Spc, count: number): Spc {
  const byIndex = <Item extends { index: number }>(item: Item): Item => ({ ...item, index: item.index + count })
  return {
    ...spc,
    points: spc.points.map(byIndex),
    hits: spc.hits.map((hit) => ({ ...byIndex(hit), members: hit.members.map((member) => member + count) })),
    shiftStarts: spc.shiftStarts.map(byIndex),
    specifications: spc.specifications.map(({ firstIndex, ...item }) => ({ ...item, firstIndex: firstIndex + count })),
    phases: spc.phases.map(({ firstIndex, lastIndex, ...phase }) => ({
      ...phase,
      firstIndex: firstIndex + count,
      lastIndex: lastIndex + count,
    })),
  }
}
