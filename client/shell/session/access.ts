import { subscribe } from 'valtio'
import { navigate } from 'wouter/use-browser-location'
import type { MenuItem } from '#shared/access/menu'
import type { CurrentUser } from '#shared/access/operator'
import { askAccess, getInfo } from '../../api/access/operator'
import { Failure, transport } from '../../api/http'
import { getMenu } from '../../api/access/menu'
import { accessStampOf } from '../../api/access/stamp'
import { menu, setMenu } from '../../stores/menu'
import { session, setOperator } from '../../stores/session'
import { closeTabs, isUnsaved, setPinned, tabs, updateTab } from '../../stores/tabs'
import { toast } from '../../ui/overlay/toast'
import { tr } from '../../ui/useText'
import { keepForOffline } from '../offline/kept-operator'
import { isEntering } from '../routing/enter'
import { queryClient } from '../queries'
import { findRoute, fits, routeTable, withRoutes } from '../routing/routes'

/** The interval at which a visible window asks if it hears nothing else. */
const LOOK_MS = 60_000
/** After an answer this recent, no request is needed. */
const HEARD_MS = 1000
/** Answers under way still carry the old stamp; they must not cause one reload after the other. */
const SETTLED_MS = 300

let refreshing = false
let heardAt = 0
let heardStamp = ''
let refreshedAt = 0
let later: ReturnType<typeof setTimeout> | undefined

/**
 * Keeps the screen in step with the operator's rights. Every answer says if the rights have changed; an idle window
 * asks from time to time, and when it becomes visible. Returns a function that stops it.
 */
export function watchAccess(): () => void {
  const before = transport.answered
  transport.answered = (response) => {
    before(response)
    hear(accessStampOf(response))
  }
  const look = (afterMs: number) => {
    const isIn = session.token !== '' && session.roles.length > 0
    if (isIn && !document.hidden && Date.now() - heardAt > afterMs) void askAccess().catch(ignore)
  }
  const lookNow = () => look(HEARD_MS)
  const timer = setInterval(() => look(LOOK_MS - HEARD_MS), LOOK_MS)
  addEventListener('focus', lookNow)
  document.addEventListener('visibilitychange', lookNow)
  const stopForgetting = subscribe(tabs, forgetLeft)
  return () => {
    transport.answered = before
    clearInterval(timer)
    clearTimeout(later)
    later = undefined
    removeEventListener('focus', lookNow)
    document.removeEventListener('visibilitychange', lookNow)
    stopForgetting()
  }
}

/** The next request reports the error. */
function ignore() {}

function hear(stamp: string) {
  if (stamp === '') return
  heardAt = Date.now()
  heardStamp = stamp
  if (menu.stamp === '') menu.stamp = stamp // the menu came without one
  if (stamp === menu.stamp || session.roles.length === 0 || session.mustChangePassword) return
  if (refreshing || isEntering() || heardAt - refreshedAt < SETTLED_MS) return askLater()
  refreshing = true
  void refresh()
    .catch((error: unknown) => {
      if (!(error instanceof Failure)) throw error // else: the next answer triggers it again
    })
    .finally(() => {
      refreshing = false
      refreshedAt = Date.now()
    })
}

/** A stamp that arrived while the menu was loading may be newer than that menu: the server is asked once more. */
function askLater() {
  later ??= setTimeout(() => {
    later = undefined
    if (refreshing || isEntering()) askLater()
    else if (heardStamp !== menu.stamp) void askAccess().catch(ignore)
  }, SETTLED_MS)
}

/** The menu first: if anything changes before the user is loaded, the next answer reports it. */
async function refresh() {
  const { data: items, stamp } = await getMenu()
  const user = await getInfo()
  if (!user?.roles.length || user.userId !== session.userId || isEntering()) return
  if (user.actingRole !== session.actingRole) {
    menu.stamp = stamp // the choice of another window is handled elsewhere
    return
  }
  const isOther = !isSame(user.permissions, session.permissions) || !isSame(user.roles, session.roles)
  adoptAccess(user, items, stamp)
  if (isOther) toast.show(tr('access.changed'))
  await queryClient.invalidateQueries()
}

/** Replaces the user and the menu on the screen. */
export function adoptAccess(user: CurrentUser, items: readonly MenuItem[], stamp: string): void {
  const orphaned = leaveClosed(items, user)
  renameTabs(items, user)
  setMenu(items, stamp, orphaned)
  setOperator(user)
  keepForOffline()
}

/** Replaces them after a start without the server, and loads the missing data of pages. */
export function adoptLate(...told: Parameters<typeof adoptAccess>): void {
  adoptAccess(...told)
  void queryClient.invalidateQueries()
}

/**
 * Closes the tabs of pages that no longer exist. Tabs with unsaved input stay and still work, so that no input is lost.
 */
function leaveClosed(items: readonly MenuItem[], { roles }: CurrentUser) {
  const before = withRoutes(routeTable(menu.items, session.roles), menu.orphaned)
  const after = routeTable(items, roles)
  const gone = tabs.visited.map(({ path }) => path).filter((path) => !findRoute(after, path))
  const orphaned = gone.filter(isUnsaved).flatMap((path) => findRoute(before, path) ?? [])
  const closing = gone.filter((path) => !isUnsaved(path))
  for (const path of closing) setPinned(path, false)
  const last = closeTabs(closing)
  if (closing.includes(location.pathname)) navigate(last?.fullPath ?? '/')
  return orphaned
}

/** Tabs have the titles of the menu; a page with a pattern names its own tab. */
function renameTabs(items: readonly MenuItem[], { roles }: CurrentUser) {
  const { plain } = routeTable(items, roles)
  for (const { path } of tabs.visited) {
    const title = plain.get(path)?.trail.at(-1)?.title
    if (title) updateTab(path, { title })
  }
}

/** Closes tabs kept for unsaved input once they have none, and forgets their routes. */
function forgetLeft() {
  if (menu.orphaned.length === 0) return
  const isOf = (path: string) => menu.orphaned.some((route) => fits(route.path, path))
  const paths = tabs.visited.map(({ path }) => path)
  const left = paths.filter((path) => isOf(path) && path !== location.pathname && !isUnsaved(path))
  if (left.length > 0) closeTabs(left) // only then: closing triggers this function again
  const isOpen = menu.orphaned.filter((route) => tabs.visited.some(({ path }) => fits(route.path, path)))
  if (isOpen.length < menu.orphaned.length) setMenu(menu.items, menu.stamp, isOpen)
}

const isSame = (a: readonly string[], b: readonly string[]) => a.toSorted().join() === b.toSorted().join()
