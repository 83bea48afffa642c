import { setMenu } from './menu'
import { endSession } from './session'
import { clearTabs } from './tabs'

/** Leaves nothing of the operator behind: token, roles, permissions, menu, tabs. */
export function clearSession(): void {
  endSession()
  setMenu([])
  clearTabs()
}
