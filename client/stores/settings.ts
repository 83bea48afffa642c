import { proxy, subscribe } from 'valtio'
import { DEFAULT_THEME_COLOR } from '#shared/constants'
import { localeNames, type Locale } from '#shared/i18n/text'
import { loadTexts } from './texts'

const choices = {
  locale: localeNames,
  themeMode: ['light', 'dark', 'system'],
  /** Look of the sidebar. */
  themeStyle: ['dark', 'light'],
  density: ['compact', 'default', 'comfortable'],
} as const

type Choices = { -readonly [Name in keyof typeof choices]: (typeof choices)[Name][number] }

/** How one operator likes the product to look; kept in this browser. */
export type Settings = Choices & {
  /** `#rrggbb`; readable colours are derived from it. */
  themeColor: string
  topNav: boolean
  tagsView: boolean
  fixedHeader: boolean
  sidebarLogo: boolean
  showSettings: boolean
}

export const defaultSettings: Readonly<Settings> = {
  locale: 'zh',
  themeMode: 'light',
  themeStyle: 'dark',
  themeColor: DEFAULT_THEME_COLOR,
  density: 'default',
  topNav: true,
  tagsView: true,
  fixedHeader: true,
  sidebarLogo: true,
  showSettings: true,
}

const KEY = 'settings'

const kept = stored()

/** Begins in Chinese, whose texts are at hand; `startSettings` goes on to the language kept. */
export const settings = proxy<Settings>({ ...defaultSettings, ...kept, locale: 'zh' })

/** What the browser remembers, without names we do not know and values that make no sense. */
function stored(): Partial<Settings> {
  let parsed: unknown
  try {
    parsed = JSON.parse(localStorage.getItem(KEY) ?? '{}')
  } catch {
    return {} // damaged, or storage is switched off: start from the defaults
  }
  if (typeof parsed !== 'object' || parsed === null) return {}
  return Object.fromEntries(Object.entries(parsed).filter(([name, value]) => isSensible(name, value)))
}

function isSensible(name: string, value: unknown): boolean {
  if (!Object.hasOwn(defaultSettings, name)) return false
  if (name === 'themeColor') return typeof value === 'string' && /^#[0-9a-f]{6}$/i.test(value)
  const allowed: readonly unknown[] = Object.hasOwn(choices, name) ? choices[name as keyof Choices] : [true, false]
  return allowed.includes(value)
}

const systemDark = matchMedia('(prefers-color-scheme: dark)')

/** True when the dark colours are shown, be it by choice or by the system's. */
export const isDark = () => settings.themeMode === 'dark' || (settings.themeMode === 'system' && systemDark.matches)

/** Switches the language, after its texts have arrived. Rejects, changing nothing, when they cannot be fetched. */
export async function setLocale(locale: Locale): Promise<void> {
  await loadTexts(locale)
  settings.locale = locale
}

/**
 * Writes the settings to `<html>`, and keeps doing so when they change here, in another window or in the system.
 * Resolves when the texts of the language kept are there; wait for it before the first paint.
 */
export async function startSettings(): Promise<void> {
  const painted = apply()
  subscribe(settings, () => {
    void apply()
    try {
      localStorage.setItem(KEY, JSON.stringify(settings))
    } catch {
      // full or switched off: the choice lasts until the page is left
    }
  })
  systemDark.addEventListener('change', () => void apply())
  window.addEventListener('storage', ({ key }) => {
    if (key !== KEY) return
    const { locale, ...changed } = stored()
    Object.assign(settings, changed)
    if (locale) void setLocale(locale).catch(() => {}) // this window keeps its language
  })
  if (kept.locale) await setLocale(kept.locale).catch(() => {}) // offline: Chinese is at hand
  await painted.catch(() => {}) // offline: the usual colour is at hand
}

function apply(): Promise<void> {
  const root = document.documentElement
  root.lang = settings.locale === 'zh' ? 'zh-CN' : 'en'
  root.dataset.theme = isDark() ? 'dark' : 'light'
  root.dataset.density = settings.density
  root.dataset.sidebar = settings.themeStyle
  return applyColor(settings.themeColor, isDark())
}

/** The usual colour stands in the style sheet; what makes readable tones of another is fetched when it is needed. */
async function applyColor(color: string, dark: boolean): Promise<void> {
  const { style } = document.documentElement
  if (color.toUpperCase() === DEFAULT_THEME_COLOR) {
    for (const name of ['', '-hover', '-text', '-soft']) style.removeProperty(`--primary${name}`)
    style.removeProperty('--seed')
    return
  }
  const { rampOf } = await import('#shared/theme')
  if (color !== settings.themeColor || dark !== isDark()) return // overtaken by a later choice
  const ramp = rampOf(color)
  style.setProperty('--seed', color)
  style.setProperty('--primary', ramp.primary)
  style.setProperty('--primary-hover', ramp.primaryHover)
  style.setProperty('--primary-text', dark ? ramp.textDark : ramp.textLight)
  style.setProperty('--primary-soft', dark ? ramp.softDark : ramp.softLight)
}
