import { proxy, ref } from 'valtio'
import type { MenuItem } from '#shared/access/menu'
import type { Title } from './titles'

/** One step of the way to a page. A step without a path is only named: a directory, or the page itself. */
export type Crumb = { title: Title; path?: string }

/** A page of the application: one address, or a pattern of addresses such as `/dict/:dictId`. */
export type AppRoute = {
  path: string
  /** Name of the route; only named routes become tabs. */
  name: string
  /** Key of the page in `views.ts`. It may name one that does not exist: menus are data. */
  view: string
  icon: string
  /** Not shown in menus and search. */
  hidden: boolean
  /** Not kept while another page is shown. */
  noCache: boolean
  /** Its tab is there from the start and cannot be closed. */
  affix: boolean
  /** Path of the menu entry to mark while the page is shown, where that is not its own. */
  activeMenu?: string
  /** Keys of the roles it is for; without any it is everybody's. */
  roles?: readonly string[]
  /** From the root down to the page itself, which is the last. */
  trail: Crumb[]
}

/** The operator's menu as the server sent it. Replaced as a whole, so what is inside is not tracked. */
export const menu = proxy({
  items: ref<readonly MenuItem[]>([]),
  /** The state of the operator's rights that it belongs to. */
  stamp: '',
  /** Pages that the menu has no more and that stay open: something is entered there. */
  orphaned: ref<readonly AppRoute[]>([]),
})

/** The same entries stay the same objects: nothing is drawn again for them. */
export function setMenu(items: readonly MenuItem[], stamp = '', orphaned: readonly AppRoute[] = []): void {
  const isSame = JSON.stringify(items) === JSON.stringify(menu.items)
  Object.assign(menu, { ...(!isSame && { items: ref(items) }), stamp, orphaned: ref(orphaned) })
}
