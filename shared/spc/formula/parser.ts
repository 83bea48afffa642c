import { isFunctionName, takesArguments, type FunctionName } from './functions'

const comparisons = ['<', '<=', '>', '>=', '==', '!='] as const
type Comparison = (typeof comparisons)[number]
export type Operator = '+' | '-' | '*' | '/' | '^' | Comparison

export type Node =
  | { type: 'number'; value: number }
  | { type: 'item'; code: string }
  | { type: 'minus'; of: Node }
  | { type: 'operation'; operator: Operator; left: Node; right: Node }
  | { type: 'call'; name: FunctionName; args: Node[] }

/** A fault of the text and its position. */
export class ParseFault extends Error {
  readonly kind: 'syntax' | 'unknown_function'
  readonly at: number

  constructor(kind: ParseFault['kind'], at: number) {
    super(kind)
    this.kind = kind
    this.at = at
  }
}

/** A token of the language: a number, a name, or an operator with its text. `at` is its position in the text. */
type Token = { type: 'number'; value: number; at: number } | { type: 'name' | 'sign' | 'end'; text: string; at: number }

const MAX_LENGTH = 500
/** Maximum depth of nested parentheses, calls, signs and exponents. */
const MAX_DEPTH = 32

/** @throws ParseFault */
export function parse(text: string): Node {
  if (text.length > MAX_LENGTH) throw new ParseFault('syntax', MAX_LENGTH)
  const tokens = tokensOf(text)
  if (typeof tokens === 'number') throw new ParseFault('syntax', tokens)
  return new Parser(tokens).whole()
}

/** A recursive-descent parser: one method for each precedence, the lowest first. */
class Parser {
  readonly #tokens: readonly Token[]
  #place = 0
  #depth = 0

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens
  }

  whole(): Node {
    const node = this.#comparison()
    if (this.#next.type !== 'end') throw new ParseFault('syntax', this.#next.at)
    return node
  }

  get #next(): Token {
    return this.#tokens[this.#place]!
  }

  /** Consumes and returns the next token if it is one of `signs`. */
  #taken<Sign extends string>(...signs: Sign[]): Sign | undefined {
    const next = this.#next
    const result = next.type === 'sign' ? signs.find((sign) => sign === next.text) : undefined
    if (result !== undefined) this.#place++
    return result
  }

  #expect(sign: string) {
    if (this.#taken(sign) === undefined) throw new ParseFault('syntax', this.#next.at)
  }

  #deeper<Result>(find: () => Result): Result {
    if (++this.#depth > MAX_DEPTH) throw new ParseFault('syntax', this.#next.at)
    const result = find()
    this.#depth--
    return result
  }

  /** At most one comparison: `a < b < c` would be misread. */
  #comparison(): Node {
    const left = this.#sum()
    const operator = this.#taken(...comparisons)
    return operator ? { type: 'operation', operator, left, right: this.#sum() } : left
  }

  #sum(): Node {
    let left = this.#product()
    for (let operator; (operator = this.#taken('+', '-'));) {
      left = { type: 'operation', operator, left, right: this.#product() }
    }
    return left
  }

  #product(): Node {
    let left = this.#minus()
    for (let operator; (operator = this.#taken('*', '/'));) {
      left = { type: 'operation', operator, left, right: this.#minus() }
    }
    return left
  }

  #minus(): Node {
    if (!this.#taken('-')) return this.#power()
    return { type: 'minus', of: this.#deeper(() => this.#minus()) }
  }

  #power(): Node {
    const left = this.#operand()
    if (!this.#taken('^')) return left
    return { type: 'operation', operator: '^', left, right: this.#deeper(() => this.#minus()) }
  }

  #operand(): Node {
    const token = this.#next
    if (token.type === 'number') {
      this.#place++
      return { type: 'number', value: token.value }
    }
    if (token.type === 'name') {
      this.#place++
      return this.#taken('(') ? this.#call(token) : { type: 'item', code: token.text }
    }
    this.#expect('(')
    const inner = this.#deeper(() => this.#comparison())
    this.#expect(')')
    return inner
  }

  #call({ text: name, at }: { text: string; at: number }): Node {
    if (!isFunctionName(name)) throw new ParseFault('unknown_function', at)
    const args = this.#deeper(() => this.#arguments())
    if (!takesArguments(name, args.length)) throw new ParseFault('syntax', at)
    return { type: 'call', name, args }
  }

  #arguments(): Node[] {
    if (this.#taken(')')) return []
    const args = [this.#comparison()]
    while (this.#taken(',')) args.push(this.#comparison())
    this.#expect(')')
    return args
  }
}

const pattern = /\s*(?:(\d+\.?\d*(?:[eE][+-]?\d+)?|\.\d+(?:[eE][+-]?\d+)?)|([A-Za-z]\w*)|(<=|>=|==|!=|[-+*/^(),<>]))/y

/**
 * Splits a formula into tokens, the end last.
 * @returns the position of the first character that is not part of a token, as a number
 */
function tokensOf(text: string): Token[] | number {
  const tokens: Token[] = []
  let at = 0
  while (at < text.length) {
    pattern.lastIndex = at
    const [all, number, name, sign] = pattern.exec(text) ?? []
    if (all === undefined) {
      const rest = text.slice(at).trimStart()
      if (rest === '') break
      return text.length - rest.length
    }
    const end = at + all.length
    if (number !== undefined) {
      // `1e3x` and `1.2.3` are faults, not numbers followed by other tokens.
      const value = Number(number)
      if (!Number.isFinite(value) || /[\w.]/.test(text[end] ?? '')) return end - number.length
      tokens.push({ type: 'number', value, at: end - number.length })
    } else {
      const word = name ?? sign!
      tokens.push({ type: name === undefined ? 'sign' : 'name', text: word, at: end - word.length })
    }
    at = end
  }
  return [...tokens, { type: 'end', text: '', at: text.length }]
}
