import type { Locale } from '#shared/i18n/text'

/** Sets the language of a WeCom page, which otherwise follows the browser. */
export function inLanguage(link: string, locale: Locale): string {
  const url = new URL(link)
  url.searchParams.set('lang', locale)
  return url.href
}
