import { navigate } from 'wouter/use-browser-location'
import type { CurrentUser } from '#shared/schemas/operator'
import { logout } from '../../api/login'
import { getInfo } from '../../api/operator'
import { expireSession, session } from '../../stores/session'
import { clearTabs, unsavedTabs } from '../../stores/tabs'
import { confirm } from '../../ui/confirm'
import { toast } from '../../ui/toast'
import { tr } from '../../ui/useText'
import { enter } from '../enter'
import { HOME_PATH } from '../fixed-routes'
import { queryClient } from '../queries'
import { untilAnswered } from '../until-answered'
import { answerQuestion } from './question'

/**
 * There is a session again, begun here or, with `isElsewhere`, in another window. The same operator goes on where they
 * were, and true is answered; for anyone else the application begins anew.
 */
export async function goOn({ isElsewhere = false } = {}): Promise<boolean> {
  const user = await whoIsThere()
  if (user && user.userId !== session.userId) return makeWayFor(user, isElsewhere)
  const isOtherRole = user !== undefined && session.roles.length > 0 && user.actingRole !== session.actingRole
  if (isOtherRole && unsavedTabs().length > 0) {
    toast.show(tr('roles.changedElsewhere')) // the server goes by the new role; what was typed stays in view
    return true
  }
  if (isOtherRole) {
    await beginAnew()
    return true
  }
  await enter()
  const isThere = session.token !== '' && !session.mustChangePassword // else whatever waits would be refused
  answerQuestion(isThere)
  if (isThere) void queryClient.invalidateQueries()
  return isThere
}

/** A gap in the network, just after signing in, must not cost what was typed. */
const whoIsThere = (): Promise<CurrentUser | undefined> => untilAnswered(getInfo).catch(() => undefined) // loading will say what it is

/** The same operator, with other rights: user, menu and routes are loaded, tabs close, the first page is shown. */
export async function beginAnew(): Promise<void> {
  clearTabs()
  navigate(HOME_PATH)
  await enter()
  await queryClient.resetQueries() // what is on screen was answered to the other role
}

async function makeWayFor({ name }: CurrentUser, isElsewhere: boolean): Promise<boolean> {
  if (unsavedTabs().length > 0 && !(await confirm(otherOperator(name)))) {
    if (isElsewhere)
      session.token = '' // theirs, and in use there
    else await logout().catch(() => {})
    expireSession(location.pathname)
    return false
  }
  clearTabs() // what one has typed is neither shown to the other nor sent in their name
  answerQuestion(false)
  location.reload()
  return false
}

const otherOperator = (name: string) => ({
  title: tr('sessionOver.otherTitle', { name }),
  text: tr('sessionOver.otherText'),
  confirmLabel: tr('sessionOver.otherGoOn', { name }),
  cancelLabel: tr('dialog.keepEditing'),
  tone: 'danger' as const,
})
