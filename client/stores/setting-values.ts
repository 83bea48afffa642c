import { DEFAULT_THEME_COLOR } from '#shared/constants'
import { localeNames } from '#shared/i18n/text'

const choices = {
  locale: localeNames,
  themeMode: ['light', 'dark', 'system'],
  /** The look of the sidebar. */
  themeStyle: ['dark', 'light'],
  /** Body text in px at the browser's default size. */
  fontSize: [14, 16],
} as const

type Choices = { -readonly [Name in keyof typeof choices]: (typeof choices)[Name][number] }

/** One operator's display settings; stored in this browser. */
export type Settings = Choices & {
  /** `#rrggbb`; readable tones are derived from it. */
  themeColor: string
  /** True if the first level of the menu is in the navbar. */
  topNav: boolean
  /** True if the bar of open pages is shown. */
  tagsView: boolean
  /** True if the header stays while a page scrolls. */
  fixedHeader: boolean
  sidebarLogo: boolean
  /** True if the settings button at the edge is shown. */
  showSettings: boolean
  /** True if keys without Ctrl or Alt act. */
  shortcuts: boolean
}

export const defaultSettings: Readonly<Settings> = {
  locale: 'zh',
  themeMode: 'system',
  themeStyle: 'light',
  fontSize: 14,
  themeColor: DEFAULT_THEME_COLOR,
  topNav: true,
  tagsView: true,
  fixedHeader: true,
  sidebarLogo: true,
  showSettings: true,
  shortcuts: true,
}

/** The density of rows and controls. */
export const sizes = ['small', 'medium', 'large'] as const
export type Size = (typeof sizes)[number]
export const SIZE_COOKIE = 'size'

/** The valid part of `change`: known names with valid values. */
export function sensible(change: unknown): Partial<Settings> {
  if (typeof change !== 'object' || change === null) return {}
  return Object.fromEntries(Object.entries(change).filter(([name, value]) => isSensible(name, value)))
}

function isSensible(name: string, value: unknown): boolean {
  if (!Object.hasOwn(defaultSettings, name)) return false
  if (name === 'themeColor') return typeof value === 'string' && /^#[0-9a-f]{6}$/i.test(value)
  const allowed: readonly unknown[] = Object.hasOwn(choices, name) ? choices[name as keyof Choices] : [true, false]
  return allowed.includes(value)
}
