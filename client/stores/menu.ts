import { proxy, ref } from 'valtio'
import type { MenuItem } from '#shared/access/menu'
import type { Title } from './titles'

/** One step of a breadcrumb. A step without a path is only a name: a directory, or the page itself. */
export type Crumb = { title: Title; path?: string }

/** A page of the application: one address, or a pattern of addresses such as `/dict/:dictId`. */
export type AppRoute = {
  path: string
  /** Name of the route; only named routes become tabs. */
  name: string
  /** Key of the page in `views.ts`. It may not exist, because menus are data. */
  view: string
  icon: string
  /** Not shown in menus and search. */
  hidden: boolean
  /** Not kept alive while another page is shown. */
  noCache: boolean
  /** Its tab is open from the start and cannot be closed. */
  affix: boolean
  /** Path of the menu entry to mark for the page, if it is not its own. */
  activeMenu?: string
  /** Keys of the roles that may open it; without any, everyone. */
  roles?: readonly string[]
  /** From the root down to the page itself. */
  trail: Crumb[]
}

/** The operator's menu from the server. Replaced as a whole, so its content is not tracked. */
export const menu = proxy({
  items: ref<readonly MenuItem[]>([]),
  /** The stamp of the operator's rights that the menu belongs to. */
  stamp: '',
  /** Pages that the menu no longer has, still open because of unsaved input. */
  orphaned: ref<readonly AppRoute[]>([]),
})

/** Equal entries keep their objects, so that nothing is redrawn. */
export function setMenu(items: readonly MenuItem[], stamp = '', orphaned: readonly AppRoute[] = []): void {
  const isSame = JSON.stringify(items) === JSON.stringify(menu.items)
  Object.assign(menu, { ...(!isSame && { items: ref(items) }), stamp, orphaned: ref(orphaned) })
}
