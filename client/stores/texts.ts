import { fill, type Catalogue, type Locale, type T, type TextKey, type Values } from '#shared/i18n/text'
import { texts as zhEntry } from '#shared/i18n/zh/entry'

export type { T, Values }

/**
 * The loaded texts of each language. The first chunk has the Chinese texts needed before sign-in; the rest comes with
 * the shell, other languages when they are chosen.
 */
const loaded: Record<Locale, Partial<Catalogue>> = { zh: zhEntry, en: {} }
let isWhole = false
/** Languages chosen so far, always including Chinese: its keys are those of every language. */
const chosen = new Set<Locale>(['zh'])
/** Loaders of the texts of opened areas. */
const areas = new Set<Area>()

/** Reads a text without a check of the values, for keys known only at run time. */
export const readText = (locale: Locale, key: TextKey, values?: Values): string =>
  fill(locale, loaded[locale][key] ?? loaded.zh[key] ?? key, values)

/** One reader per language, always the same function, so that it can be a dependency. */
export const readers: Record<Locale, T> = {
  zh: (key: TextKey, values?: Values) => readText('zh', key, values),
  en: (key: TextKey, values?: Values) => readText('en', key, values),
}

/** Loads the texts of a language that are needed so far. Rejects if they cannot be loaded. */
export async function loadTexts(locale: Locale): Promise<void> {
  chosen.add(locale)
  await (isWhole ? take(locale, entry, whole, ...areas) : take(locale, entry))
}

/** Loads all texts, from now on in every chosen language. Rejects if they cannot be loaded. */
export async function loadAllTexts(locale: Locale): Promise<void> {
  chosen.add(locale)
  await Promise.all([...chosen].map((language) => take(language, entry, whole)))
  isWhole = true
}

/** Loads the texts of an area, as {@link loadAllTexts} does for all pages. */
export async function loadArea(area: Area): Promise<void> {
  areas.add(area)
  await Promise.all([...chosen].map((language) => take(language, area)))
}

async function take(locale: Locale, ...sources: Area[]) {
  const texts = await Promise.all(sources.map((source) => source[locale]()))
  loaded[locale] = Object.assign({}, loaded[locale], ...texts.map((one) => one.texts))
}

/** Loads some of the texts of a language. */
export type Area = Record<Locale, () => Promise<{ texts: Partial<Catalogue> }>>

const entry: Area = {
  zh: async () => ({ texts: zhEntry }),
  en: () => import('#shared/i18n/en/entry'),
}

const whole: Area = {
  zh: () => import('#shared/i18n/zh/common'),
  en: () => import('#shared/i18n/en/common'),
}

export const isTextKey = (key: string): key is TextKey => Object.hasOwn(loaded.zh, key)
