import { navigate } from 'wouter/use-browser-location'
import {
  addressOf,
  closeTabs,
  findTab,
  isFixed,
  isUnsaved,
  tabs,
  walkUsed,
  wouldLose,
  type Tab,
} from '../../stores/tabs'
import { titleText } from '../../stores/titles'
import { settings } from '../../stores/settings'
import { confirm } from '../../ui/overlay/confirm'
import { tr } from '../../ui/useText'
import { REDIRECT_PREFIX } from '../routing/fixed-paths'
import { goTo } from './go-to'

const go = (tab: Tab | undefined) => tab && goTo(tab.fullPath)

/** Shows the tab at a position of the bar, counted from 0; nothing if there is none. */
export const goToTab = (index: number): void => void go(tabs.visited[index])

/** Shows the tab used before or after the present one. */
export const goToUsedTab = (direction: -1 | 1): void => void go(walkUsed(location.pathname, direction))

/** Redraws a page from scratch. */
export async function refreshTab(path: string): Promise<void> {
  if (await mayLose([path])) navigate(REDIRECT_PREFIX + addressOf(path), { replace: path === location.pathname })
}
export const refreshCurrentTab = (): Promise<void> => refreshTab(location.pathname)

/** False if the tab stays, such as to keep its input. */
export const closeTab = (path: string): Promise<boolean> => close([path])
export const closeCurrentTab = (): Promise<boolean> => close([location.pathname])
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
  if (closing.includes(location.pathname)) navigate((findTab(next) ?? last)?.fullPath ?? '/')
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
