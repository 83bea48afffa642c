import { localeNames, type Locale, type AnyPlainTextKey } from '#shared/i18n/text'
import { text } from '#shared/i18n/catalogues'

/** The texts of the values of a column: a key of the catalogue by value. */
export type Words = Record<string, AnyPlainTextKey>

export const statusWords: Words = { '2': 'status.on', '1': 'status.off' }

/** A column of an import. */
export type SheetField = {
  /** Its name in the schema; a sheet may use it as header. */
  field: string
  /** Its header, in any of the languages. */
  title: AnyPlainTextKey
  /** A sheet may have a value or its word, in any of the languages. */
  words?: Words
  /** The example in the template: a value, not its word. */
  example?: string
  /** The text in the template in place of a value. */
  hint?: AnyPlainTextKey
  /** The example comes from present data. */
  hasOwnExample?: true
}

/** The word of a value; the value itself without one. */
export function wordFor(locale: Locale, words: Words, value: string | number): string {
  const key = Object.hasOwn(words, value) ? words[value] : undefined
  return key ? text(locale, key) : String(value)
}

/** The value of a word, in any language and case; the word itself if it matches none. */
export function valueOf(words: Words, word: string): string {
  const match = Object.entries(words).find(([, key]) => isCalled(key, word))
  return match ? match[0] : word
}

/** True if `word` is the text of `key` in one of the languages. */
export const isCalled = (key: AnyPlainTextKey, word: string) =>
  localeNames.some((locale) => text(locale, key).toLowerCase() === word.toLowerCase())
