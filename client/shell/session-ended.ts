import type { transport } from '../api/http'
import { session } from '../stores/session'
import { clearSession } from '../stores/sign-out'
import { loadShell } from './routing/load-shell'

/**
 * The server no longer knows a session, or it is that of another user. On the login page everything is reset; elsewhere the operator may
 * sign in again on the spot. True when the request can be sent again.
 */
export async function sessionEnded(...refused: Parameters<typeof transport.sessionEnded>): Promise<boolean> {
  if (location.pathname !== '/login') {
    const { resume } = await loadShell() // it is there: the page it draws has asked
    return resume(...refused)
  }
  const hadToken = session.token !== ''
  clearSession()
  if (hadToken) location.reload() // without a token there is nothing to reset, and reloading would go on for ever
  return false
}
