import { setMenu } from './menu'
import { endSession } from './session'
import { writeText } from './storage'

/** The local storage key of the items that an operator has opened by the search. */
export const RECENT_ITEMS_KEY = 'recent-items'

/** Removes all data of the operator: token, roles, permissions, menu. Other stores follow the session. */
export function clearSession(): void {
  endSession()
  setMenu([])
  writeText(RECENT_ITEMS_KEY, null)
}
