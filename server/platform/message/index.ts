import { isTextKey, text } from '#shared/i18n/catalogues'
import type { Locale } from '#shared/i18n/text'
import { localizedName, type Named } from '#shared/qc/localized-name'
import type { Refusal } from '../http/refusal'

const MAX_VALUE = 300

/** A text of the catalogue and its values. */
export type Message = Pick<Refusal, 'key' | 'values'>

/** A message in its stored form, until the reader's language is known. */
export function serializeMessage({ key, values }: Message): string {
  const cut = (value: string | number) => (typeof value === 'string' ? value.slice(0, MAX_VALUE) : value)
  const short = Object.entries(values).map(([name, value]) => [name, cut(value)])
  return JSON.stringify({ key, values: Object.fromEntries(short) })
}

/** The name of a thing as a value of a refusal, which shows it in the reader's language. */
export const named = ({ name, nameEn }: Named) => ({ name, nameEn: nameEn ?? '' })

/** The text of a message. A value that exists in both languages is shown in the reader's language. */
export function renderMessage(locale: Locale, { key, values }: Message): string {
  const { name, nameEn, why, whyEn } = values
  return text(locale, key, {
    ...values,
    ...(locale in values && 'tags' in values && { tags: values[locale]! }),
    ...(nameEn !== undefined && { name: localizedName(locale, { name: String(name), nameEn: String(nameEn) }) }),
    ...(whyEn !== undefined && { why: localizedName(locale, { name: String(why), nameEn: String(whyEn) }) }),
  })
}

/** The text of a stored message. */
export function inWords(locale: Locale, stored: string): string {
  if (stored === '') return ''
  const { key, values } = JSON.parse(stored) as { key: string; values: Message['values'] } // as `serializeMessage` wrote it
  return isTextKey(key) ? renderMessage(locale, { key, values }) : key // one that this version no longer says
}
