import { setMenu } from './menu'
import { endSession } from './session'

/** Leaves nothing of the operator behind: token, roles, permissions, menu. What else is kept follows the session. */
export function clearSession(): void {
  endSession()
  setMenu([])
}
