import { adminEn } from './en/admin'
import { adminZh } from './zh/admin'
import { en } from './en/common'
import { frameEn } from './en/frame'
import { frameZh } from './zh/frame'
import { logEn } from './en/log'
import { logZh } from './zh/log'
import { profileEn } from './en/profile'
import { profileZh } from './zh/profile'
import { qcSelfcheckEn } from './en/qc-selfcheck'
import { qcEn } from './en/qc'
import { qcSelfcheckZh } from './zh/qc-selfcheck'
import { qcZh } from './zh/qc'
import { serverEn } from './en/server'
import { serverZh } from './zh/server'
import { setupEn } from './en/setup'
import { setupZh } from './zh/setup'
import { toolsEn } from './en/tools'
import { toolsZh } from './zh/tools'
import { fill, type AnyTextKey, type Holes, type Locale } from './text'
import { zh } from './zh/common'

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
