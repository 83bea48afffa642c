import { navigate } from 'wouter/use-browser-location'
import {
  addressOf,
  closeTabs,
  findTab,
  isFixed,
  isUnsaved,
  noteUse,
  tabs,
  walkUsed,
  wouldLose,
  type Tab,
} from '../../stores/tabs'
import { titleText } from '../../stores/titles'
import { settings } from '../../stores/settings'
import { confirm, isAsking } from '../../ui/overlay/confirm'
import { tr } from '../../ui/useText'
import { REDIRECT_PREFIX } from '../routing/fixed-paths'
import { whenActive } from './active-page'
import { arrive, goTo, pathInSight } from './go-to'

/** Noted at once: the next press may come before the visit. */
function use({ path, fullPath }: Tab) {
  noteUse(path)
  goTo(fullPath)
}

/** Shows the tab at a position of the bar, counted from 0; nothing if there is none. */
export function goToTab(index: number): void {
  const tab = tabs.visited[index]
  if (tab) use(tab)
}

/** Shows the tab used before or after the present one. */
export function goToUsedTab(direction: -1 | 1): void {
  const tab = walkUsed(pathInSight(), direction)
  if (tab) goTo(tab.fullPath)
}

/** Redraws a page from scratch. */
export async function refreshTab(path: string): Promise<void> {
  if (await mayLose([path])) navigate(REDIRECT_PREFIX + addressOf(path), { replace: path === location.pathname })
}
export async function refreshCurrentTab(): Promise<void> {
  const path = await pathToAct()
  if (path !== undefined) await refreshTab(path)
}

/** False if the tab stays, such as to keep its input. */
export const closeTab = (path: string): Promise<boolean> => close([path])
export async function closeCurrentTab(): Promise<boolean> {
  const path = await pathToAct()
  return path !== undefined && close([path])
}

let isComing = false

/**
 * The path of the page in sight; with unsaved input, once it can be asked about. Undefined while another press waits for
 * that, or for its answer.
 */
async function pathToAct(): Promise<string | undefined> {
  arrive()
  const { pathname } = location
  if (!isUnsaved(pathname)) return pathname
  if (isComing) return undefined
  isComing = true
  await whenActive(pathname)
  isComing = false
  return isAsking() ? undefined : pathname
}

/** Closes all tabs except one and the fixed ones; if the present one is closed, that one is shown. */
export const closeOtherTabs = (path: string): Promise<boolean> =>
  close(
    tabs.visited.map((tab) => tab.path).filter((other) => other !== path),
    path,
  )
/** Closes all tabs except the fixed ones. */
export const closeAllTabs = (): Promise<boolean> => close(tabs.visited.map(({ path }) => path))

/** Closes tabs, after asking if input would be lost. If the present one was among them, `next` or the last is shown. */
async function close(paths: readonly string[], next = ''): Promise<boolean> {
  const closing = tabs.visited.filter((tab) => paths.includes(tab.path) && !isFixed(tab)).map(({ path }) => path)
  if (closing.length === 0 || !(await mayLose(closing))) return false
  const last = closeTabs(closing)
  if (!closing.includes(pathInSight())) return true
  const shown = findTab(next) ?? last
  if (shown) use(shown)
  else goTo('/')
  return true
}

/** Asks before input on these pages is discarded, or left to this device. */
export async function mayLose(paths: readonly string[]): Promise<boolean> {
  const unsaved = tabs.visited.filter(({ path }) => paths.includes(path) && isUnsaved(path))
  if (unsaved.length === 0) return true
  const lost = unsaved.filter(({ path }) => wouldLose(path))
  const { locale } = settings
  const named = lost.length > 0 ? lost : unsaved
  const names = new Intl.ListFormat(locale).format(named.map(({ title }) => titleText(title, tr, locale)))
  const cancelLabel = tr('dialog.keepEditing')
  return confirm(
    lost.length > 0
      ? {
          title: tr('dialog.discardTitle'),
          text: tr('tabs.unsavedText', { names }),
          confirmLabel: tr('dialog.discard'),
          cancelLabel,
          tone: 'danger',
        }
      : {
          title: tr('tabs.keptTitle'),
          text: tr('tabs.keptText', { names }),
          confirmLabel: tr('action.confirm'),
          cancelLabel,
          tone: 'warning',
        },
  )
}
