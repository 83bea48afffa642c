import { proxy, subscribe } from 'valtio'
import { DEFAULT_THEME_COLOR } from '#shared/constants'
import { localeNames, type Locale } from '#shared/i18n/text'
import { readCookie } from './cookie'
import { defaultSettings, sensible, SIZE_COOKIE, type Settings } from './setting-values'
import { parsed, readText, writeText } from './storage'
import { loadTexts } from './texts'

const KEY = 'settings'

/** What the browser remembers, without names we do not know and values that make no sense. */
const readSettings = (text: string | null) => sensible(parsed(text))
const initial = readSettings(readText(KEY))

/** What the installation speaks is kept only once an operator has chosen it. */
let isLocaleChosen = initial.locale !== undefined

/** Begins in Chinese, whose texts are at hand; `startSettings` goes on to the language of this browser. */
export const settings = proxy<Settings>({ ...defaultSettings, ...initial, locale: 'zh' })

const systemDark = matchMedia('(prefers-color-scheme: dark)')

/** True when the dark colours are shown, be it by choice or by the system's. */
export const isDark = () => settings.themeMode === 'dark' || (settings.themeMode === 'system' && systemDark.matches)

/**
 * Changes settings, at once. Names that do not exist and values that make no sense are passed over; so is the language,
 * whose texts must come first: see {@link setLocale}.
 */
export function changeSettings(change: Partial<Omit<Settings, 'locale'>>): void {
  const { locale: _locale, ...changed } = sensible(change)
  Object.assign(settings, changed)
}

/** From light to dark or back, whichever is shown. */
export const toggleDark = () => changeSettings({ themeMode: isDark() ? 'light' : 'dark' })

/** Switches the language, after its texts have arrived. Rejects, changing nothing, when they cannot be fetched. */
export async function setLocale(locale: Locale): Promise<void> {
  await loadTexts(locale)
  isLocaleChosen = true
  if (settings.locale === locale) save()
  else settings.locale = locale
}

/** What was last written, here or in another window. */
let keptText: string | null = null

/** Writes nothing that another window has written: it may have gone on since. */
function save() {
  const locale = isLocaleChosen ? settings.locale : undefined
  const text = JSON.stringify({ ...settings, locale })
  if (text === keptText) return
  keptText = text
  writeText(KEY, text)
}

/**
 * Writes the settings to `<html>`, and keeps doing so when they change here, in another window or in the system.
 * Resolves when the texts of the language are there; wait for it before the first paint.
 */
export async function startSettings(): Promise<void> {
  document.documentElement.dataset.size = readCookie(SIZE_COOKIE) // the style sheet passes over what it does not know
  const painted = apply()
  subscribe(settings, () => {
    void apply()
    save()
  })
  systemDark.addEventListener('change', () => void apply())
  window.addEventListener('storage', ({ key, newValue }) => {
    if (key !== KEY) return
    keptText = newValue
    const changed = readSettings(newValue ?? readText(KEY))
    changeSettings(changed)
    if (changed.locale) void setLocale(changed.locale).catch(() => {}) // this window keeps its language
  })
  await beginLocale().catch(() => {}) // offline: Chinese is at hand
  await painted
}

/** The language that the address asks for, that was chosen in this browser, or that of the installation. */
async function beginLocale(): Promise<void> {
  const requested = takeAskedLocale()
  const chosen = requested ?? initial.locale
  if (chosen) return setLocale(chosen)
  const locale = installedLocale()
  await loadTexts(locale)
  settings.locale = locale
}

function apply(): Promise<void> {
  const root = document.documentElement
  root.lang = settings.locale === 'zh' ? 'zh-CN' : 'en'
  root.dataset.theme = isDark() ? 'dark' : 'light'
  root.dataset.sidebar = settings.themeStyle
  root.dataset.fontSize = String(settings.fontSize)
  return applyColor(settings.themeColor, isDark())
}

const themed = ['--seed', '--primary', '--primary-hover', '--on-primary', '--mark', '--primary-text', '--primary-soft']

/** The usual colour stands in the style sheet; what makes readable tones of another is fetched when it is needed. */
async function applyColor(color: string, dark: boolean): Promise<void> {
  const { style } = document.documentElement
  if (color.toUpperCase() === DEFAULT_THEME_COLOR) {
    for (const name of themed) style.removeProperty(name)
    return
  }
  const theme = await import('#shared/theme').catch(() => undefined) // offline: the colours at hand stay
  if (!theme || color !== settings.themeColor || dark !== isDark()) return // overtaken by a later choice
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

/** The language that `?lang=zh-CN` or `?lang=en-US` asks for; it is taken out of the address. */
function takeAskedLocale(): Locale | undefined {
  const { pathname, search, hash } = location
  const query = new URLSearchParams(search)
  const requested = query.get('lang')
  if (!requested || !/^(zh-CN|en-US)$/i.test(requested)) return undefined
  query.delete('lang')
  history.replaceState(history.state, '', pathname + (query.size > 0 ? `?${query}` : '') + hash)
  return localeOfTag(requested)
}

/** What the installation speaks: the server writes `CALIPER_LOCALE` into the page where it is not Chinese. */
function installedLocale(): Locale {
  const { locale = 'zh-CN' } = document.documentElement.dataset
  const tags = locale === 'auto' ? navigator.languages : [locale]
  return tags.map(localeOfTag).find((locale) => locale !== undefined) ?? 'zh'
}
