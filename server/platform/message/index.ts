import { isTextKey, text } from '#shared/i18n/catalogues'
import type { Locale } from '#shared/i18n/text'
import { calledIn, type Named } from '#shared/qc/localized-name'
import type { Refusal } from '../http/refusal'

const MAX_VALUE = 300

/** A text of the catalogue and its values. */
export type Message = Pick<Refusal, 'key' | 'values'>

/** What somebody was told, as it is kept until it is known in which language it will be read. */
export function serializeMessage({ key, values }: Message): string {
  const cut = (value: string | number) => (typeof value === 'string' ? value.slice(0, MAX_VALUE) : value)
  const short = Object.entries(values).map(([name, value]) => [name, cut(value)])
  return JSON.stringify({ key, values: Object.fromEntries(short) })
}

/** What a refusal calls something by: in the language of whoever it is told to. */
export const named = ({ name, nameEn }: Named) => ({ name, nameEn: nameEn ?? '' })

/** What somebody is told. Of a value that has words of its own in this language, those. */
export function renderMessage(locale: Locale, { key, values }: Message): string {
  const { name, nameEn, why, whyEn } = values
  return text(locale, key, {
    ...values,
    ...(locale in values && 'tags' in values && { tags: values[locale]! }),
    ...(nameEn !== undefined && { name: calledIn(locale, { name: String(name), nameEn: String(nameEn) }) }),
    ...(whyEn !== undefined && { why: calledIn(locale, { name: String(why), nameEn: String(whyEn) }) }),
  })
}

/** The same in words. */
export function inWords(locale: Locale, stored: string): string {
  if (stored === '') return ''
  const { key, values } = JSON.parse(stored) as { key: string; values: Message['values'] } // as `serializeMessage` wrote it
  return isTextKey(key) ? renderMessage(locale, { key, values }) : key // one that this version no longer says
}
