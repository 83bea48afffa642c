import { isPlainDecimal, plainDecimal } from '#shared/spc/decimal'
import {
  codesIn,
  evaluateFormula,
  parseFormula,
  type FormulaErrorKind,
  type FormulaValue,
} from '#shared/spc/formula/formula'
import { inputOf, type DraftItem } from './draft-item'

export type FormulaTest = {
  /** The items that need a test value, in the order in which the formula names them. */
  codes: readonly string[]
  result: { value: FormulaValue; error?: FormulaErrorKind } | undefined
}

/** Evaluates a formula with test values: texts of figures, separated by spaces. */
export function testFormula(
  text: string,
  items: readonly DraftItem[],
  testValues: Readonly<Record<string, string>>,
): FormulaTest {
  const { formula } = parseFormula(text)
  if (!formula) return { codes: [], result: undefined }
  const named = codesIn(formula)
  const codes = named.filter((code) => items.some((item) => item.code === code))
  const scope = new Map(codes.map((code) => [code, valueOf(testValues[code] ?? sampleOf(code, items))] as const))
  return { codes, result: codes.length === named.length ? evaluateFormula(formula, scope) : undefined }
}

/** A first test value: the nominal or a limit, once per sample. */
export function sampleOf(code: string, items: readonly DraftItem[]): string {
  const item = items.find((line) => line.code === code)
  if (!item) return ''
  const { nominal, lsl, usl, sampleSize } = inputOf(item)
  const count = Number.isInteger(sampleSize) ? Math.min(Math.max(sampleSize, 1), 10) : 1
  return Array.from({ length: count }, () => nominal ?? usl ?? lsl ?? '1').join(' ')
}

function valueOf(text: string): FormulaValue {
  const values = text
    .trim()
    .split(/[\s;、，]+/)
    .map(plainDecimal)
    .map((figure) => (isPlainDecimal(figure) ? Number(figure) : null)) // a missing value stays missing
  return values.length === 1 ? (values[0] ?? null) : values
}
