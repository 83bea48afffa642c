import { evaluate, type Evaluation, type FormulaValue, type Scope } from './evaluate'
import { functionNames, type FormulaErrorKind } from './functions'
import { parse, ParseFault, type Node } from './parser'

/**
 * The language of calculated items and of conditions (`qc-domain` 3.2). It has only numbers, codes of items, operators
 * and functions. It cannot reach any property of an object.
 */
export { functionNames, type Evaluation, type FormulaErrorKind, type FormulaValue, type Scope }

/** A parsed formula. */
export type Formula = { node: Node; codes: readonly string[] }

/** The kind of a fault, and its place in the text. */
type FormulaFault = Pick<ParseFault, 'kind' | 'at'>
type Parsed = { formula: Formula; fault?: never } | { fault: FormulaFault; formula?: never }

/** Formulas are few, and are parsed at every keystroke. */
const cache = new Map<string, Parsed>()
/** The maximum of one template: three per item. */
const MAX_CACHED = 1000

/** Parses a formula. @returns the formula, or the fault and its place in the text */
export function parseFormula(text: string): Parsed {
  const cached = cache.get(text)
  if (cached) return cached
  const parsed = parseUncached(text)
  if (text.length <= 500) {
    if (cache.size >= MAX_CACHED) cache.delete(cache.keys().next().value!)
    cache.set(text, parsed)
  }
  return parsed
}

function parseUncached(text: string): Parsed {
  try {
    const node = parse(text)
    return { formula: { node, codes: [...new Set(namedIn(node))] } }
  } catch (thrown) {
    if (!(thrown instanceof ParseFault)) throw thrown
    return { fault: { kind: thrown.kind, at: thrown.at } }
  }
}

function namedIn(node: Node): string[] {
  switch (node.type) {
    case 'number':
      return []
    case 'item':
      return [node.code]
    case 'minus':
      return namedIn(node.of)
    case 'operation':
      return [...namedIn(node.left), ...namedIn(node.right)]
    case 'call':
      return node.args.flatMap(namedIn)
  }
}

/** The distinct codes of items in a formula. */
export const codesIn = (formula: Formula): readonly string[] => formula.codes

/** Evaluates a formula with the values of items in `scope`. */
export const evaluateFormula = (formula: Formula, scope: Scope): Evaluation => evaluate(formula.node, scope)
