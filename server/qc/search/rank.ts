/** A text in its comparable form: lower case, normal width, trimmed. */
export const fold = (text: string): string => text.normalize('NFKC').toLowerCase().trim()

/** The texts of a findable thing, folded, and their spellings in Latin letters. */
export type Findable = {
  /** Code, name, English name. */
  names: readonly string[]
  /** The names of its context, which may be typed together with its own name. */
  context: readonly string[]
  pinyin: readonly string[]
  initials: readonly string[]
  /** All of these texts in one, which is searched first. */
  whole: string
}

/** Spaces and apostrophes of input methods separate syllables: `mian'mi'du`. */
const lettersOf = (typed: string) => typed.replace(/[\s']/g, '')

/** The kinds of matches, the best first. */
const places: ((found: Findable, typed: string, letters: string) => boolean)[] = [
  ({ names }, typed) => names.includes(typed),
  ({ names }, typed) => names.some((name) => name.startsWith(typed)),
  ({ initials }, _, letters) => letters !== '' && initials.includes(letters),
  ({ initials }, _, letters) => letters !== '' && initials.some((initial) => initial.startsWith(letters)),
  ({ names }, typed) => names.some((name) => name.includes(typed)),
  ({ pinyin }, _, letters) => letters !== '' && pinyin.some((text) => text.startsWith(letters)),
  ({ initials }, _, letters) => letters.length > 1 && initials.some((initial) => initial.includes(letters)),
  ({ pinyin }, _, letters) => letters.length > 2 && pinyin.some((text) => text.includes(letters)),
  ({ names, context }, typed) => {
    const words = typed.split(/\s+/)
    const isIn = (texts: readonly string[]) => (word: string) => texts.some((text) => text.includes(word))
    return words.length > 1 && words.some(isIn(names)) && words.every(isIn([...names, ...context]))
  },
]

export const wholeOf = ({ names, pinyin, initials }: Omit<Findable, 'whole'>): string =>
  [...names, ...pinyin, ...initials].join('\n')

/** The rank of a match with `typed`, folded: 0 is best; undefined: no match. */
export function rankOf(found: Findable, typed: string): number | undefined {
  const letters = /^[\p{ASCII}]+$/u.test(typed) ? lettersOf(typed) : ''
  const { whole } = found
  const isPossible = whole.includes(typed) || (letters !== '' && whole.includes(letters)) || /\s/.test(typed)
  if (!isPossible) return undefined
  const place = places.findIndex((matches) => matches(found, typed, letters))
  return place < 0 ? undefined : place
}

/** The matching ones, the best first, otherwise in their order. */
export function ranked<Found extends Findable>(all: readonly Found[], typed: string): Found[] {
  const byPlace: Found[][] = places.map(() => [])
  for (const found of all) {
    const place = rankOf(found, typed)
    if (place !== undefined) byPlace[place]!.push(found)
  }
  return byPlace.flat()
}
