import { unitsPerBin } from '../distribution/histogram'
import { unitsPerOne } from './resolution'
import {
  deviationOfCounts,
  howManyBelow,
  mapped,
  quantileOfCounts,
  valueCountsOf,
  type ValueCounts,
  type Values,
} from '../series/value-counts'

/** A comb: readings that never occur (empty bins in the middle), or a favoured last digit. */
export type Comb = { kind: 'empty'; share: number } | { kind: 'digit'; digit: number; share: number }

const EMPTY_SHARE = 0.2
const DIGIT_SHARE = 0.3
const MIN_VALUES = 50
/** With fewer values per bin, some bins are empty by chance. */
const MIN_PER_BIN = 5
/** With less variation, in units of resolution, few different last digits are normal. */
const MIN_SPREAD = 3

/** The comb if the reading is coarser than the decimals; null if it is not, or if the values are too few. */
export function combOf(of: Values, decimals: number): Comb | null {
  const counts = valueCountsOf(of)
  const { n, values } = counts
  const spread = deviationOfCounts(counts)
  if (n < MIN_VALUES || !spread) return null
  const perOne = unitsPerOne(decimals, [values[0]!, values[values.length - 1]!])
  if (spread * perOne < MIN_SPREAD) return null
  return emptyBins(counts, perOne) ?? favouredDigit(counts, perOne)
}

/** Looks between the quartiles, where every reading should occur. */
function emptyBins(counts: ValueCounts, perOne: number): Comb | null {
  const [from, to] = [0.25, 0.75].map((p) => Math.round(quantileOfCounts(counts, p)! * perOne)) as [number, number] // two, as requested
  const usedUnits = new Set<number>()
  let count = 0
  for (let index = 0; index < counts.values.length; index++) {
    const unit = Math.round(counts.values[index]! * perOne)
    if (unit < from || unit > to) continue
    usedUnits.add(unit)
    count += counts.counts[index]!
  }
  const bins = to - from + 1
  const share = 1 - usedUnits.size / bins
  return count >= bins * MIN_PER_BIN && share > EMPTY_SHARE ? { kind: 'empty', share } : null
}

function favouredDigit({ n, values, counts }: ValueCounts, perOne: number): Comb | null {
  const byDigit = Array.from({ length: 10 }, () => 0)
  for (let index = 0; index < values.length; index++) {
    byDigit[Math.abs(Math.round(values[index]! * perOne)) % 10]! += counts[index]!
  }
  const most = Math.max(...byDigit)
  const share = most / n
  return share > DIGIT_SHARE ? { kind: 'digit', digit: byDigit.indexOf(most), share } : null
}

const CLIFF_RATIO = 3
/** Fewer values just inside of a limit are chance. */
const MIN_ON_CLIFF = 8
const NEIGHBOURS = 3
const NEARLY_EMPTY = 0.1

/**
 * The limits with many values just inside and almost none outside: readings slightly beyond may have been recorded as
 * just within.
 */
export function cliffsOf(
  of: Values,
  decimals: number,
  { lsl, usl }: { lsl: number | null; usl: number | null },
): ('lower' | 'upper')[] {
  const counts = valueCountsOf(of)
  const { n, values } = counts
  if (n < MIN_ON_CLIFF) return []
  const perOne = unitsPerOne(decimals, [values[0]!, values[values.length - 1]!])
  const box = quantileOfCounts(counts, 0.75)! - quantileOfCounts(counts, 0.25)!
  const widest = Math.max(unitsPerBin(counts, perOne), Math.round((box * perOne) / 2))
  const isCliff = (units: ValueCounts, limit: number) => {
    // Tests several widths: the values may be concentrated on one reading or on several.
    for (let width = 1; width <= widest; width = Math.ceil(width * 1.5)) if (crowds(units, limit, width)) return true
    return false
  }
  const unitsOf = (sign: 1 | -1) => mapped(counts, (value) => sign * Math.round(value * perOne))
  const inside = (limit: number) => Math.floor(limit * perOne + 1e-6)
  const cliffs: ('lower' | 'upper')[] = []
  if (lsl !== null && isCliff(unitsOf(-1), inside(-lsl))) cliffs.push('lower')
  if (usl !== null && isCliff(unitsOf(1), inside(usl))) cliffs.push('upper')
  return cliffs
}

/** @param limit the last unit inside */
function crowds(units: ValueCounts, limit: number, width: number): boolean {
  const upTo = (unit: number) => howManyBelow(units, unit, true)
  const within = upTo(limit) - upTo(limit - width)
  const beside = (upTo(limit - width) - upTo(limit - (1 + NEIGHBOURS) * width)) / NEIGHBOURS
  const outside = upTo(limit + width) - upTo(limit)
  return within >= MIN_ON_CLIFF && within > CLIFF_RATIO * beside && outside <= NEARLY_EMPTY * within
}
