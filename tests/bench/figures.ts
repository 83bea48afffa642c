/** What was measured, beside what it must reach and what is aimed at; smaller is better. */
export type Figure = {
  what: string
  unit: 'kB' | 'MB' | 'KiB' | 'MiB' | 'ms' | '%' | 'requests' | 'nodes' | 'x'
  value: number
  must?: number
  aim?: number
}

/** Writes figures as a table. Returns false when one misses what it must reach. */
export function printFigures(figures: readonly Figure[]): boolean {
  const limit = (value: number | undefined) => (value === undefined ? '-' : `≤ ${value}`)
  console.log(`${'what'.padEnd(66)} ${'measured'.padStart(14)} ${'must'.padStart(7)} ${'aim'.padStart(7)}`)
  for (const { what, unit, value, must, aim } of figures) {
    const isWhole = unit === 'requests' || unit === 'nodes'
    const measured = `${isWhole ? value : value.toFixed(unit === 'x' ? 2 : 1)} ${unit}`.padStart(14)
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
