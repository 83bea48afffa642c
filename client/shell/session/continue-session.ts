import { navigate } from 'wouter/use-browser-location'
import type { CurrentUser } from '#shared/access/operator'
import { logout } from '../../api/access/login'
import { getInfo, setActingRole as requestRole } from '../../api/access/operator'
import { adoptSignIn, expireSession, session, startSession } from '../../stores/session'
import { readSharedSession } from '../../stores/session-record'
import { clearTabs, unsavedTabs } from '../../stores/tabs'
import { untilAnswered } from '../../stores/until-answered'
import { confirm } from '../../ui/overlay/confirm'
import { toast } from '../../ui/overlay/toast'
import { tr } from '../../ui/useText'
import { beginSwap } from '../../stores/token-swap'
import { isDone } from '../../ui/record/record-actions'
import { enter } from '../routing/enter'
import { HOME_PATH } from '../routing/fixed-paths'
import { queryClient } from '../queries'
import { mayLose } from '../tabs/commands'
import { answerSignInPrompt } from './sign-in-prompt'

type SignIn = Parameters<typeof adoptSignIn>[0]

/** The sign-in of another operator beside which this window keeps its page. */
let leftAlone: SignIn | undefined

/** Removes the toast about another role, so that it is shown once. */
let takeBackTold: (() => void) | undefined

/** True if the browser now has another operator, and this window's operator chose to read on, signed out. */
export const isLeftAlone = (): boolean => leftAlone !== undefined && leftAlone.signIn === readSharedSession().signIn

/**
 * There is a session again, begun here or, `elsewhere`, in another window. The same operator continues, and the answer
 * is true; for another operator the application restarts.
 */
export async function continueSession(elsewhere?: SignIn): Promise<boolean> {
  const user = await whoIsThere(elsewhere?.token)
  if (user && user.userId !== session.userId) {
    return (making ??= makeWayFor(user, elsewhere).finally(() => (making = undefined)))
  }
  if (elsewhere) adoptSignIn(elsewhere)
  const isOtherRole = user !== undefined && session.roles.length > 0 && user.actingRole !== session.actingRole
  if (isOtherRole && unsavedTabs().length > 0) {
    takeBackTold?.() // several answers may report it
    takeBackTold = toast.show(tr('roles.changedElsewhere')) // the server applies the new role; input stays visible
    return true
  }
  if (isOtherRole) {
    await beginAnew()
    return true
  }
  await enter()
  const isThere = session.token !== '' && !session.mustChangePassword // otherwise all waiting requests would be refused
  answerSignInPrompt(isThere)
  if (isThere) void queryClient.invalidateQueries()
  return isThere
}

/** A network gap just after signing in must not lose input. */
const whoIsThere = (token?: string): Promise<CurrentUser | undefined> =>
  untilAnswered(() => getInfo(token)).catch(() => undefined) // loading reports the error

/** For the same operator with other rights: loads user, menu and routes, closes tabs, and shows the first page. */
async function beginAnew(): Promise<void> {
  clearTabs()
  navigate(HOME_PATH)
  await enter()
  await queryClient.resetQueries() // the shown data were for the other role
}

let making: Promise<boolean> | undefined

/** Several refused requests lead to one question. */
async function makeWayFor({ name }: CurrentUser, elsewhere: SignIn | undefined): Promise<boolean> {
  if (unsavedTabs().length > 0 && !(await confirm(otherOperator(name)))) {
    if (elsewhere) keepBeside(elsewhere)
    else await logout().catch(() => {})
    expireSession(location.pathname)
    return false
  }
  clearTabs() // one operator's input is neither shown to another nor sent in their name
  answerSignInPrompt(false)
  location.reload()
  return false
}

/** The other session continues in its window. This window sends nothing until its operator has signed in again. */
function keepBeside(elsewhere: SignIn) {
  leftAlone = elsewhere
  adoptSignIn({ signIn: '', token: '' })
}

const otherOperator = (name: string) => ({
  title: tr('sessionOver.otherTitle', { name }),
  text: tr('sessionOver.otherText'),
  confirmLabel: tr('sessionOver.otherGoOn', { name }),
  cancelLabel: tr('dialog.keepEditing'),
  tone: 'danger' as const,
})

/**
 * Acts as one of the operator's roles, or as all of them for `*`: loads user, menu and routes again, and closes tabs.
 */
export async function setActingRole(roleKey: string): Promise<void> {
  if (!(await mayLose(unsavedTabs().map(({ path }) => path)))) return
  beginSwap()
  const isChanged = await isDone(requestRole(roleKey).then((ticket) => startSession(ticket)))
  if (isChanged) await beginAnew()
}
