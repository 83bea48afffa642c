export const HOME_PATH = '/dashboard'
export const PROFILE_PATH = '/profile/index'

/** Begins the addresses that lead through here to the page named after it, drawn anew. */
export const REDIRECT_PREFIX = '/redirect'

/** Addresses that only lead on. */
export const fixedRedirects: Readonly<Record<string, string>> = {
  '/': HOME_PATH,
  '/index': HOME_PATH,
  '/profile': PROFILE_PATH,
}

/** True if an address leads to the dashboard. */
export const isHome = (path: string): boolean => (fixedRedirects[path] ?? path) === HOME_PATH
