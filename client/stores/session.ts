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
  /** All roles of the operator, to choose the acting one; `actingRole` is `*` for all at once. */
  ownRoles: [] as CurrentUser['ownRoles'],
  actingRole: ALL_ROLES,
  /** True if another person set the password: only the form for a new one is shown. */
  mustChangePassword: false,
  /** The last event of the live feed included in these data. */
  lastEventId: undefined as number | undefined,
}

/** The signed-in operator; a token means that there is one. Change only through the functions below. */
export const session = proxy({
  ...nobody,
  token: readCookie(TOKEN_COOKIE),
  /** Paths of the pages that the operator may still read after the session; usually none. */
  stayingAt: [] as string[],
})

/**
 * Uses a new token, after a sign-in or a swap; its owner is loaded next.
 * @param change `signIn` stays if only the token has changed; `isKept` keeps its value by default
 */
export function startSession(ticket: Ticket, change: Partial<SharedSession> = {}): void {
  session.token = ticket.token
  ownSignIn = recordSession(ticket, change).signIn
}

/** The sign-in of this window. */
let ownSignIn = readSharedSession().signIn

/** True if another window has signed in again or changed the role since this window's sign-in. */
export const isSignedInElsewhere = (): boolean => readSharedSession().signIn !== ownSignIn

/** Takes over a token swapped by another window; returns the valid one. */
export function adoptToken(): string {
  if (!isSignedInElsewhere()) session.token = readCookie(TOKEN_COOKIE) || session.token
  return session.token
}

/** The sign-in of another window; without a token if it has signed out. */
export async function signInElsewhere() {
  const { signIn } = readSharedSession()
  return { signIn, token: signIn ? await cookieAfter(session.token) : '' }
}

/** Takes over the session that the sign-in page began in this window. */
export const adoptRecord = (): void =>
  adoptSignIn({ signIn: readSharedSession().signIn, token: readCookie(TOKEN_COOKIE) })

/** Takes over a sign-in. With another one than the browser's, the window works alone. */
export function adoptSignIn({ signIn, token }: Awaited<ReturnType<typeof signInElsewhere>>): void {
  ownSignIn = signIn
  session.token = token
}

/** The token after `old`: the cookie of another window may arrive after its message. */
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

/** All data of the operator, to restore after a reload. */
export function operatorNow() {
  const { token: _token, stayingAt: _stayingAt, ...operator } = snapshot(session)
  return operator
}

export const restoreOperator = (operator: ReturnType<typeof operatorNow>): void => void Object.assign(session, operator)

/** Drops the token and its permissions. The page at `path`, and those open beside it, may still be read. */
export function expireSession(path: string): void {
  dropCookie()
  Object.assign(session, { token: '', roles: [], permissions: [], stayingAt: [path] })
}

/** Forgets everything about the operator. Other stores follow: see `sign-out.ts`. */
export function endSession(): void {
  leaveDevice()
  Object.assign(session, { ...nobody, token: '', stayingAt: [] })
}

/** Removes the session from the device, also for the other windows. Only this window still has it. */
export function leaveDevice(): void {
  const wasSignedIn = session.token !== ''
  if (dropCookie() && wasSignedIn) writeSharedSession({})
}

/** Another window may have signed in again meanwhile: its session must not end. */
function dropCookie(): boolean {
  const isOurs = readCookie(TOKEN_COOKIE) === session.token
  if (isOurs) {
    removeCookie(TOKEN_COOKIE)
    forgetOperator()
  }
  return isOurs
}

/** The address of a picture: absolute, or its path below the host of the API, which is our own. */
export const addressOf = (avatar: string) =>
  avatar === '' || avatar.includes('http') || avatar.startsWith('/') ? avatar : `/${avatar}`
