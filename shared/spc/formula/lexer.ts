/** A sign of the language: a number, a name, or an operator, which is its own text. `at` is its place in the text. */
export type Token =
  { type: 'number'; value: number; at: number } | { type: 'name' | 'sign' | 'end'; text: string; at: number }

const pattern = /\s*(?:(\d+\.?\d*(?:[eE][+-]?\d+)?|\.\d+(?:[eE][+-]?\d+)?)|([A-Za-z]\w*)|(<=|>=|==|!=|[-+*/^(),<>]))/y

/**
 * The signs of a formula, the end last.
 * @returns a number where something else stands: the place of it
 */
export function tokensOf(text: string): Token[] | number {
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
      // `1e3x` and `1.2.3` are no numbers with something behind them.
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
