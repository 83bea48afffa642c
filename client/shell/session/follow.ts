import { useEffect } from 'react'
import { adoptSignIn, adoptToken, expireSession, isSignedInElsewhere, LIFE_KEY, session } from '../../stores/session'
import { clearSession } from '../../stores/sign-out'
import { unsavedTabs } from '../../stores/tabs'
import { goOn } from './go-on'
import { askToSignIn } from './question'

/** The windows of a browser share one session: this one does what another has done. */
export function useOtherWindows(): void {
  useEffect(() => {
    const follow = ({ key }: StorageEvent) => key === LIFE_KEY && void followOtherWindow()
    addEventListener('storage', follow)
    return () => removeEventListener('storage', follow)
  }, [])
}

/** True when there is a session of the same operator to go on with. */
export async function followOtherWindow(): Promise<boolean> {
  if (!isSignedInElsewhere()) return adoptToken() !== ''
  await adoptSignIn()
  if (session.token !== '') return goOn({ isElsewhere: true })
  if (unsavedTabs().length === 0) {
    clearSession()
    return false
  }
  expireSession(location.pathname) // signed out in the other window; what was typed in this one stays
  return askToSignIn({ isWrite: false })
}
