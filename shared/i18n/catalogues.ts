import { en } from './en'
import { logEn } from './log-en'
import { logZh } from './log-zh'
import { qcEn } from './qc-en'
import { qcZh } from './qc-zh'
import { serverEn } from './server-en'
import { serverZh } from './server-zh'
import { toolsEn } from './tools-en'
import { toolsZh } from './tools-zh'
import { fill, type AnyTextKey, type Holes, type Locale } from './text'
import { zh } from './zh'

const whole = {
  zh: { ...zh, ...qcZh, ...logZh, ...toolsZh, ...serverZh },
  en: { ...en, ...qcEn, ...logEn, ...toolsEn, ...serverEn },
}

/** All languages at once, for the server and for tests; the client loads the one it needs. */
export const catalogues: Record<Locale, Record<AnyTextKey, string>> = whole

export const isTextKey = (key: string): key is AnyTextKey => Object.hasOwn(whole.zh, key)

/** The text of `key` in `locale`, with its placeholders filled. */
export const text = (locale: Locale, key: AnyTextKey, values?: Record<string, string | number>) =>
  values ? fill(locale, catalogues[locale][key], values) : catalogues[locale][key]

/** Does not compile when a text of one language asks for other values than its Chinese original. */
type Differing = {
  [Key in AnyTextKey]: [Holes<(typeof whole.en)[Key]>] extends [Holes<(typeof whole.zh)[Key]>] ? never : Key
}[AnyTextKey]
const _sameHoles: [Differing] extends [never] ? true : Differing = true
void _sameHoles
