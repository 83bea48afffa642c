import { fill, type Catalogue, type Locale, type TextKey, type TextValues } from '#shared/i18n/text'
import { zh } from '#shared/i18n/zh'

/** Reads a text of the catalogue; the key decides which values must be given. */
export type T = <Key extends TextKey>(key: Key, ...values: TextValues<Key>) => string

/** Chinese is the reference and comes with the entry chunk; other languages are fetched when first chosen. */
const loaded: Partial<Record<Locale, Catalogue>> & { zh: Catalogue } = { zh }

const readerOf =
  (locale: Locale): T =>
  (key, ...[values]) =>
    fill(locale, (loaded[locale] ?? loaded.zh)[key], values)

/** One reader a language, always the same function, so that it can stand in lists of dependencies. */
export const readers: Record<Locale, T> = { zh: readerOf('zh'), en: readerOf('en') }

/** Makes the texts of a language readable. Rejects when they cannot be fetched. */
export async function loadTexts(locale: Locale): Promise<void> {
  if (locale === 'en') loaded.en ??= (await import('#shared/i18n/en')).en
}

export const isTextKey = (key: string): key is TextKey => Object.hasOwn(zh, key)
