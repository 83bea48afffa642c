import { adminTexts } from './texts/admin'
import { commonTexts } from './texts/common'
import { entryTexts } from './texts/entry'
import { frameTexts } from './texts/frame'
import { logTexts } from './texts/log'
import { moreTexts } from './texts/more'
import { profileTexts } from './texts/profile'
import { qcTexts } from './texts/qc'
import { qcBellTexts } from './texts/qc-bell'
import { qcDashboardTexts } from './texts/qc-dashboard'
import { qcSelfcheckTexts } from './texts/qc-selfcheck'
import { qrTexts } from './texts/qr'
import { routeTexts } from './texts/routes'
import { serverTexts } from './texts/server'
import { signInTexts } from './texts/sign-in'
import { apiTokenTexts } from './texts/api-token'
import { viewTexts } from './texts/view'
import { toolsTexts } from './texts/tools'
import { fill, type AnyTextKey, type Holes, type Locale } from './text'

/** All texts in all languages, for the server and for tests. The client loads only its language. */
export const allTexts = {
  ...entryTexts,
  ...commonTexts,
  ...moreTexts,
  ...frameTexts,
  ...adminTexts,
  ...profileTexts,
  ...qcTexts,
  ...qcBellTexts,
  ...qcDashboardTexts,
  ...qcSelfcheckTexts,
  ...qrTexts,
  ...logTexts,
  ...signInTexts,
  ...apiTokenTexts,
  ...viewTexts,
  ...toolsTexts,
  ...serverTexts,
  ...routeTexts,
}

export const isTextKey = (key: string): key is AnyTextKey => Object.hasOwn(allTexts, key)

/** The text of `key` in `locale`, with its placeholders filled. */
export function text(locale: Locale, key: AnyTextKey, values?: Record<string, string | number>): string {
  const [zh, en] = allTexts[key]
  const localText = locale === 'zh' ? zh : en
  return values ? fill(locale, localText, values) : localText
}

/** The text of a key; if there is none, the key itself. */
export const textOrKey = (locale: Locale, key: string, values?: Record<string, string | number>): string =>
  isTextKey(key) ? text(locale, key, values) : key

/** Does not compile if the English text has a placeholder that the Chinese text does not have. */
type Differing = {
  [Key in AnyTextKey]: [Holes<(typeof allTexts)[Key][1]>] extends [Holes<(typeof allTexts)[Key][0]>] ? never : Key
}[AnyTextKey]
const _sameHoles: [Differing] extends [never] ? true : Differing = true
void _sameHoles
