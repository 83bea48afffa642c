import { NO_WORDS } from '../../api/failure'
import { ownPath } from '#shared/redirect'

/** The known facts about a visit to an address. */
export type Visit = {
  /** Path of the address, and its query with `?`. */
  path: string
  search: string
  isSignedIn: boolean
  /** True once the operator's roles, menu and routes are loaded. */
  hasRoles: boolean
  /** Paths of the pages that may still be read after the end of the session. */
  stayingAt: readonly string[]
  /** `required`: the first administrator must still be created. */
  setup: 'unknown' | 'required' | 'done'
}

export type Verdict =
  | { kind: 'proceed' }
  /** User info and menu must be loaded first; then the address is checked again. */
  | { kind: 'load' }
  | { kind: 'redirect'; to: string }

/** Pages for operators who are not signed in. */
const openPaths = ['/login', '/auth-redirect']
export const SETUP = '/setup'
/** True if the page at an address does not depend on the signed-in operator. */
export const isOpen = (path: string): boolean => [...openPaths, SETUP, '/wall'].includes(path)
const proceed: Verdict = { kind: 'proceed' }
const redirect = (to: string): Verdict => ({ kind: 'redirect', to })

/** Decides before each navigation. The branches are those of the specification; set-up precedes them. */
export function guard({ path, search, isSignedIn, hasRoles, stayingAt, setup }: Visit): Verdict {
  if (setup === 'required') return path === SETUP ? proceed : redirect(SETUP)
  if (path === SETUP) return setup === 'unknown' ? proceed : redirect('/')
  if (stayingAt.includes(path)) return proceed // also while the same operator is being loaded after a new sign-in
  if (isSignedIn) {
    if (path === '/login') return redirect('/')
    return hasRoles ? proceed : { kind: 'load' }
  }
  if (openPaths.includes(path)) return proceed
  return redirect(loginPath(path + search))
}

/** The sign-in page, with `target` as the page to return to. */
export const loginPath = (target: string): string => {
  const back = ownPath(target)
  return back === '/' ? '/login' : `/login?redirect=${encodeURIComponent(back)}`
}

/** The page after a sign-in, from the query of the login page; foreign addresses are refused. */
export function pathAfterLogin(search: string): string {
  const target = ownPath(new URLSearchParams(search).get('redirect'))
  return /^\/login([?/#]|$)/.test(target) ? '/' : target
}

/** The message if user info or menu could not be loaded. */
export const loadFailureText = (error: unknown): string => (error instanceof Error && error.message) || NO_WORDS

/** `page - app`, or only the application if the page has no name. */
export const documentTitle = (page: string, app: string): string => (page ? `${page} - ${app}` : app)
