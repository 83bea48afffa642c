import { setMenu } from './menu'
import { endSession } from './session'
import { writeText } from './storage'

/** Key in local storage of what an operator has opened by the search. */
export const RECENT_ITEMS_KEY = 'recent-items'

/** Leaves nothing of the operator behind: token, roles, permissions, menu. What else is kept follows the session. */
export function clearSession(): void {
  endSession()
  setMenu([])
  writeText(RECENT_ITEMS_KEY, null)
}
