import { roundFigure } from '../decimal'
import { withoutNoise } from './without-noise'
import { deviationOf, extentOf, sumOf } from '../series/sum'

export type FormulaErrorKind =
  'syntax' | 'unknown_item' | 'unknown_function' | 'division_by_zero' | 'domain' | 'cycle' | 'length'

/** One figure: a number, null for a missing one, or an error. */
export type Cell = number | null | FormulaErrorKind

/** The sum of two figures, exact for decimal numbers. */
export const plus = (a: number, b: number) => withoutNoise(a + b, Math.max(Math.abs(a), Math.abs(b)))
export const minus = (a: number, b: number) => plus(a, -b)
const total = (values: readonly number[]) => withoutNoise(sumOf(values), sumOf(values.map(Math.abs)))

/** Aggregate functions; missing figures are left out. */
export const aggregates = {
  avg: (values: readonly number[]) => (values.length === 0 ? null : total(values) / values.length),
  sum: (values: readonly number[]) => (values.length === 0 ? null : total(values)),
  min: (values: readonly number[]) => extentOf(values)?.[0] ?? null,
  max: (values: readonly number[]) => extentOf(values)?.[1] ?? null,
  range(values: readonly number[]) {
    const extent = extentOf(values)
    return extent && minus(extent[1], extent[0])
  },
  /** Of the exact distances to the first figure. */
  stdev: (values: readonly number[]) => deviationOf(values.map((value) => minus(value, values[0]!))),
  count: (values: readonly number[]) => values.length,
} as const

/** Functions of one figure. */
export const ofOne = {
  abs: Math.abs,
  sqrt: Math.sqrt,
  ln: Math.log,
  log10: Math.log10,
  exp: Math.exp,
} as const

type Aggregate = keyof typeof aggregates
type OfOne = keyof typeof ofOne
export type FunctionName = Aggregate | OfOne | 'round' | 'if'

export const isAggregate = (name: FunctionName): name is Aggregate => Object.hasOwn(aggregates, name)
export const isOfOne = (name: FunctionName): name is OfOne => Object.hasOwn(ofOne, name)

/** All functions in the order of the help text. */
export const functionNames: readonly FunctionName[] = [
  'avg',
  'sum',
  'min',
  'max',
  'range',
  'stdev',
  'count',
  'abs',
  'sqrt',
  'ln',
  'log10',
  'exp',
  'round',
  'if',
]

export const isFunctionName = (name: string): name is FunctionName =>
  functionNames.some((functionName) => functionName === name)

export function takesArguments(name: FunctionName, count: number): boolean {
  if (isAggregate(name)) return count >= 1
  return count === (name === 'if' ? 3 : name === 'round' ? 2 : 1)
}

/** A result outside of the range of doubles is an error. */
export const finite = (value: number): Cell => (Number.isFinite(value) ? value : 'domain')

/** Half to even. */
export const round = (value: number, decimals: number): Cell =>
  Number.isInteger(decimals) && decimals >= 0 && decimals <= 15 ? Number(roundFigure(value, decimals)) : 'domain'
