import { subscribeKey } from 'valtio/utils'
import { Failure } from '../../api/http'
import { isSessionOver } from '../../api/failure'
import type { MenuItem } from '#shared/access/menu'
import type { CurrentUser, Start } from '#shared/access/operator'
import { getMenu, getStart } from '../../api/access/menu'
import type { Stamped } from '../../api/access/stamp'
import { getInfo } from '../../api/access/operator'
import { setMenu } from '../../stores/menu'
import { notices } from '../../stores/notices'
import { setOperator } from '../../stores/session'
import { readSharedSession } from '../../stores/session-record'
import { leaveForSignIn } from '../../stores/sign-in-page'
import { clearSession } from '../../stores/sign-out'
import { isUnanswered, untilAnswered } from '../../stores/until-answered'
import { startProgress } from '../../ui/feedback/Progress'
import { tr } from '../../ui/useText'
import { isHome } from './fixed-paths'
import { loadFailureText, loginPath } from './guard'

type BehindSignIn = {
  swapToken: () => Promise<unknown>
  preloadFirst: (path: string) => void
  takeStart: (start: Start) => void
  restorePage: () => boolean
  adoptAccess: (user: CurrentUser, items: readonly MenuItem[], stamp: string) => void
  adoptLate: (user: CurrentUser, items: readonly MenuItem[], stamp: string) => void
  keepForOffline: () => void
  restoreOffline: () => boolean
}

/** An operator and their menu; no menu while a new password is required. */
type Loaded = { user: CurrentUser; menu?: { data: readonly MenuItem[]; stamp: string } }

/** Loads the code behind the sign-in; set at start. */
export const behindSignIn = { load: (): Promise<BehindSignIn> => Promise.reject(new Error('not filled')) }

let entering: Promise<void> | undefined

/**
 * Loads the operator and their menu. Concurrent callers share one load. It also resolves if the server does not answer
 * and the pages are shown from this device's copy (ADR 84); then loading continues.
 *
 * @param first came with the sign-in and needs no request
 */
export function enter(first: Stamped<Start> | null = null): Promise<void> {
  entering ??= load(first).finally(() => {
    entering = undefined
  })
  return entering
}

export const isEntering = (): boolean => entering !== undefined

async function load(first: Stamped<Start> | null): Promise<void> {
  const isOver = startProgress()
  const shown: Shown = {}
  const isLoaded = loadOperator(shown, first)
  await Promise.race([isLoaded, shownOffline(shown, isLoaded)])
  isOver()
}

/**
 * The source of the pages shown already: this window's copy for a reload (ADR 81), or this device's for an offline
 * start.
 */
type Shown = { by?: 'window' | 'device' }

/**
 * A session that cannot be loaded is cleared: its operator signs in again and returns to the same address. A server
 * that does not answer says nothing about the session, so it is asked again (ADR 50).
 */
async function loadOperator(shown: Shown, first: Stamped<Start> | null): Promise<void> {
  const { mustChangePassword, swapKey } = readSharedSession()
  if (swapKey) await behindSignIn.load().then(({ swapToken }) => swapToken(), ignore) // its answer got lost
  void behindSignIn.load().then(({ preloadFirst, restorePage }) => {
    if (mustChangePassword) return // all other requests would be refused
    preloadFirst(location.pathname)
    if (restorePage()) shown.by = 'window'
  }, ignore)
  try {
    const isAtHome = isHome(location.pathname) && !mustChangePassword
    const { user, menu } = (isAtHome && (await loadHome(first))) || (await loadParts({ mustChangePassword }))
    if (shown.by && menu) {
      const { adoptAccess, adoptLate } = await behindSignIn.load()
      const adopt = shown.by === 'device' ? adoptLate : adoptAccess
      return adopt(user, menu.data, menu.stamp)
    }
    if (menu) setMenu(menu.data, menu.stamp)
    setOperator(user) // last: roles tell the guard that everything is loaded
    void behindSignIn.load().then(({ keepForOffline }) => keepForOffline(), ignore)
  } catch (error) {
    clearSession()
    leaveForSignIn(loginPath(location.pathname + location.search), { message: loadFailureText(error) })
  }
}

/** Resolves if the server does not answer and the pages are shown from this device's copy, if there is one. */
function shownOffline(shown: Shown, isLoaded: Promise<void>): Promise<void> {
  return new Promise((resolve) => {
    async function restore() {
      if (!notices.isOffline) return
      const { restoreOffline } = await behindSignIn.load()
      if (shown.by || !restoreOffline()) return
      shown.by = 'device'
      resolve()
    }
    const tryRestore = () => void restore().catch(ignore)
    const stop = subscribeKey(notices, 'isOffline', tryRestore)
    void isLoaded.finally(stop)
    tryRestore()
  })
}

/**
 * One request loads all data of the dashboard. If it is refused, each part is loaded separately and reports its error.
 */
async function loadHome(first: Stamped<Start> | null): Promise<Loaded | undefined> {
  try {
    const { data: start, stamp } = first ?? (await untilAnswered(getStart))
    if (!start?.user?.roles.length) return undefined
    const { takeStart } = await behindSignIn.load()
    takeStart(start)
    return { user: start.user, menu: { data: start.menu, stamp } }
  } catch (error) {
    if (error instanceof Failure && isSessionOver(error)) throw error
    return undefined
  }
}

async function loadParts({ mustChangePassword = false }): Promise<Loaded> {
  const early = mustChangePassword ? undefined : untilAnswered(loadMenu)
  early?.catch(ignore) // reported below, if the menu is needed
  const user = await untilAnswered(loadUser)
  return user.mustChangePassword ? { user } : { user, menu: await (early ?? untilAnswered(loadMenu)) }
}

/** A later caller reports the error. */
function ignore() {}

async function loadUser() {
  const user = await getInfo()
  if (!user?.roles?.length) throw new Error('getInfo: roles must be a non-null array!')
  return user
}

async function loadMenu() {
  try {
    return await getMenu()
  } catch (error) {
    const isOfMenu = error instanceof Failure && !isUnanswered(error) && !isSessionOver(error)
    throw isOfMenu ? new Error(tr('menu.loadFailed'), { cause: error }) : error
  }
}
