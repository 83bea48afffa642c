import { NO_WORDS } from '../../api/failure'
import { ownPath } from '#shared/redirect'

/** What is known when an address is about to be shown. */
export type Visit = {
  /** Path of the address, and its query with `?`. */
  path: string
  search: string
  isSignedIn: boolean
  /** The operator's roles, and with them menu and routes, are here. */
  hasRoles: boolean
  /** Paths of the pages that may be read on after the session has ended. */
  stayingAt: readonly string[]
  /** Whether the first administrator is still to be made. */
  setup: 'unknown' | 'required' | 'done'
}

export type Verdict =
  | { kind: 'proceed' }
  /** User info and menu must come first; then the address is tried again. */
  | { kind: 'load' }
  | { kind: 'redirect'; to: string }

/** What anyone may see who is not signed in. */
const openPaths = ['/login', '/auth-redirect']
export const SETUP = '/setup'
/** Whether an address shows something that is not the signed-in operator's. */
export const isOpen = (path: string): boolean => [...openPaths, SETUP, '/wall'].includes(path)
const proceed: Verdict = { kind: 'proceed' }
const redirect = (to: string): Verdict => ({ kind: 'redirect', to })

/** Decides before each navigation. The branches are those of the specification; set-up comes before them all. */
export function guard({ path, search, isSignedIn, hasRoles, stayingAt, setup }: Visit): Verdict {
  if (setup === 'required') return path === SETUP ? proceed : redirect(SETUP)
  if (path === SETUP) return setup === 'unknown' ? proceed : redirect('/')
  if (stayingAt.includes(path)) return proceed // also while the same operator, signed in again, is loaded
  if (isSignedIn) {
    if (path === '/login') return redirect('/')
    return hasRoles ? proceed : { kind: 'load' }
  }
  if (openPaths.includes(path)) return proceed
  return redirect(loginPath(path + search))
}

/** Where to sign in, to come back to `target` afterwards. */
export const loginPath = (target: string): string => {
  const back = ownPath(target)
  return back === '/' ? '/login' : `/login?redirect=${encodeURIComponent(back)}`
}

/** Where a sign-in leads, as the login page's query says; foreign addresses are refused. */
export function pathAfterLogin(search: string): string {
  const target = ownPath(new URLSearchParams(search).get('redirect'))
  return /^\/login([?/#]|$)/.test(target) ? '/' : target
}

/** What to tell when user info or menu could not be loaded. */
export const loadFailureText = (error: unknown): string => (error instanceof Error && error.message) || NO_WORDS

/** `page - app`, or the application alone where the page has no name. */
export const documentTitle = (page: string, app: string): string => (page ? `${page} - ${app}` : app)
