import { useEffect } from 'react'
import { adoptSignIn, adoptToken, expireSession, isSignedInElsewhere, signInElsewhere } from '../../stores/session'
import { SESSION_KEY, readSharedSession } from '../../stores/session-record'
import { clearSession } from '../../stores/sign-out'
import { unsavedTabs } from '../../stores/tabs'
import { continueSession, isLeftAlone } from './continue-session'
import { askToSignIn } from './sign-in-prompt'

/** The windows of a browser share one session: this one follows the others. */
export function useOtherWindows(): void {
  useEffect(() => {
    const follow = ({ key }: StorageEvent) => key === SESSION_KEY && void followOtherWindow()
    addEventListener('storage', follow)
    return () => removeEventListener('storage', follow)
  }, [])
}

/** True if there is a session of the same operator to continue with. */
export async function followOtherWindow(): Promise<boolean> {
  if (!isSignedInElsewhere()) return adoptToken() !== ''
  if (isLeftAlone()) return false
  const signIn = await signInElsewhere()
  if (signIn.token !== '') return continueSession(signIn) // until its owner is known, this window sends nothing under it
  adoptSignIn(signIn)
  if (unsavedTabs().length === 0) {
    clearSession()
    return false
  }
  expireSession(location.pathname) // signed out in the other window; input in this one stays
  return askToSignIn({ isWrite: false })
}

/**
 * The server says that `token` belongs to another operator, which this window did not know. Refused requests are not
 * repeated automatically.
 */
export async function followToken(token: string): Promise<false> {
  if (isSignedInElsewhere()) await followOtherWindow()
  else if (adoptToken() === token) await continueSession({ signIn: readSharedSession().signIn, token })
  return false
}
