/** Rows in descending order of count, ties by code. */
type ParetoRow = {
  code: string
  count: number
  /** Of all counts, and cumulative down to this row; 0 to 100. */
  percent: number
  cumulative: number
}

/** The causes of this percentage need attention first. */
export const PARETO_LINE = 80

/** The Pareto table of counts by code; a count of 0 has no row. */
export function paretoOf(counts: Iterable<readonly [code: string, count: number]>): ParetoRow[] {
  const rows = [...counts].filter(([, count]) => count > 0).sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1))
  const total = rows.reduce((sum, [, count]) => sum + count, 0)
  let sum = 0
  return rows.map(([code, count]) => {
    sum += count
    return { code, count, percent: (100 * count) / total, cumulative: (100 * sum) / total }
  })
}
