import type { Page } from '@playwright/test'

const phone = { width: 390, height: 844 }
const desk = { width: 1440, height: 900 }

const look = (themeMode: 'light' | 'dark', locale: 'zh' | 'en', viewport: typeof desk) => {
  const isPhone = viewport === phone
  return { themeMode, locale, viewport, isPhone, name: `${themeMode}, ${locale}, ${viewport.width} px` }
}

const others = [
  look('dark', 'zh', desk),
  look('light', 'en', desk),
  look('dark', 'en', desk),
  look('light', 'zh', phone),
  look('dark', 'zh', phone),
  look('light', 'en', phone),
]

/**
 * Ways the product can look, for what must hold in all of them. Of the eight, two in which each theme, language and
 * width is met; with CALIPER_LOOKS=all in the environment, all.
 */
export const looks = [
  look('light', 'zh', desk),
  look('dark', 'en', phone),
  ...(process.env['CALIPER_LOOKS'] === 'all' ? others : []),
]

/** Has every page begin with these settings, as if the operator had chosen them before. */
export const keepSettings = (page: Page, settings: object) =>
  page.addInitScript((text) => localStorage.setItem('settings', text), JSON.stringify(settings))
