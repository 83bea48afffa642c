import { localeNames, type Locale, type AnyPlainTextKey } from '#shared/i18n/text'
import { text } from '#shared/i18n/catalogues'

/** The texts of the values of a column: a key of the catalogue by value. */
export type Words = Record<string, AnyPlainTextKey>

export const statusWords: Words = { '2': 'status.on', '1': 'status.off' }

/** One column that an import reads. */
export type SheetField = {
  /** Its name in the schema; a sheet may use it as header. */
  field: string
  /** Its header, which a sheet may have in any of the languages. */
  title: AnyPlainTextKey
  /** A sheet may hold a value or the word for it, in any of the languages. */
  words?: Words
  /** Stands in the row that shows how a sheet is filled in: a value, not its word. */
  example?: string
  /** The text in that row instead of a value. */
  hint?: AnyPlainTextKey
  /** The example is one of the data at hand. */
  hasOwnExample?: true
}

/** The word for a value; the value where there is none. */
export function wordFor(locale: Locale, words: Words, value: string | number): string {
  const key = Object.hasOwn(words, value) ? words[value] : undefined
  return key ? text(locale, key) : String(value)
}

/** The value that a word stands for, whatever its language and case; the word itself where it is none of them. */
export function valueOf(words: Words, word: string): string {
  const match = Object.entries(words).find(([, key]) => isCalled(key, word))
  return match ? match[0] : word
}

/** Whether `word` is the text of `key` in one of the languages. */
export const isCalled = (key: AnyPlainTextKey, word: string) =>
  localeNames.some((locale) => text(locale, key).toLowerCase() === word.toLowerCase())
