import { en } from './en'
import { qcEn } from './qc-en'
import { qcZh } from './qc-zh'
import { fill, type Catalogue, type Holes, type Locale, type TextKey } from './text'
import { zh } from './zh'

const whole = { zh: { ...zh, ...qcZh }, en: { ...en, ...qcEn } }

/** All languages at once, for the server and for tests; the client loads the one it needs. */
export const catalogues: Record<Locale, Catalogue> = whole

export const isTextKey = (key: string): key is TextKey => Object.hasOwn(whole.zh, key)

/** The text of `key` in `locale`, with its placeholders filled. */
export const text = (locale: Locale, key: TextKey, values?: Record<string, string | number>) =>
  values ? fill(locale, catalogues[locale][key], values) : catalogues[locale][key]

/** Does not compile when a text of one language asks for other values than its Chinese original. */
type Differing = {
  [Key in TextKey]: [Holes<(typeof whole.en)[Key]>] extends [Holes<(typeof whole.zh)[Key]>] ? never : Key
}[TextKey]
const _sameHoles: [Differing] extends [never] ? true : Differing = true
void _sameHoles
