/** Addresses of the pages that are the same for everybody; every other address is answered by one of them. */
export const APPLICATION_PAGE = '/index.html'
export const SIGN_IN_PAGES = { zh: '/sign-in.zh.html', en: '/sign-in.en.html' } as const
/** The application is sent here to everybody, signed in or not. */
export const openPaths: readonly string[] = [APPLICATION_PAGE, '/auth-redirect', '/setup', '/wall']
export const SERVICE_WORKER = '/service-worker.js'
