import { proxy, subscribe } from 'valtio'
import type { Locale } from '#shared/i18n/text'
import {
  applyLook,
  installedLocale,
  isDarkIn,
  onSystemLook,
  readSettings,
  SETTINGS_KEY,
  takeAskedLocale,
  writeLook,
} from './look'
import { defaultSettings, sensible, type Settings } from './setting-values'
import { writeText } from './storage'
import { loadTexts } from './texts'

const initial = readSettings()

/** The language is stored only after an operator has chosen it. */
let isLocaleChosen = initial.locale !== undefined

/** Starts in Chinese, whose texts are loaded first; `startSettings` switches to the language of this browser. */
export const settings = proxy<Settings>({ ...defaultSettings, ...initial, locale: 'zh' })

/** True if dark colours are shown, by choice or by the system. */
export const isDark = () => isDarkIn(settings.themeMode)

/**
 * Changes settings at once. Unknown names and invalid values are ignored; so is the language, whose texts must be
 * loaded first: see {@link setLocale}.
 */
export function changeSettings(change: Partial<Omit<Settings, 'locale'>>): void {
  const { locale: _locale, ...changed } = sensible(change)
  Object.assign(settings, changed)
}

/** Toggles between light and dark. */
export const toggleDark = () => changeSettings({ themeMode: isDark() ? 'light' : 'dark' })

/** Switches the language after its texts are loaded. If they cannot be loaded, rejects and changes nothing. */
export async function setLocale(locale: Locale): Promise<void> {
  await loadTexts(locale)
  isLocaleChosen = true
  if (settings.locale === locale) save()
  else settings.locale = locale
}

/** The text last written, here or in another window. */
let keptText: string | null = null

/** Does not repeat a write of another window, which may have changed since. */
function save() {
  const locale = isLocaleChosen ? settings.locale : undefined
  const text = JSON.stringify({ ...settings, locale })
  if (text === keptText) return
  keptText = text
  writeText(SETTINGS_KEY, text)
  writeLook({ ...settings, locale })
}

/**
 * Applies the settings to `<html>`, and again at each change here, in another window or in the system. Resolves when
 * the texts of the language are loaded; wait for it before the first paint.
 */
export async function startSettings(): Promise<void> {
  const painted = apply()
  subscribe(settings, () => {
    void apply()
    save()
  })
  onSystemLook(() => void apply())
  window.addEventListener('storage', ({ key, newValue }) => {
    if (key !== SETTINGS_KEY) return
    keptText = newValue
    void adoptSettings().catch(() => {}) // this window keeps its language
  })
  await beginLocale().catch(() => {}) // offline: Chinese is loaded
  await painted
}

/** Takes over settings stored by another window, or by the sign-in page. */
export async function adoptSettings(): Promise<void> {
  const kept = readSettings()
  changeSettings(kept)
  if (kept.locale) await setLocale(kept.locale)
}

/** The language of the address, else the one chosen in this browser, else that of the installation. */
async function beginLocale(): Promise<void> {
  const requested = takeAskedLocale()
  const chosen = requested ?? initial.locale
  if (chosen) return setLocale(chosen)
  const locale = installedLocale()
  await loadTexts(locale)
  settings.locale = locale
}

const apply = () => applyLook(settings)
