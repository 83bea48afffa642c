import { en } from './en'
import { fill, type Catalogue, type Holes, type Locale, type TextKey } from './text'
import { zh } from './zh'

/** All languages at once, for the server and for tests; the client loads the one it needs. */
export const catalogues: Record<Locale, Catalogue> = { zh, en }

export const isTextKey = (key: string): key is TextKey => Object.hasOwn(zh, key)

/** The text of `key` in `locale`, with its placeholders filled. */
export const text = (locale: Locale, key: TextKey, values?: Record<string, string | number>) =>
  values ? fill(locale, catalogues[locale][key], values) : catalogues[locale][key]

/** Does not compile when a text of one language asks for other values than its Chinese original. */
type Differing = {
  [Key in TextKey]: [Holes<(typeof en)[Key]>] extends [Holes<(typeof zh)[Key]>] ? never : Key
}[TextKey]
const _sameHoles: [Differing] extends [never] ? true : Differing = true
void _sameHoles
