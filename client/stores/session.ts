import { proxy, snapshot } from 'valtio'
import { ALL_ROLES, TOKEN_COOKIE } from '#shared/constants'
import type { Ticket } from '#shared/access/login'
import type { CurrentUser } from '#shared/access/operator'
import { readCookie, removeCookie } from './cookie'
import { forgetOperator } from './kept-operator'
import { readSharedSession, recordSession, writeSharedSession, type SharedSession } from './session-record'

const nobody = {
  name: '',
  userName: '',
  avatar: '',
  userId: 0,
  introduction: '',
  roles: [] as string[],
  permissions: [] as string[],
  /** All the operator has, to choose the one to act as; `actingRole` is `*` for all at once. */
  ownRoles: [] as CurrentUser['ownRoles'],
  actingRole: ALL_ROLES,
  /** The password was given by somebody else: nothing is shown but what asks for another. */
  mustChangePassword: false,
  /** The last event of the live feed when all this was told. */
  lastEventId: undefined as number | undefined,
}

/** The signed-in operator; a token means that there is one. Change only through the functions below. */
export const session = proxy({
  ...nobody,
  token: readCookie(TOKEN_COOKIE),
  /** Paths of the pages that the operator may go on reading although the session is over; usually none. */
  stayingAt: [] as string[],
})

/**
 * Takes a token into use, by signing in or by swapping the one before; who it belongs to is loaded next.
 * @param change `signIn` stays when the token alone has changed; `isKept` stays as it was when it is not said
 */
export function startSession(ticket: Ticket, change: Partial<SharedSession> = {}): void {
  session.token = ticket.token
  ownSignIn = recordSession(ticket, change).signIn
}

/** The sign-in that this window belongs to. */
let ownSignIn = readSharedSession().signIn

/** True if another window has signed in again or changed the role since this window's sign-in. */
export const isSignedInElsewhere = (): boolean => readSharedSession().signIn !== ownSignIn

/** Takes over the token that another window has put in place of ours; answers the one that holds now. */
export function adoptToken(): string {
  if (!isSignedInElsewhere()) session.token = readCookie(TOKEN_COOKIE) || session.token
  return session.token
}

/** The sign-in of another window; without a token if it has signed out. */
export async function signInElsewhere() {
  const { signIn } = readSharedSession()
  return { signIn, token: signIn ? await cookieAfter(session.token) : '' }
}

/** Takes over the session that the sign-in page has begun in this window. */
export const adoptRecord = (): void =>
  adoptSignIn({ signIn: readSharedSession().signIn, token: readCookie(TOKEN_COOKIE) })

/** Takes it over. With another sign-in than that of the browser, the window keeps to itself. */
export function adoptSignIn({ signIn, token }: Awaited<ReturnType<typeof signInElsewhere>>): void {
  ownSignIn = signIn
  session.token = token
}

/** The token that follows `old`: the cookie of another window may come after its word. */
async function cookieAfter(old: string): Promise<string> {
  for (let left = 20; left > 0 && readCookie(TOKEN_COOKIE) === old; left--) {
    await new Promise((later) => setTimeout(later, 50))
  }
  return readCookie(TOKEN_COOKIE)
}

export function setOperator({ avatar, ...user }: CurrentUser): void {
  const { name, userName, userId, introduction, roles, permissions, ownRoles, actingRole } = user
  const { mustChangePassword, lastEventId } = user
  const who = { name, userName, userId, introduction, roles, permissions, ownRoles, actingRole }
  const next = { ...who, mustChangePassword, lastEventId, avatar: addressOf(avatar), stayingAt: [] }
  // An unchanged value keeps its object, so that nothing is redrawn.
  const changed = Object.entries(next).filter(([name, value]) => !isSame(value, Reflect.get(session, name)))
  Object.assign(session, Object.fromEntries(changed))
}

const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

/** All that is known of the operator, to be restored after a reload. */
export function operatorNow() {
  const { token: _token, stayingAt: _stayingAt, ...operator } = snapshot(session)
  return operator
}

export const restoreOperator = (operator: ReturnType<typeof operatorNow>): void => void Object.assign(session, operator)

/** Drops the token and what it allowed. The page at `path`, and those open beside it, may be read on. */
export function expireSession(path: string): void {
  dropCookie()
  Object.assign(session, { token: '', roles: [], permissions: [], stayingAt: [path] })
}

/** Forgets everything about the operator. Other stores follow: see `sign-out.ts`. */
export function endSession(): void {
  const wasSignedIn = session.token !== ''
  if (dropCookie() && wasSignedIn) writeSharedSession({})
  Object.assign(session, { ...nobody, token: '', stayingAt: [] })
}

/** Another window may have signed in anew meanwhile: its session is not ours to end. */
function dropCookie(): boolean {
  const isOurs = readCookie(TOKEN_COOKIE) === session.token
  if (isOurs) {
    removeCookie(TOKEN_COOKIE)
    forgetOperator()
  }
  return isOurs
}

/** A picture is named by its address, or by its path below the host of the API, which is our own. */
export const addressOf = (avatar: string) =>
  avatar === '' || avatar.includes('http') || avatar.startsWith('/') ? avatar : `/${avatar}`
