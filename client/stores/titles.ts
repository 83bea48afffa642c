import type { Locale, TextKey } from '#shared/i18n/text'
import type { T } from './texts'

/** The name of a page: a text of the catalogue, or a title of the server's menu, whose English may be missing. */
export type Title = TextKey | { title: string; titleEn: string }

export const NO_NAME = 'no-name'

/** A title in the operator's language; else the one in the other language. */
export function titleText(title: Title, t: T, locale: Locale): string {
  if (typeof title === 'string') return plainText(t, title)
  return (locale === 'en' && title.titleEn) || title.title || title.titleEn || NO_NAME
}

/** Titles have no placeholders; the type of a key alone does not say this. */
const plainText = (t: T, key: TextKey) => (t as (key: TextKey) => string)(key)
