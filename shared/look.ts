import { localeNames, type Locale } from './i18n/text'

/** The look of pages in a browser before any script runs, stored in a cookie that does not authenticate. */
export type Look = {
  themeMode?: 'light' | 'dark' | 'system' | undefined
  /** Body text in px. */
  fontSize?: number | undefined
  /** Only if the user has chosen one. */
  locale?: Locale | undefined
}

export const lookText = ({ themeMode, fontSize, locale }: Look): string => [themeMode, fontSize, locale].join('.')

/** The valid parts of a cookie's text. `theme` is left out if the system decides. */
export function lookOf(text: string): { theme?: 'light' | 'dark'; fontSize?: '16'; locale?: Locale } {
  const [mode, size, name] = text.split('.')
  const locale = localeNames.find((known) => known === name)
  return {
    ...((mode === 'light' || mode === 'dark') && { theme: mode }),
    ...(size === '16' && { fontSize: size }),
    ...(locale && { locale }),
  }
}
