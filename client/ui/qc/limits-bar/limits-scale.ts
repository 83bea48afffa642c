/** The limits of an item, as decimal texts; null for none. */
export type Limits = {
  lsl: string | null
  usl: string | null
  warnLow: string | null
  warnHigh: string | null
  nominal: string | null
  /** The decimals of its values; calculated values are shown with as many. */
  decimals: number
}

export const hasLimits = ({ lsl, usl, warnLow, warnHigh }: Limits) =>
  lsl !== null || usl !== null || warnLow !== null || warnHigh !== null

/** The room beyond the outermost limits, as a share of the distance between them. */
const BEYOND = 0.25

/**
 * The range of a limits bar: the limits with some room beyond them. On an open side it reaches as far as the good
 * values. A value outside the range is drawn at the end.
 */
export function limitsRange(limits: Limits, values: readonly number[]): { from: number; to: number } {
  const low = numberOf(limits.lsl) ?? numberOf(limits.warnLow)
  const high = numberOf(limits.usl) ?? numberOf(limits.warnHigh)
  const inner = [limits.warnLow, limits.nominal, limits.warnHigh].map(numberOf).filter((value) => value !== undefined)
  if (low !== undefined && high !== undefined) {
    const room = (Math.abs(high - low) || stepOf(limits)) * BEYOND
    return { from: Math.min(low, high) - room, to: Math.max(low, high) + room }
  }
  const limit = low ?? high
  if (limit === undefined) return { from: 0, to: 1 }
  const isUpper = high !== undefined
  const isGood = (value: number) => (isUpper ? value < limit : value > limit)
  // The open end mirrors the limit behind known good values; without any, it is zero or twice the limit.
  const known = inner.filter(isGood).map((value) => value + (value - limit))
  const usual = isUpper && limit > 0 ? 0 : limit + Math.abs(limit) * (isUpper ? -1 : 1)
  const ends = [...(known.length > 0 ? known : [usual]), ...values.filter(isGood)]
  const end = isUpper ? Math.min(...ends) : Math.max(...ends)
  const room = (Math.abs(limit - end) || stepOf(limits)) * BEYOND
  return isUpper
    ? { from: Math.min(end, limit - room), to: limit + room }
    : { from: limit - room, to: Math.max(end, limit + room) }
}

/** The position of a value between the ends, from 0 to 100. */
export function placeIn({ from, to }: { from: number; to: number }, value: number): number {
  return Math.min(100, Math.max(0, ((value - from) / (to - from)) * 100))
}

export const numberOf = (text: string | null): number | undefined => {
  const value = text === null || text.trim() === '' ? Number.NaN : Number(text)
  return Number.isFinite(value) ? value : undefined
}

const stepOf = ({ decimals }: Limits) => 10 ** -decimals
