import { isSessionOver, type Failure } from '../../api/failure'
import { adoptToken, expireSession, isSignedInElsewhere, session } from '../../stores/session'
import { readSharedSession } from '../../stores/session-record'
import { isSwapping, swapToken } from '../../stores/token-swap'
import { lastActivity } from './activity'
import { followOtherWindow, followToken } from './other-windows'
import { isLeftAlone } from './continue-session'
import { askToSignIn } from './sign-in-prompt'

/** The time that a window gets to swap the token. */
const SWAP_MS = 5000

/** A request this soon after an action of the operator counts as their wish. */
const WISH_MS = 2000

/**
 * The time when the operator chose to read on. From then on only their own actions ask again, not automatic requests.
 */
let readingOnSince = 0

/**
 * The server refuses `token`; `failure` says if it belongs to this window's operator. Waits for a swap in this or
 * another window, else asks the operator to sign in again. True if the request can be sent again, by the same operator.
 */
export async function resume(token: string, isWrite: boolean, failure: Failure): Promise<boolean> {
  if (!isSessionOver(failure)) return followToken(token)
  const latest = await latestToken(token)
  const isKnownAsEnded = latest === '' && session.stayingAt.length > 0 // another request was refused before this one
  if (latest !== token && !isKnownAsEnded) return latest !== ''
  if (isSignedInElsewhere() && !isLeftAlone()) return followOtherWindow()
  expire()
  if (readingOnSince > 0 && !isWrite && !isWished()) return false
  const isSignedIn = await askToSignIn({ isWrite })
  readingOnSince = isSignedIn ? 0 : Date.now()
  return isSignedIn
}

/**
 * Ends the session without a question: the operator requested nothing, and a question would take the focus from their
 * typing.
 */
export async function letExpire(token: string): Promise<void> {
  if ((await latestToken(token)) !== token) return
  if (isSignedInElsewhere()) await followOtherWindow()
  else expire()
}

function expire() {
  if (session.token === '') return
  expireSession(location.pathname)
  readingOnSince = 0
}

const isWished = () => lastActivity() > Math.max(readingOnSince, Date.now() - WISH_MS)

async function latestToken(refused: string): Promise<string> {
  if (isSignedInElsewhere()) return session.token // the swap there is not for this session
  if (adoptToken() === refused && isSwapping()) await swapToken()
  const until = (readSharedSession().refreshingAt ?? 0) + SWAP_MS
  while (adoptToken() === refused && Date.now() < until) await new Promise((later) => setTimeout(later, 100))
  return session.token
}
