import { localeNames, type Locale } from './i18n/text'

/** How a browser would like pages to look before any script has run; kept in a cookie, which authenticates nothing. */
export type Look = {
  themeMode?: 'light' | 'dark' | 'system' | undefined
  /** Body text in px. */
  fontSize?: number | undefined
  /** Only once somebody has chosen it. */
  locale?: Locale | undefined
}

export const lookText = ({ themeMode, fontSize, locale }: Look): string => [themeMode, fontSize, locale].join('.')

/** What of a cookie's text makes sense. `theme` is left out where the system decides. */
export function lookOf(text: string): { theme?: 'light' | 'dark'; fontSize?: '16'; locale?: Locale } {
  const [mode, size, name] = text.split('.')
  const locale = localeNames.find((known) => known === name)
  return {
    ...((mode === 'light' || mode === 'dark') && { theme: mode }),
    ...(size === '16' && { fontSize: size }),
    ...(locale && { locale }),
  }
}
