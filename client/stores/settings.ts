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

/** The language is stored only after an operator has chosen it; before that, the installation's language applies. */
let isLocaleChosen = initial.locale !== undefined

/** Begins in Chinese, whose texts are at hand; `startSettings` goes on to the language of this browser. */
export const settings = proxy<Settings>({ ...defaultSettings, ...initial, locale: 'zh' })

/** True when the dark colours are shown, be it by choice or by the system's. */
export const isDark = () => isDarkIn(settings.themeMode)

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

/** The text last written, here or in another window. */
let keptText: string | null = null

/** Writes nothing that another window has written: it may have gone on since. */
function save() {
  const locale = isLocaleChosen ? settings.locale : undefined
  const text = JSON.stringify({ ...settings, locale })
  if (text === keptText) return
  keptText = text
  writeText(SETTINGS_KEY, text)
  writeLook({ ...settings, locale })
}

/**
 * Writes the settings to `<html>`, and keeps doing so when they change here, in another window or in the system.
 * Resolves when the texts of the language are there; wait for it before the first paint.
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
  await beginLocale().catch(() => {}) // offline: Chinese is at hand
  await painted
}

/** Takes over what another window, or the sign-in page, has kept. */
export async function adoptSettings(): Promise<void> {
  const kept = readSettings()
  changeSettings(kept)
  if (kept.locale) await setLocale(kept.locale)
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

const apply = () => applyLook(settings)
