import { localeNames, type Locale } from '#shared/i18n/text'

/** `en-GB` and `en` are English. */
const localeOfTag = (tag: string): Locale | undefined =>
  localeNames.find((name) => name === tag.split('-')[0]!.toLowerCase())

/** The language that `?lang=zh-CN` or `?lang=en-US` asks for; it is taken out of the address. */
export function takeAskedLocale(): Locale | undefined {
  const { pathname, search, hash } = location
  const query = new URLSearchParams(search)
  const asked = query.get('lang')
  if (!asked || !/^(zh-CN|en-US)$/i.test(asked)) return undefined
  query.delete('lang')
  history.replaceState(history.state, '', pathname + (query.size > 0 ? `?${query}` : '') + hash)
  return localeOfTag(asked)
}

/** What the installation speaks: the server writes `CALIPER_LOCALE` into the page where it is not Chinese. */
export function installedLocale(): Locale {
  const { locale = 'zh-CN' } = document.documentElement.dataset
  const tags = locale === 'auto' ? navigator.languages : [locale]
  return tags.map(localeOfTag).find((one) => one !== undefined) ?? 'zh'
}
