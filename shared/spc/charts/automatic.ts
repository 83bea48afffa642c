import { OVERDISPERSED, overdispersionOf } from './laney'
import { sumOf } from '../series/sum'
import type { ChartKind, ChartOffer, ChartReason, Count } from './track'

type ChosenChart<Kind extends ChartKind = ChartKind> = { kind: Kind; reason: ChartReason; offer?: ChartOffer }

const MAX_RANGE_CHART = 8
/** Above this mean size, the limits of p and u are narrower than the variation of any real process. */
const LARGE_SAMPLES = 1000

/** The chart for measured values, by the sizes of the subgroups; gaps (0) do not count. */
export function automaticChart(sizes: ArrayLike<number>): ChosenChart<'imr' | 'xbar-r' | 'xbar-s'> {
  const different = new Set<number>()
  let before: number | undefined
  for (let index = 0; index < sizes.length; index++) {
    const size = sizes[index]!
    if (size !== before) different.add((before = size))
  }
  different.delete(0)
  const [size = 1] = different
  if (different.size > 1) return { kind: 'xbar-s', reason: 'sizes_differ' }
  if (size === 1) return { kind: 'imr', reason: 'single_values' }
  if (size <= MAX_RANGE_CHART) return { kind: 'xbar-r', reason: 'small_subgroups' }
  return { kind: 'xbar-s', reason: 'large_subgroups' }
}

/** The chart for counts. `asNumbers`: the number of defectives instead of their share, if sizes are equal. */
export function automaticCountChart(
  counted: 'defectives' | 'defects',
  counts: readonly Count[],
  { asNumbers = false }: { asNumbers?: boolean } = {},
): ChosenChart<'p' | 'np' | 'c' | 'u'> {
  const sizes = counts.filter(({ count, size }) => count !== null && size > 0).map(({ size }) => size)
  const isEqual = new Set(sizes).size <= 1
  if (counted === 'defectives' && isEqual && asNumbers) return { kind: 'np', reason: 'defectives_as_numbers' }
  if (counted === 'defects' && isEqual) return { kind: 'c', reason: 'defects_in_equal_areas' }
  const [kind, laney] = counted === 'defectives' ? (['p', 'laney-p'] as const) : (['u', 'laney-u'] as const)
  const reason = counted === 'defectives' ? 'defectives' : 'defects_in_areas_that_differ'
  const factor = overdispersionOf(kind, counts)
  const isOver = typeof factor === 'number' && factor > OVERDISPERSED
  const isLarge = sizes.length > 0 && sumOf(sizes) / sizes.length > LARGE_SAMPLES
  if (!isOver && !isLarge) return { kind, reason }
  return { kind, reason, offer: { kind: laney, reason: isOver ? 'overdispersed' : 'large_samples' } }
}
