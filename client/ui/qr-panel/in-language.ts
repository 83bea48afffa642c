import type { Locale } from '#shared/i18n/text'

/** A link to a page of WeCom's that otherwise follows the browser's language. */
export function inLanguage(link: string, locale: Locale): string {
  const url = new URL(link)
  url.searchParams.set('lang', locale)
  return url.href
}
