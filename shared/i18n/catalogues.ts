import { adminEn } from './admin-en'
import { adminZh } from './admin-zh'
import { en } from './en'
import { frameEn } from './frame-en'
import { frameZh } from './frame-zh'
import { logEn } from './log-en'
import { logZh } from './log-zh'
import { profileEn } from './profile-en'
import { profileZh } from './profile-zh'
import { qcSelfcheckEn } from './qc-selfcheck-en'
import { qcEn } from './qc-en'
import { qcSelfcheckZh } from './qc-selfcheck-zh'
import { qcZh } from './qc-zh'
import { serverEn } from './server-en'
import { serverZh } from './server-zh'
import { setupEn } from './setup-en'
import { setupZh } from './setup-zh'
import { toolsEn } from './tools-en'
import { toolsZh } from './tools-zh'
import { fill, type AnyTextKey, type Holes, type Locale } from './text'
import { zh } from './zh'

const whole = {
  zh: {
    ...zh,
    ...frameZh,
    ...adminZh,
    ...profileZh,
    ...qcZh,
    ...qcSelfcheckZh,
    ...logZh,
    ...setupZh,
    ...toolsZh,
    ...serverZh,
  },
  en: {
    ...en,
    ...frameEn,
    ...adminEn,
    ...profileEn,
    ...qcEn,
    ...qcSelfcheckEn,
    ...logEn,
    ...setupEn,
    ...toolsEn,
    ...serverEn,
  },
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
