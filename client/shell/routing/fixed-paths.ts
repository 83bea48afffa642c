export const HOME_PATH = '/dashboard'
export const PROFILE_PATH = '/profile/index'

/** The prefix of addresses that redraw the page named after it. */
export const REDIRECT_PREFIX = '/redirect'

/** Addresses that only redirect. */
export const fixedRedirects: Readonly<Record<string, string>> = {
  '/': HOME_PATH,
  '/index': HOME_PATH,
  '/profile': PROFILE_PATH,
}

/** True if an address leads to the dashboard. */
export const isHome = (path: string): boolean => (fixedRedirects[path] ?? path) === HOME_PATH
