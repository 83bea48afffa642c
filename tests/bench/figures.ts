/** What was measured, beside what it must reach and what is aimed at; smaller is better. */
export type Figure = {
  what: string
  unit: 'kB' | 'MB' | 'KiB' | 'MiB' | 'ms' | '%' | 'requests' | 'nodes' | 'errors' | 'x' | 'score'
  value: number
  must?: number
  aim?: number
}

const decimals: { [unit in Figure['unit']]?: number } = { requests: 0, nodes: 0, errors: 0, x: 2, score: 3 }

/** Writes figures as a table. Returns false when one misses what it must reach. */
export function printFigures(figures: readonly Figure[]): boolean {
  const limit = (value: number | undefined) => (value === undefined ? '-' : `≤ ${value}`)
  console.log(`${'what'.padEnd(66)} ${'measured'.padStart(14)} ${'must'.padStart(7)} ${'aim'.padStart(7)}`)
  for (const { what, unit, value, must, aim } of figures) {
    const measured = `${value.toFixed(decimals[unit] ?? 1)} ${unit}`.padStart(14)
    const verdict = value > (must ?? Infinity) ? '  ← too much' : value <= (aim ?? -1) ? '  aim reached' : ''
    console.log(`${what.padEnd(66)} ${measured} ${limit(must).padStart(7)} ${limit(aim).padStart(7)}${verdict}`)
  }
  return figures.every(({ value, must }) => value <= (must ?? Infinity))
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2
}
