import { proxy, ref } from 'valtio'
import type { MenuItem } from '#shared/schemas/menu'
import type { Title } from './titles'

/** A page of the application: one address, or a pattern of addresses such as `/dict/:dictId`. */
export type AppRoute = {
  path: string
  /** Name of the route; only named routes become tabs. */
  name: string
  /** Key of the page in `views.ts`. It may name one that does not exist: menus are data. */
  view: string
  /** Not shown in menus and search. */
  hidden: boolean
  noCache: boolean
  /** Its tab cannot be closed. */
  affix: boolean
  /** Titles from the root down to the page itself. */
  trail: Title[]
}

/** The operator's menu as the server sent it. Replaced as a whole, so what is inside is not tracked. */
export const menu = proxy({ items: ref<readonly MenuItem[]>([]) })

export const setMenu = (items: readonly MenuItem[]): void => void (menu.items = ref(items))
