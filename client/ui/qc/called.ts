import type { Locale } from '#shared/i18n/text'
import { useLocale } from '../useText'

type Named = { name: string; nameEn: string }

/** What something is called in a language: by its English name where it has one. */
export const calledIn = (locale: Locale, { name, nameEn }: Named): string => (locale === 'en' && nameEn) || name

/** The same in the operator's language. */
export function useCalled(): (named: Named) => string {
  const locale = useLocale()
  return (named) => calledIn(locale, named)
}
