import { isTextKey, text } from '#shared/i18n/catalogues'
import type { Locale } from '#shared/i18n/text'
import type { Refusal } from '../refusal'

const MAX_VALUE = 300

/** A text of the catalogue and its values. */
export type Told = Pick<Refusal, 'key' | 'values'>

/** What somebody was told, as it is kept until it is known in which language it will be read. */
export function told({ key, values }: Told): string {
  const cut = (value: string | number) => (typeof value === 'string' ? value.slice(0, MAX_VALUE) : value)
  const short = Object.entries(values).map(([name, value]) => [name, cut(value)])
  return JSON.stringify({ key, values: Object.fromEntries(short) })
}

/** What somebody is told. Of a value that has words of its own in this language, those. */
export const tell = (locale: Locale, { key, values }: Told): string =>
  text(locale, key, locale in values && 'tags' in values ? { ...values, tags: values[locale]! } : values)

/** The same in words. */
export function inWords(locale: Locale, kept: string): string {
  if (kept === '') return ''
  const { key, values } = JSON.parse(kept) as { key: string; values: Told['values'] } // as `told` wrote it
  return isTextKey(key) ? tell(locale, { key, values }) : key // one that this version no longer says
}
