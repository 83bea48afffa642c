import type { MenuItem } from '#shared/access/menu'
import { forgetOperator, keepOperator, keptOperator, READ_BY_KEY } from '../../stores/kept-operator'
import { menu, setMenu } from '../../stores/menu'
import { isSignedInElsewhere, operatorNow, restoreOperator, session } from '../../stores/session'
import { readSharedSession } from '../../stores/session-record'
import { readText } from '../../stores/storage'
import { withMore } from '../../ui/app/more'

type Content = { operator: ReturnType<typeof operatorNow>; items: readonly MenuItem[]; stamp: string }

/** Called when the server has answered with the operator and their rights. */
export function keepForOffline(): void {
  const { token, roles, mustChangePassword } = session
  const { signIn } = readSharedSession()
  if (token === '' || roles.length === 0 || mustChangePassword || isSignedInElsewhere() || !signIn) return
  const { items, stamp } = menu
  keepOperator(signIn, token, { operator: operatorNow(), items, stamp } satisfies Content)
  const readBy = readText(READ_BY_KEY)
  if (readBy && readBy !== String(session.userId)) {
    void withMore(() => import('../session/kept-drafts'))
      .then(({ forgetRead }) => forgetRead())
      .catch(() => {}) // at the next start
  }
}

/** Shows the stored operator while the server does not answer. False if there is nothing to show. */
export function restoreOffline(): boolean {
  if (session.token === '' || session.roles.length > 0) return false
  const { signIn, endsAt = 0 } = readSharedSession()
  if (endsAt < Date.now()) forgetOperator() // the session is over, and the server cannot say so
  const kept = keptOperator<Content>(signIn, session.token)
  if (!kept) return false
  setMenu(kept.items, kept.stamp)
  restoreOperator(kept.operator) // last: roles tell the guard that everything is loaded
  return true
}
