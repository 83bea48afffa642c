import { isSessionOver, type Failure } from '../../api/failure'
import { adoptToken, expireSession, isSignedInElsewhere, session } from '../../stores/session'
import { readSharedSession } from '../../stores/session-record'
import { isSwapping, swapToken } from '../../stores/token-swap'
import { lastActivity } from './activity'
import { followOtherWindow, followToken } from './other-windows'
import { isLeftAlone } from './continue-session'
import { askToSignIn } from './sign-in-prompt'

/** A window that is swapping the token is given this long. */
const SWAP_MS = 5000

/** A request this soon after an action of the operator counts as their wish. */
const WISH_MS = 2000

/** When the operator chose to read on. From then on only what they do asks again, not what pages fetch by themselves. */
let readingOnSince = 0

/**
 * The server refuses `token`; `failure` tells whether it is of whom the window shows. Waits for what this or another window may be doing about it, else asks the operator to
 * sign in again. True when the request can be sent again, by the same operator.
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

/** The same without a question: nothing was asked for, and it would take the focus from who is typing. */
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
  if (isSignedInElsewhere()) return session.token // what is swapped there is not ours
  if (adoptToken() === refused && isSwapping()) await swapToken()
  const until = (readSharedSession().refreshingAt ?? 0) + SWAP_MS
  while (adoptToken() === refused && Date.now() < until) await new Promise((later) => setTimeout(later, 100))
  return session.token
}
