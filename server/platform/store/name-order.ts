/** The sort keys of the basic block's Han characters, in the order of `Intl.Collator`: made once, in about 40 ms. */
let places: ReadonlyMap<string, string> | undefined

const [FIRST_HAN, LAST_HAN] = [0x4e00, 0x9fff]
/** Behind all Han characters, where a Chinese collation has other letters. */
const LETTERS = 0xe000

function ordered() {
  const han = Array.from({ length: LAST_HAN - FIRST_HAN + 1 }, (_, index) => String.fromCharCode(FIRST_HAN + index))
  han.sort(new Intl.Collator('zh-Hans').compare)
  return new Map(han.map((character, index) => [character, String.fromCharCode(FIRST_HAN + index)]))
}

/** Text whose code points sort like names: symbols and digits, Han by pinyin, letters without case and accent. */
export function nameKey(name: string | null): string | null {
  if (name === null) return null
  const letters = [...name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()]
  const key = letters.map((letter) => {
    const code = letter.codePointAt(0)!
    if (code >= FIRST_HAN && code <= LAST_HAN) return (places ??= ordered()).get(letter)
    return code < 0x1000 && /\p{L}/u.test(letter) ? String.fromCharCode(LETTERS + code) : letter
  })
  return key.join('')
}
