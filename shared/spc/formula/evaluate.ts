import { withoutNoise } from './without-noise'
import {
  aggregates,
  finite,
  isAggregate,
  isOfOne,
  minus,
  ofOne,
  plus,
  round,
  type Cell,
  type FormulaErrorKind,
  type FunctionName,
} from './functions'
import type { Node, Operator } from './parser'

/** The value of an item in formulas: a figure, or one per sample; null for a missing one. */
export type FormulaValue = number | null | readonly (number | null)[]
export type Scope = ReadonlyMap<string, FormulaValue>

export type Evaluation = { value: FormulaValue; error?: FormulaErrorKind }

type Cells = Cell | readonly Cell[]

/** Figures with a smaller relative difference are equal: 0.1 + 0.2 is 0.3. */
const RELATIVE = 1e-12

/**
 * Evaluates a formula. In a list, only the elements that fail are null, beside the error. An aggregate of a list with
 * such an element also fails.
 */
export function evaluate(node: Node, scope: Scope): Evaluation {
  const cells = cellsOf(node, scope)
  const list = isList(cells) ? cells : [cells]
  const error = list.find((cell) => typeof cell === 'string')
  const values = list.map((cell) => (typeof cell === 'string' ? null : cell))
  const value = isList(cells) ? values : values[0]!
  return error === undefined ? { value } : { value, error }
}

// Array.isArray does not narrow read-only lists.
const isList = (cells: Cells): cells is readonly Cell[] => Array.isArray(cells)

function cellsOf(node: Node, scope: Scope): Cells {
  switch (node.type) {
    case 'number':
      return node.value
    case 'item':
      return scope.has(node.code) ? scope.get(node.code)! : 'unknown_item'
    case 'minus':
      return each([cellsOf(node.of, scope)], (value) => -value)
    case 'operation':
      return operated(node.operator, cellsOf(node.left, scope), cellsOf(node.right, scope))
    case 'call':
      return node.name === 'if' ? chosen(node.args, scope) : called(node.name, node.args, scope)
  }
}

/**
 * Element by element; a single figure combines with every element of a list. A missing or failed cell is the result.
 */
function each(operands: readonly Cells[], work: (...numbers: number[]) => Cell): Cells {
  return spread(operands, (...cells) => (cells.every(isNumber) ? work(...cells) : (cells.find(isFailure) ?? null)))
}

const isNumber = (cell: Cell) => typeof cell === 'number'
const isFailure = (cell: Cell) => typeof cell === 'string'

function spread(operands: readonly Cells[], work: (...cells: Cell[]) => Cell): Cells {
  const [first, ...others] = operands.filter(isList)
  const at = (index: number) => operands.map((cells) => (isList(cells) ? cells[index]! : cells))
  if (!first) return work(...at(0))
  if (others.some(({ length }) => length !== first.length)) return 'length'
  return first.map((_, index) => work(...at(index)))
}

/** The fast path for two numbers: formulas are evaluated at every keystroke. */
const operated = (operator: Operator, left: Cells, right: Cells): Cells =>
  typeof left === 'number' && typeof right === 'number'
    ? operate(operator, left, right)
    : each([left, right], (a, b) => operate(operator, a, b))

function operate(operator: Operator, a: number, b: number): Cell {
  switch (operator) {
    case '+':
      return finite(plus(a, b))
    case '-':
      return finite(minus(a, b))
    case '*':
      return finite(withoutNoise(a * b))
    case '/':
      return b === 0 ? 'division_by_zero' : finite(a / b)
    case '^':
      return a === 0 && b < 0 ? 'division_by_zero' : finite(withoutNoise(a ** b))
    default:
      return compared(operator, a, b) ? 1 : 0
  }
}

function compared(operator: Exclude<Operator, '+' | '-' | '*' | '/' | '^'>, a: number, b: number): boolean {
  const isEqual = Math.abs(a - b) <= RELATIVE * Math.max(Math.abs(a), Math.abs(b))
  switch (operator) {
    case '==':
      return isEqual
    case '!=':
      return !isEqual
    case '<':
      return !isEqual && a < b
    case '<=':
      return isEqual || a < b
    case '>':
      return !isEqual && a > b
    case '>=':
      return isEqual || a > b
  }
}

/** Evaluates only the chosen branch: a condition can prevent a failure of the formula. */
function chosen([condition, then, otherwise]: readonly Node[], scope: Scope): Cells {
  const test = cellsOf(condition!, scope)
  if (!isList(test)) {
    return typeof test === 'number' ? cellsOf(test === 0 ? otherwise! : then!, scope) : test
  }
  return spread([test, cellsOf(then!, scope), cellsOf(otherwise!, scope)], (cell, a, b) =>
    typeof cell === 'number' ? (cell === 0 ? b! : a!) : cell!,
  )
}

function called(name: Exclude<FunctionName, 'if'>, operands: readonly Node[], scope: Scope): Cells {
  const cells = operands.map((node) => cellsOf(node, scope))
  if (isAggregate(name)) return aggregated(name, cells.flat())
  if (isOfOne(name)) return each(cells, (value) => finite(ofOne[name](value)))
  return each(cells, (value, decimals) => round(value!, decimals!))
}

function aggregated(name: keyof typeof aggregates, cells: readonly Cell[]): Cell {
  const failure = cells.find((cell) => typeof cell === 'string')
  if (failure !== undefined) return failure
  const value = aggregates[name](cells.filter((cell) => typeof cell === 'number'))
  return value === null ? null : finite(value)
}
