import { expireSession, session } from '../stores/session'
import { clearSession } from '../stores/sign-out'
import { confirm } from '../ui/confirm'
import { tr } from '../ui/useText'

let isAsked = false

/**
 * The server no longer knows the session. On the login page everything is reset; elsewhere the operator may stay and
 * read, or sign in again, which leads back to the same page.
 */
export async function askToSignInAgain(): Promise<void> {
  if (location.pathname === '/login') {
    const hadToken = session.token !== ''
    clearSession()
    if (hadToken) location.reload() // without a token there is nothing to reset, and reloading would go on for ever
    return
  }
  expireSession(location.pathname)
  if (isAsked) return
  isAsked = true
  const wantsToSignIn = await confirm({
    title: tr('sessionOver.title'),
    text: tr('sessionOver.text'),
    confirmLabel: tr('sessionOver.signIn'),
    cancelLabel: tr('action.cancel'),
    tone: 'warning',
  })
  isAsked = false
  if (wantsToSignIn) location.reload() // the guard takes over, and remembers the way back
}
