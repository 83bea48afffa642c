import { DEFAULT_THEME_COLOR, LOOK_COOKIE } from '#shared/constants'
import { localeNames, type Locale } from '#shared/i18n/text'
import { lookText, type Look } from '#shared/look'
import { readCookie, writeCookie } from './cookie'
import { sensible, SIZE_COOKIE, type Settings } from './setting-values'
import { readJson } from './storage'

/** The appearance of the product in this browser, for the sign-in page and the application alike. */

export const SETTINGS_KEY = 'settings'

/** The stored settings, without unknown names and invalid values. */
export const readSettings = (): Partial<Settings> => sensible(readJson(SETTINGS_KEY))

const systemDark = matchMedia('(prefers-color-scheme: dark)')

export const isDarkIn = (mode: Settings['themeMode']): boolean =>
  mode === 'dark' || (mode === 'system' && systemDark.matches)

export const onSystemLook = (listener: () => void): void => systemDark.addEventListener('change', listener)

const LOOK_DAYS = 400

/** The cookie lets the server send the next page in this language and these colours. */
export const writeLook = (look: Look): void => writeCookie(LOOK_COOKIE, lookText(look), LOOK_DAYS)

/** Applies the appearance to `<html>`. Resolves when the colours are set. */
export function applyLook({ locale, themeMode, themeStyle, fontSize, themeColor }: Settings): Promise<void> {
  const root = document.documentElement
  root.lang = locale === 'zh' ? 'zh-CN' : 'en'
  root.dataset.theme = isDarkIn(themeMode) ? 'dark' : 'light'
  root.dataset.sidebar = themeStyle
  root.dataset.fontSize = String(fontSize)
  root.dataset.size = readCookie(SIZE_COOKIE) // the style sheet ignores unknown values
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name=theme-color]')) {
    meta.media = meta.dataset.of === root.dataset.theme ? 'all' : 'not all'
  }
  return applyColor(themeColor, isDarkIn(themeMode))
}

const themed = ['--seed', '--primary', '--primary-hover', '--on-primary', '--mark', '--primary-text', '--primary-soft']
/** The colour requested last. */
let asked = ''

/** The default colour is in the style sheet; the code that derives tones of another colour is loaded on demand. */
async function applyColor(color: string, dark: boolean): Promise<void> {
  const { style } = document.documentElement
  const own = (asked = color + String(dark))
  if (color.toUpperCase() === DEFAULT_THEME_COLOR) {
    for (const name of themed) style.removeProperty(name)
    return
  }
  const theme = await import('#shared/theme').catch(() => undefined) // offline: the present colours stay
  if (!theme || own !== asked) return // replaced by a later choice
  const ramp = theme.rampOf(color)
  const { primary, primaryHover, onPrimary } = ramp
  const [mark, text, soft] = dark
    ? [ramp.markDark, ramp.textDark, ramp.softDark]
    : [ramp.markLight, ramp.textLight, ramp.softLight]
  const values = [color, primary, primaryHover, onPrimary, mark, text, soft]
  themed.forEach((name, at) => style.setProperty(name, values[at]!))
}

/** `en-GB` and `en` are English. */
const localeOfTag = (tag: string): Locale | undefined =>
  localeNames.find((name) => name === tag.split('-')[0]!.toLowerCase())

/** The language requested by `?lang=zh-CN` or `?lang=en-US`; the parameter is removed from the address. */
export function takeAskedLocale(): Locale | undefined {
  const { pathname, search, hash } = location
  const query = new URLSearchParams(search)
  const requested = query.get('lang')
  if (!requested || !/^(zh-CN|en-US)$/i.test(requested)) return undefined
  query.delete('lang')
  history.replaceState(history.state, '', pathname + (query.size > 0 ? `?${query}` : '') + hash)
  return localeOfTag(requested)
}

/** The language of the installation: the server writes `CALIPER_LOCALE` into the page if it is not Chinese. */
export function installedLocale(): Locale {
  const { locale = 'zh-CN' } = document.documentElement.dataset
  const tags = locale === 'auto' ? navigator.languages : [locale]
  return tags.map(localeOfTag).find((locale) => locale !== undefined) ?? 'zh'
}
