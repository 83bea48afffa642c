/** Addresses of the pages that are the same for all users; one of them answers every other address. */
export const APPLICATION_PAGE = '/index.html'
export const SIGN_IN_PAGES = { zh: '/sign-in.zh.html', en: '/sign-in.en.html' } as const
/** At these addresses all users receive the application, signed in or not. */
export const openPaths: readonly string[] = [APPLICATION_PAGE, '/auth-redirect', '/setup', '/wall']
export const SERVICE_WORKER = '/service-worker.js'
