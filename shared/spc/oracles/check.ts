import type { Tolerance } from './oracle-case'

type Plain = number | string | boolean | null

/** One expected figure, or one list of figures: the figure with the largest deviation represents a list. */
export type Check = {
  /** Its path in the case: `location.ucl[7]`. */
  name: string
  expected: Plain
  /** Undefined if the engine has no such figure. */
  computed: Plain | undefined
  /** The permitted difference of a number; null if it must be equal. */
  tolerance: number | null
  isHeld: boolean
  /** The number of compared figures. */
  figures: number
}

/** Compares each expected figure with the computed one. There may be more computed figures. */
export function checksOf(name: string, expected: unknown, computed: unknown, tolerance: Tolerance): Check[] {
  if (Array.isArray(expected)) return [listCheck(name, expected, computed, tolerance)]
  if (typeof expected === 'number' && Array.isArray(computed)) return [levelCheck(name, expected, computed, tolerance)]
  if (isRecord(expected)) {
    return Object.entries(expected).flatMap(([key, value]) =>
      checksOf(name === '' ? key : `${name}.${key}`, value, isRecord(computed) ? computed[key] : undefined, tolerance),
    )
  }
  return [plainCheck(name, expected, computed, tolerance)]
}

/** Names of counts, which must be exactly equal. */
const counted: ReadonlySet<string> = new Set([
  'n',
  'count',
  'counts',
  'under',
  'over',
  'nPlus',
  'nMinus',
  'ndc',
  'indices',
])
const isCount = (name: string) => counted.has(name.slice(name.lastIndexOf('.') + 1).replace(/\[\d+\]$/, ''))

function plainCheck(name: string, expected: unknown, computed: unknown, { rel, abs }: Tolerance): Check {
  const areNumbers = typeof expected === 'number' && typeof computed === 'number' && !isCount(name)
  const tolerance = areNumbers ? abs + rel * Math.abs(expected) : null
  const isHeld = areNumbers && tolerance !== null ? Math.abs(expected - computed) <= tolerance : computed === expected
  return { name, expected: plain(expected) ?? null, computed: plain(computed), tolerance, isHeld, figures: 1 }
}

/** A list holds if its length is as expected and each of its figures holds. */
function listCheck(name: string, expected: unknown[], computed: unknown, tolerance: Tolerance): Check {
  const shown = Array.isArray(computed) ? extentOf(computed) : plain(computed)
  const isAsLong = Array.isArray(computed) && computed.length === expected.length
  if (!isAsLong || expected.length === 0) {
    return { name, expected: extentOf(expected), computed: shown, tolerance: null, isHeld: isAsLong, figures: 1 }
  }
  const checks = expected.flatMap((value, index) => checksOf(`${name}[${index}]`, value, computed[index], tolerance))
  const worst = checks.reduce((one, other) => (missBy(other) > missBy(one) ? other : one))
  const figures = checks.reduce((sum, check) => sum + check.figures, 0)
  if (!worst.isHeld || !placesOf(expected)) return { ...worst, figures }
  return { name, expected: extentOf(expected), computed: shown, tolerance: null, isHeld: true, figures }
}

/** A list in a few words: the indices of its hits, or its length. */
function extentOf(list: unknown[]): string {
  if (list.length === 0) return 'none'
  const places = placesOf(list)
  if (!places) return `${list.length} in all`
  return places.length > MANY ? `${places.slice(0, MANY).join(', ')} … ${places.length} in all` : places.join(', ')
}

const MANY = 12

function placesOf(list: unknown[]): unknown[] | null {
  const hits = list.filter(isRecord).filter((one) => 'index' in one)
  return hits.length > 0 && hits.length === list.length ? hits.map((hit) => hit['index']) : null
}

/** An expected level line is one number; the computed line may have gaps. */
function levelCheck(name: string, expected: number, computed: unknown[], tolerance: Tolerance): Check {
  const heights = computed.filter((height) => height !== null)
  if (heights.length === 0) return plainCheck(name, expected, undefined, tolerance)
  return listCheck(
    name,
    heights.map(() => expected),
    heights,
    tolerance,
  )
}

/** The difference in multiples of the tolerance: 0 if equal, up to 1 within it, infinite if it is not a number. */
function missBy({ expected, computed, tolerance, isHeld }: Check): number {
  const difference = typeof expected === 'number' ? Math.abs(expected - Number(computed)) : 0
  if (!isHeld && (tolerance === null || !Number.isFinite(difference))) return Infinity
  return difference === 0 ? 0 : difference / (tolerance ?? 1)
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function plain(value: unknown): Plain | undefined {
  return value === null || ['number', 'string', 'boolean', 'undefined'].includes(typeof value)
    ? (value as Plain | undefined) // its type was checked
    : JSON.stringify(value)
}
