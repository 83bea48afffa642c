import { proxy } from 'valtio'
import { TOKEN_COOKIE } from '#shared/constants'
import type { CurrentUser } from '#shared/schemas/operator'
import { readCookie, removeCookie, writeCookie } from './cookie'

const nobody = { name: '', avatar: '', userId: 0, introduction: '', roles: [] as string[], permissions: [] as string[] }

/** Who is signed in: somebody, as long as there is a token. Change only through the functions below. */
export const session = proxy({
  ...nobody,
  token: readCookie(TOKEN_COOKIE),
  /** Paths of the pages that the operator may go on reading although the session is over; usually none. */
  stayingAt: [] as string[],
})

/** A new session, by signing in or by swapping the token; who it belongs to is loaded next. */
export function startSession(token: string): void {
  writeCookie(TOKEN_COOKIE, token)
  Object.assign(session, { token, stayingAt: [] })
}

export function setOperator({ name, avatar, userId, introduction, roles, permissions }: CurrentUser): void {
  Object.assign(session, { name, avatar: addressOf(avatar), userId, introduction, roles, permissions })
}

/** Drops the token and what it allowed. The page at `path`, and those open beside it, may be read on. */
export function expireSession(path: string): void {
  dropCookie()
  Object.assign(session, { token: '', roles: [], permissions: [], stayingAt: [path] })
}

/** Forgets everything about the operator. Other stores follow: see `sign-out.ts`. */
export function endSession(): void {
  dropCookie()
  Object.assign(session, { ...nobody, token: '', stayingAt: [] })
}

/** Another window may have signed in anew meanwhile: its session is not ours to end. */
function dropCookie() {
  if (readCookie(TOKEN_COOKIE) === session.token) removeCookie(TOKEN_COOKIE)
}

/** A picture is named by its address, or by its path below the host of the API, which is our own. */
const addressOf = (avatar: string) =>
  avatar === '' || avatar.includes('http') || avatar.startsWith('/') ? avatar : `/${avatar}`
