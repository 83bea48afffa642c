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
  /** What it needs to be told, in the order in which it names them. */
  codes: readonly string[]
  result: { value: FormulaValue; error?: FormulaErrorKind } | undefined
}

/** What a formula comes to with values to try it with: texts of figures, parted by spaces. */
export function testFormula(
  text: string,
  items: readonly DraftItem[],
  given: Readonly<Record<string, string>>,
): FormulaTest {
  const { formula } = parseFormula(text)
  if (!formula) return { codes: [], result: undefined }
  const codes = codesIn(formula).filter((code) => items.some((item) => item.code === code))
  const isKnown = codes.length === codesIn(formula).length
  const scope = new Map(codes.map((code) => [code, valueOf(given[code] ?? sampleOf(code, items))] as const))
  return { codes, result: isKnown ? evaluateFormula(formula, scope) : undefined }
}

/** Something to begin with: the nominal, or the middle of the limits, as often as there are samples. */
export function sampleOf(code: string, items: readonly DraftItem[]): string {
  const item = items.find((one) => one.code === code)
  if (!item) return ''
  const { nominal, lsl, usl, sampleSize } = inputOf(item)
  const one = nominal ?? usl ?? lsl ?? '1'
  const count = Number.isInteger(sampleSize) ? Math.min(Math.max(sampleSize, 1), 10) : 1
  return Array.from({ length: count }, () => one).join(' ')
}

function valueOf(text: string): FormulaValue {
  const figures = text.trim().split(/[\s;、，]+/)
  const values = figures.map((figure) => {
    const plain = plainDecimal(figure)
    return isPlainDecimal(plain) ? Number(plain) : null // what is missing is missing
  })
  return values.length === 1 ? (values[0] ?? null) : values
}
