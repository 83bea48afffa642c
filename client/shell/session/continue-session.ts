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

/** The sign-in of another operator beside which this one keeps their page. */
let leftAlone: SignIn | undefined

/** Takes back what was said of another role, so that it is said once. */
let takeBackTold: (() => void) | undefined

/** True if the browser now has another operator, and this window's operator chose to read on, signed out. */
export const isLeftAlone = (): boolean => leftAlone !== undefined && leftAlone.signIn === readSharedSession().signIn

/**
 * There is a session again, begun here or, `elsewhere`, in another window. The same operator goes on where they were,
 * and true is answered; for anyone else the application begins anew.
 */
export async function continueSession(elsewhere?: SignIn): Promise<boolean> {
  const user = await whoIsThere(elsewhere?.token)
  if (user && user.userId !== session.userId) {
    return (making ??= makeWayFor(user, elsewhere).finally(() => (making = undefined)))
  }
  if (elsewhere) adoptSignIn(elsewhere)
  const isOtherRole = user !== undefined && session.roles.length > 0 && user.actingRole !== session.actingRole
  if (isOtherRole && unsavedTabs().length > 0) {
    takeBackTold?.() // several answers may tell of it
    takeBackTold = toast.show(tr('roles.changedElsewhere')) // the server goes by the new role; what was typed stays in view
    return true
  }
  if (isOtherRole) {
    await beginAnew()
    return true
  }
  await enter()
  const isThere = session.token !== '' && !session.mustChangePassword // else whatever waits would be refused
  answerSignInPrompt(isThere)
  if (isThere) void queryClient.invalidateQueries()
  return isThere
}

/** A gap in the network, just after signing in, must not cost what was typed. */
const whoIsThere = (token?: string): Promise<CurrentUser | undefined> =>
  untilAnswered(() => getInfo(token)).catch(() => undefined) // loading will say what it is

/** The same operator, with other rights: user, menu and routes are loaded, tabs close, the first page is shown. */
async function beginAnew(): Promise<void> {
  clearTabs()
  navigate(HOME_PATH)
  await enter()
  await queryClient.resetQueries() // what is on screen was answered to the other role
}

let making: Promise<boolean> | undefined

/** Of all that is refused meanwhile, one asks. */
async function makeWayFor({ name }: CurrentUser, elsewhere: SignIn | undefined): Promise<boolean> {
  if (unsavedTabs().length > 0 && !(await confirm(otherOperator(name)))) {
    if (elsewhere) keepBeside(elsewhere)
    else await logout().catch(() => {})
    expireSession(location.pathname)
    return false
  }
  clearTabs() // what one has typed is neither shown to the other nor sent in their name
  answerSignInPrompt(false)
  location.reload()
  return false
}

/** Theirs goes on in the other window. Nothing of this one is sent until its operator has signed in again. */
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

/** Acts as one of the operator's roles, or as all of them for `*`: user, menu and routes come anew, tabs close. */
export async function setActingRole(roleKey: string): Promise<void> {
  if (!(await mayLose(unsavedTabs().map(({ path }) => path)))) return
  beginSwap()
  const isChanged = await isDone(requestRole(roleKey).then((ticket) => startSession(ticket)))
  if (isChanged) await beginAnew()
}
